internal import NIOCore
internal import NIOHTTP1

/// The response bodies for one file: its bytes and their compressed form, both created once.
struct PageContent: Sendable {
    private let mediaType: String
    private let plain: ByteBuffer
    /// `nil` if compression gains nothing.
    private let compressed: ByteBuffer?
    private let hash: String
    /// The header fields of every answer.
    private let fields: [String: String]

    init(_ bytes: [UInt8], mediaType: String, cacheControl: String) {
        self.mediaType = mediaType
        plain = ByteBuffer(bytes: bytes)
        compressed = Gzip.compressed(bytes).flatMap { $0.count < bytes.count ? ByteBuffer(bytes: $0) : nil }
        hash = ContentHash.text(of: bytes)
        var fields = ["Cache-Control": cacheControl, "Vary": "Accept-Encoding"]
        if Self.documents.contains(mediaType) {
            fields["Content-Security-Policy"] = Self.policy
            fields["Cross-Origin-Opener-Policy"] = "same-origin"
            fields["Referrer-Policy"] = "no-referrer"
        }
        self.fields = fields
    }

    /// The media types of what a browser shows as a document. The policies of a document hold for its scripts and style sheets, and those of
    /// their answers would have no effect.
    private static let documents = ["text/html; charset=utf-8", "image/svg+xml"]

    /// The content security policy of the page: its own files and this server, no inline code, no embedding in frames.
    /// Tables are saved and diagrams drawn through `blob:` and `data:`.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
        "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    ].joined(separator: "; ")

    func answer(_ request: ImmediateRequest) -> ImmediateAnswer {
        var (body, fields) = (plain, fields)
        // The tag is strong: each content coding has its own (RFC 9110, section 8.8.3.3).
        var tag = "\"\(hash)\""
        if let compressed, Gzip.isAccepted(request.headers["accept-encoding"]) {
            (body, tag) = (compressed, "\"\(hash)-gzip\"")
            fields["Content-Encoding"] = "gzip"
        }
        fields["ETag"] = tag
        if EntityTag.matches(request.headers["if-none-match"], tag) {
            fields["Content-Encoding"] = nil
            return ImmediateAnswer(status: 304, mediaType: "", body: ByteBuffer(), fields: fields)
        }
        return ImmediateAnswer(status: 200, mediaType: mediaType, body: body, fields: fields)
    }
}
