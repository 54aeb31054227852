/// Answers requests, one per line.
package protocol LineAnswerer: ~Copyable, SendableMetatype {
    /// Appends the response to `request`, a line without its line end, to `output`, without a line end.
    /// - Throws: The reason why the request is refused. Nothing is appended in this case.
    mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError)

    /// Appends the response to an ordinary request: a line with its end, `\n` or `\r\n`, followed by
    /// ``RequestScanner/padding`` readable bytes. Returns the length of the line in bytes without its end. If `nil`, nothing
    /// was appended, and ``appendAnswer(to:_:)`` must answer the request.
    mutating func appendAnswer(toPadded line: UnsafePointer<UInt8>, _ output: inout [UInt8]) -> Int?

    /// Appends the response to an ordinary strategy in rows of CSV, which begin at offsets from `bytes` and before
    /// ``RequestScanner/padding`` readable bytes. If false, nothing was appended, and the strategy must be answered as JSON.
    mutating func appendAnswer(
        to rows: Span<TableRow>, of bytes: UnsafePointer<UInt8>, _ table: TableScanner, _ output: inout [UInt8]
    ) -> Bool

    /// The JSON text of the member `id` of the last request, if it is a string or a number. It is mutating only so that
    /// answerers are used in place, without a copy.
    var identifierJSON: [UInt8]? { mutating get }

    /// The text of that member.
    var identifierText: [UInt8]? { mutating get }

    /// A digest of what ``RequestWarnings`` warns of in the last request; 0 if there is nothing.
    var oddities: UInt64 { mutating get }

    /// Appends the reason why a request is refused, without a line end: with the identifier of the request if that was the
    /// last one read, as `wasRead` states.
    mutating func appendRefusal(_ error: ContractError, wasRead: Bool, _ output: inout [UInt8])
}

extension LineAnswerer where Self: ~Copyable {
    package var identifierText: [UInt8]? { nil }

    package var oddities: UInt64 { 0 }

    package mutating func appendAnswer(toPadded line: UnsafePointer<UInt8>, _ output: inout [UInt8]) -> Int? { nil }

    package mutating func appendAnswer(
        to rows: Span<TableRow>, of bytes: UnsafePointer<UInt8>, _ table: TableScanner, _ output: inout [UInt8]
    ) -> Bool { false }

    package mutating func appendRefusal(_ error: ContractError, wasRead: Bool, _ output: inout [UInt8]) {
        error.append(to: &output, identifier: wasRead ? identifierJSON : nil)
    }
}
