internal import NIOHTTP1

/// The header fields that the server uses, found in one pass.
struct RequestFields {
    private(set) var host: String?
    private(set) var hostCount = 0
    private(set) var contentLength: Int?
    private(set) var contentType: String?
    private(set) var contentEncoding: String?
    private(set) var isChunked = false
    private(set) var expectsContinue = false
    private(set) var authorization: String?
    private(set) var origin: String?
    /// The value of `X-Request-ID`, if it is 1 to 128 visible ASCII characters.
    private(set) var requestIdentifier: RequestIdentifier?
    /// Whether it is a CORS preflight request.
    private(set) var isPreflight = false
    private(set) var hasUpgrade = false
    /// The transfer coding, if it is not supported.
    private(set) var unknownTransferEncoding: String?

    init(_ headers: HTTPHeaders) {
        for (name, value) in headers {
            // The length of the name leaves one or two candidates.
            switch name.utf8.count {
            case 4 where Self.isEqual(name, "host"):
                host = Self.trimmed(value)
                hostCount += 1
            case 6 where Self.isEqual(name, "expect"): expectsContinue = Self.isEqual(value, "100-continue")
            case 6 where Self.isEqual(name, "origin"): origin = Self.trimmed(value)
            case 12 where Self.isEqual(name, "content-type"): contentType = Self.trimmed(value)
            case 12 where Self.isEqual(name, "x-request-id"):
                requestIdentifier = Self.isIdentifier(value) ? .given(value) : nil
            case 13 where Self.isEqual(name, "authorization"): authorization = Self.trimmed(value)
            case 14 where Self.isEqual(name, "content-length"): contentLength = Int(value) ?? .max
            case 16 where Self.isEqual(name, "content-encoding"): contentEncoding = value
            case 7 where Self.isEqual(name, "upgrade"): hasUpgrade = true
            case 17 where Self.isEqual(name, "transfer-encoding"):
                isChunked = true
                if !Self.isEqual(Self.trimmed(value), "chunked") { unknownTransferEncoding = value }
            case 29 where Self.isEqual(name, "access-control-request-method"): isPreflight = true
            default: break
            }
        }
    }

    /// Returns a value without trailing white space (RFC 9110, section 5.5); the decoder removes leading white space.
    private static func trimmed(_ value: String) -> String {
        var value = value
        while let last = value.utf8.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { value.removeLast() }
        return value
    }

    /// Whether a `Content-Type` has a media type, with any parameters.
    static func isMediaType(_ text: String, _ type: String) -> Bool {
        if text == type { return true }
        let name = text.prefix { $0 != ";" && $0 != " " }
        return name.lowercased() == type
    }

    private static func isIdentifier(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Compares with a text in lower case.
    static func isEqual(_ text: String, _ lowercase: StaticString) -> Bool {
        let bytes = text.utf8.span
        guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
        // SAFETY: the pointer is valid for the length of the literal.
        let letters = unsafe UnsafeBufferPointer(start: lowercase.utf8Start, count: bytes.count)
        for index in bytes.indices {
            let isUpper = bytes[index] >= UInt8(ascii: "A") && bytes[index] <= UInt8(ascii: "Z")
            guard unsafe (isUpper ? bytes[index] | 0x20 : bytes[index]) == letters[index] else { return false }
        }
        return true
    }

    /// Whether there is a body.
    var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }
}
