extension ContractError {
    /// The error object `{"error": …}` in UTF-8, without a line end.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.append("{")
        write(to: &writer)
        return writer.bytes
    }

    /// The object without its opening brace.
    func write(to writer: inout JSONWriter) {
        writer.append(#""error":"#)
        writer.append(quoted: message)
        writer.append("}")
    }
}
