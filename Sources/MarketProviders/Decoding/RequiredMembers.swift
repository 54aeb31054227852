/// Decodes members that a row requires.
extension KeyedDecodingContainer {
    /// Returns a value that must not be `nil`.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` if it was unreadable.
    ///   - key: Its member.
    /// - Returns: The value.
    /// - Throws: An error that names the member.
    func required<Value>(_ value: Value?, _ key: Key) throws -> Value {
        guard let value else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "The member is needed.")
        }
        return value
    }
}

extension Rows {
    /// Returns the rows.
    ///
    /// - Parameter endpoint: The name of the request in messages.
    /// - Returns: The rows.
    /// - Throws: ``SourceFailure/broken(_:)`` if there are rows, and all are unreadable.
    func readable(_ endpoint: String) throws(SourceFailure) -> [Row] {
        if rows.isEmpty, unreadable > 0 { throw .broken("\(endpoint): none of \(unreadable) rows can be read") }
        return rows
    }
}
