extension ContractError {
    /// The error object `{"error": …}` in UTF-8, without a line end.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.append(#"{"error":"#)
        writer.append(quoted: message)
        writer.append("}")
        return writer.bytes
    }
}
