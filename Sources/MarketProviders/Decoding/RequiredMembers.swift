/// Members without which a row means nothing.
extension KeyedDecodingContainer {
    /// Returns a value that was read.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` if it could not be read.
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
    /// - Parameter endpoint: What messages call the question.
    /// - Returns: The rows.
    /// - Throws: ``SourceFailure/broken(_:)`` if there are rows, and none of them can be read.
    func readable(_ endpoint: String) throws(SourceFailure) -> [Row] {
        if rows.isEmpty, unreadable > 0 { throw .broken("\(endpoint): none of \(unreadable) rows can be read") }
        return rows
    }
}
