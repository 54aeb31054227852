internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

extension ConnectionState<HTTPRequestHead, ByteBuffer>.Part {
    init(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head): self = .head(head)
        case .body(let bytes): self = .body(bytes, count: bytes.readableBytes)
        case .end: self = .end
        }
    }
}

extension ConnectionState<HTTPRequestHead, ByteBuffer>.Event {
    /// The event that a task writes a part of its response.
    init(_ part: HTTPResponsePart) {
        switch part {
        case .head(let head): self = .responseHead(hasLength: head.headerFields[.contentLength] != nil)
        case .body: self = .responseBody
        case .end: self = .responseEnd
        }
    }
}

extension RequestTraits {
    init(_ head: HTTPRequestHead, _ fields: RequestFields) {
        self.init(
            isVersion10: head.version == .http1_0, keepsAlive: head.isKeepAlive,
            isUpgrade: fields.hasUpgrade || head.method == .CONNECT, expectsContinue: fields.expectsContinue,
            isChunked: fields.isChunked, contentLength: fields.contentLength ?? 0)
    }
}
