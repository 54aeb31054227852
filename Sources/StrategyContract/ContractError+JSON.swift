extension ContractError {
    /// The error object `{"error": …}` in UTF-8, without a line end.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout JSONWriter) {
        writer.append(#"{"error":"#)
        writer.append(quoted: message)
        writer.append("}")
    }
}
