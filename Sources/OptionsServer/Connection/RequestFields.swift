internal import NIOHTTP1

/// The header fields of a request that the server looks at, found in one pass.
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
    private(set) var requestIdentifier: String?
    private(set) var requestedMethod: String?

    init(_ headers: HTTPHeaders) {
        for (name, value) in headers {
            // The length of the name leaves one or two candidates.
            switch name.utf8.count {
            case 4 where Self.isEqual(name, "host"):
                host = value
                hostCount += 1
            case 6 where Self.isEqual(name, "expect"): expectsContinue = Self.isEqual(value, "100-continue")
            case 6 where Self.isEqual(name, "origin"): origin = value
            case 12 where Self.isEqual(name, "content-type"): contentType = value
            case 12 where Self.isEqual(name, "x-request-id"): requestIdentifier = value
            case 13 where Self.isEqual(name, "authorization"): authorization = value
            case 14 where Self.isEqual(name, "content-length"): contentLength = Int(value)
            case 16 where Self.isEqual(name, "content-encoding"): contentEncoding = value
            case 17 where Self.isEqual(name, "transfer-encoding"): isChunked = true
            case 29 where Self.isEqual(name, "access-control-request-method"): requestedMethod = value
            default: break
            }
        }
    }

    /// Compares with a text in lower case.
    static func isEqual(_ text: some StringProtocol, _ lowercase: StaticString) -> Bool {
        guard text.utf8.count == lowercase.utf8CodeUnitCount else { return false }
        // SAFETY: the pointer is valid for the length of the literal.
        var letter = unsafe lowercase.utf8Start
        for byte in text.utf8 {
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            guard unsafe (isUpper ? byte | 0x20 : byte) == letter.pointee else { return false }
            unsafe letter += 1
        }
        return true
    }

    /// Whether there is a body.
    var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }
}
