/// Answers requests that stand one a line.
package protocol LineAnswerer: ~Copyable, SendableMetatype {
    /// Appends the answer to `request`, a line without its end, to `output`, without a line end.
    ///
    /// - Throws: Why the request is refused; then nothing has been appended.
    mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError)

    /// Appends the answer to an ordinary request, which is read up to the end of its line.
    ///
    /// - Parameters:
    ///   - line: A line with its end, `\n` or `\r\n`, and ``RequestScanner/padding`` more bytes.
    ///   - output: Gets the answer, without a line end.
    /// - Returns: How many bytes the line has before its end; `nil` if nothing was appended, because
    ///   ``appendAnswer(to:_:)`` has to answer the request.
    mutating func appendAnswer(toPadded line: UnsafePointer<UInt8>, _ output: inout [UInt8]) -> Int?

    /// Appends the reason that a request is refused to `output`, without a line end.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - wasRead: Whether the request is the one that was read last.
    ///   - output: Gets the refusal.
    func appendRefusal(_ error: ContractError, wasRead: Bool, _ output: inout [UInt8])
}

extension LineAnswerer where Self: ~Copyable {
    package mutating func appendAnswer(toPadded line: UnsafePointer<UInt8>, _ output: inout [UInt8]) -> Int? { nil }

    package func appendRefusal(_ error: ContractError, wasRead: Bool, _ output: inout [UInt8]) {
        error.append(to: &output)
    }
}
