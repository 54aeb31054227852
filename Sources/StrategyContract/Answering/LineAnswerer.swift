/// Answers requests, one per line.
package protocol LineAnswerer: ~Copyable, SendableMetatype {
    /// Appends the response to `request`, a line without its line end, to `output`, without a line end.
    /// - Throws: The reason why the request is refused. Nothing is appended in this case.
    mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError)

    /// Appends the response to an ordinary request, which is read up to its line end.
    ///
    /// - Parameters:
    ///   - line: A line with its end, `\n` or `\r\n`, followed by ``RequestScanner/padding`` readable bytes.
    ///   - output: The output, to which the response is appended without a line end.
    /// - Returns: The length of the line in bytes without its end. If `nil`, nothing was appended, and
    ///   ``appendAnswer(to:_:)`` must answer the request.
    mutating func appendAnswer(toPadded line: UnsafePointer<UInt8>, _ output: inout [UInt8]) -> Int?

    /// Appends the reason why a request is refused to `output`, without a line end. It is mutating only so that
    /// answerers are used in place, without a copy.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - wasRead: Whether the request is the one that was read last.
    ///   - output: The output, to which the error is appended.
    mutating func appendRefusal(_ error: ContractError, wasRead: Bool, _ output: inout [UInt8])
}

extension LineAnswerer where Self: ~Copyable {
    package mutating func appendAnswer(toPadded line: UnsafePointer<UInt8>, _ output: inout [UInt8]) -> Int? { nil }

    package mutating func appendRefusal(_ error: ContractError, wasRead: Bool, _ output: inout [UInt8]) {
        error.append(to: &output)
    }
}
