internal import NIOCore

/// The bytes of the head of a request, which recognise the same head in later requests.
///
/// A client sends the same head with each request of a connection, apart from the length of the body.
struct RepeatedHead {
    /// The maximum number of digits of a length.
    private static let digits = 7
    private static let field: StaticString = "content-length:"

    /// The bytes before the value of `Content-Length`, and those after it. A head without this field has no bytes after it.
    private let before, after: ByteBuffer
    private let hasLength: Bool

    /// Creates it from the head of an accepted request. `hasBody` is whether a body follows.
    ///
    /// Some rules hold for requests with a body alone, so a head that announces an empty body is not recognised: the result is `nil`.
    init?(_ head: ByteBuffer, hasBody: Bool) {
        let place = Self.length(in: head.readableBytesUInt8Span)
        if (place != nil) != hasBody { return nil }
        // A slice would keep the memory into which the connection is read.
        let end = place?.lowerBound ?? head.readableBytes
        let rest = place?.upperBound ?? head.readableBytes
        before = ByteBuffer(bytes: head.readableBytesView.prefix(end))
        after = ByteBuffer(bytes: head.readableBytesView.dropFirst(rest))
        hasLength = hasBody
    }

    /// Returns the number of bytes of the head with which `bytes` begin; `nil` if its end is not there.
    static func count(_ bytes: ByteBuffer) -> Int? {
        let span = bytes.readableBytesUInt8Span
        var last: UInt32 = 0
        for index in span.indices {
            last = last << 8 | UInt32(span[index])
            if last == 0x0D0A_0D0A { return index + 1 }
        }
        return nil
    }

    /// Returns the body of the request with which `bytes` begin, and the number of bytes of the request; `nil` if its head is another one, or if
    /// a part of the request is not there.
    func body(_ bytes: ByteBuffer) -> (body: ByteBuffer, count: Int)? {
        let start = bytes.readerIndex
        guard bytes.getSlice(at: start, length: before.readableBytes) == before else { return nil }
        if !hasLength { return (ByteBuffer(), before.readableBytes) }
        guard let (length, digits) = Self.number(in: bytes.readableBytesUInt8Span, from: before.readableBytes),
            length > 0
        else { return nil }
        let rest = start + before.readableBytes + digits
        guard bytes.getSlice(at: rest, length: after.readableBytes) == after,
            let body = bytes.getSlice(at: rest + after.readableBytes, length: length)
        else { return nil }
        return (body, rest + after.readableBytes + length - start)
    }

    /// Returns the number at a place, and the number of its digits.
    private static func number(in bytes: Span<UInt8>, from start: Int) -> (number: Int, digits: Int)? {
        var (number, index) = (0, start)
        while index < bytes.count, index - start < digits, case let digit = Int(bytes[index]) - 48, 0...9 ~= digit {
            number = 10 * number + digit
            index += 1
        }
        return index > start ? (number, index - start) : nil
    }

    /// Returns the place of the digits of `Content-Length` in a head; `nil` without that field.
    private static func length(in head: Span<UInt8>) -> Range<Int>? {
        let name = field.utf8CodeUnitCount
        var start = 0
        while start + name < head.count {
            // SAFETY: the pointer is valid for the length of the literal.
            let isField = (0..<name).allSatisfy { unsafe (head[start + $0] | 0x20) == (field.utf8Start[$0] | 0x20) }
            if isField {
                var digits = start + name
                while digits < head.count, head[digits] == 0x20 || head[digits] == 0x09 { digits += 1 }
                return number(in: head, from: digits).map { digits..<digits + $0.digits }
            }
            while start < head.count, head[start] != 0x0A { start += 1 }
            start += 1
        }
        return nil
    }
}
