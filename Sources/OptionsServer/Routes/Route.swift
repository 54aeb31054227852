public import HTTPTypes
public import Hummingbird
internal import NIOCore
internal import NIOHTTP1

/// An endpoint: its path, the bodies that it accepts, and its handler.
///
/// A class, because each request passes it on several times, and a copy of a value would count references to each of its members.
public final class Route: Sendable {
    /// The body that requests have.
    enum Body: Sendable {
        /// None; one that comes is read and dropped.
        case none
        /// One of these media types, buffered before the response. Without `Content-Type`, any is accepted.
        case collected([String])
        /// One of these media types, answered while it arrives.
        case streamed([String])

        var mediaTypes: [String]? {
            switch self {
            case .none: nil
            case .collected(let types), .streamed(let types): types
            }
        }
    }

    /// The method. Where it is GET, HEAD is answered too.
    public let method: HTTPRequest.Method
    /// The path, with parameters in braces.
    public let path: String
    /// The summary for the documentation.
    public let summary: String
    let body: Body
    /// Whether it is answered without the token.
    let isOpen: Bool
    /// Whether requests from pages of a foreign origin are rejected.
    let changesState: Bool
    /// Whether the body may be as long as that of a calculation although it changes something.
    let takesLongBody: Bool
    /// Whether the OpenAPI document describes it. It does not describe the files of the page.
    let isPartOfAPI: Bool
    /// Whether the response is a stream of events, which waits for most of its time. Streams have places of their own.
    let isStream: Bool
    /// Responds on the event loop within microseconds; `nil` leaves the request to ``respond``.
    let immediately: (@Sendable (EventLoopWorker, ImmediateRequest) -> ImmediateAnswer?)?
    /// Answers the requests that ``immediately`` leaves; `nil` if it leaves none.
    let respond: (@Sendable (Request, OptionsRequestContext) async throws -> Response)?

    init(
        _ method: HTTPRequest.Method, _ path: String, _ summary: String, body: Body = .none, isOpen: Bool = false,
        changesState: Bool = false, takesLongBody: Bool = false, isPartOfAPI: Bool = true, isStream: Bool = false,
        immediately: (@Sendable (EventLoopWorker, ImmediateRequest) -> ImmediateAnswer?)? = nil,
        respond: (@Sendable (Request, OptionsRequestContext) async throws -> Response)?
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.body = body
        self.isOpen = isOpen
        self.changesState = changesState
        self.takesLongBody = takesLongBody
        self.isPartOfAPI = isPartOfAPI
        self.isStream = isStream
        self.immediately = immediately
        self.respond = respond
    }

    /// Returns the same endpoint with another way to answer.
    func replacingRespond(
        _ respond: @escaping @Sendable (Request, OptionsRequestContext) async throws -> Response
    ) -> Route {
        Route(
            method, path, summary, body: body, isOpen: isOpen, changesState: changesState,
            takesLongBody: takesLongBody, isPartOfAPI: isPartOfAPI, isStream: isStream, immediately: immediately,
            respond: respond)
    }

    /// Creates a GET that the event loop answers without a task, even if all threads are busy.
    convenience init(
        _ path: String, _ summary: String, isOpen: Bool = false, isPartOfAPI: Bool = true,
        answer: @escaping @Sendable (ImmediateRequest) -> ImmediateAnswer
    ) {
        self.init(
            .get, path, summary, isOpen: isOpen, isPartOfAPI: isPartOfAPI,
            immediately: { _, request in answer(request) }, respond: nil)
    }

    /// Creates a GET whose response does not depend on the request.
    convenience init(
        _ path: String, _ summary: String, isOpen: Bool = false, mediaType: String,
        body: @escaping @Sendable () -> ByteBuffer
    ) {
        self.init(path, summary, isOpen: isOpen) { _ in
            ImmediateAnswer(status: 200, mediaType: mediaType, body: body())
        }
    }
}

/// A complete request that the event loop may answer.
struct ImmediateRequest {
    let target: String
    let headers: HTTPHeaders
    let body: ByteBuffer

    /// The part of the target after `?`.
    var query: Substring {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return "" }
        return target[target.utf8.index(after: mark)...]
    }
}

/// The context that Hummingbird passes to a handler with the request.
public struct OptionsRequestContext: RequestContext {
    /// Hummingbird's storage for the request.
    public var coreContext: CoreRequestContextStorage
    /// Signals between the connection and the work on its request.
    let signals: ConnectionSignals
    /// The connection.
    let channel: any Channel

    /// Creates the context of a request.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        signals = ConnectionSignals.current
        channel = source.channel
    }
}
