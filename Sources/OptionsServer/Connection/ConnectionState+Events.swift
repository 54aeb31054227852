extension ConnectionState {
    /// A part of a request.
    enum Part {
        case head(Head)
        case body(Bytes, count: Int)
        case end
        /// Bytes that are no request. No part follows.
        case malformed(ServerError)
    }

    /// What happens to a connection.
    enum Event {
        case opened(isStopping: Bool)
        case part(Part)
        /// Bytes were read that complete no part.
        case fragment
        /// The rules for the head of a request have been applied: the answer to ``Action/begin(_:)``.
        case admitted(RequestTraits, Ruling)
        /// A complete request has arrived to whose head the rules have been applied, and the event loop has answered it. It may come
        /// while ``isBetweenRequests``.
        case repeated(RequestTraits, hasLength: Bool)
        /// The answers to ``Action/dispatch``: a task takes the request, the event loop has answered it, with a
        /// `Content-Length` or without a body, or there is no place. The last one also answers ``Action/collect(_:)``.
        case takenOn
        case answered(hasLength: Bool)
        case refused(ServerError)
        /// The parts of the response of a task.
        case responseHead(hasLength: Bool)
        case responseBody
        case responseEnd
        /// The task can take more of the request.
        case read
        case writable(Bool)
        /// How far the client has read: the answer to ``Action/measure``.
        case output(Output)
        /// The last response has left the process.
        case written
        case timer(Output)
        /// The server stops.
        case stopping
        /// The client has closed its sending side.
        case inputClosed
        /// The client has reset the connection.
        case failed
        case closed
    }

    /// What is to be done.
    enum Action {
        /// Apply the rules for the head of a request.
        case begin(Head)
        case beginWithoutHead
        case sendContinue
        /// Keep a part of the body.
        case collect(Bytes)
        /// Count the bytes of a part of the body that is discarded.
        case discard(Int)
        /// Answer the request, or give it to a task.
        case dispatch
        /// Pass the head to the task, with the body and the end if the request is complete.
        case pass(isComplete: Bool)
        case passBody(Bytes)
        case passEnd
        /// Let the task see what was passed.
        case deliver
        /// Write a whole response: an error, or the answer of the event loop.
        case respond(ServerError?, isLast: Bool)
        /// Write the next part of the response of the task.
        case writeHead(isLast: Bool)
        case writeBody
        case writeEnd(isLast: Bool)
        case discardWrite
        case flush
        /// Count and log the exchange.
        case report(isAborted: Bool)
        case read
        /// Ask how many bytes wait for the client.
        case measure
        /// Set the timer.
        case schedule(Duration)
        /// Tell the work that the client has closed its sending side, or has gone.
        case tellInputClosed
        case cancelWork
        case closeOutput
        case close
    }
}

extension ConnectionState.Part: Sendable where Head: Sendable, Bytes: Sendable {}
extension ConnectionState.Event: Sendable where Head: Sendable, Bytes: Sendable {}
extension ConnectionState.Action: Sendable where Head: Sendable, Bytes: Sendable {}
extension ConnectionState.Part: Equatable where Head: Equatable, Bytes: Equatable {}
extension ConnectionState.Action: Equatable where Head: Equatable, Bytes: Equatable {}

/// How far a client has read what was written to it.
struct Output: Sendable {
    /// The number of bytes that wait for it.
    var pending = 0
    /// The number of bytes that it has read since the connection opened.
    var taken = 0
}

/// What a connection does with a request, after the rules for its head.
enum Ruling: Sendable {
    /// Collect its body, of so many bytes at most.
    case collect(limit: Int)
    /// Let a task read it while it arrives.
    case stream
    case refuse(ServerError)
}

/// What matters to a connection of the head of a request.
struct RequestTraits: Sendable {
    /// HTTP/1.0 has no chunks and no 100.
    var isVersion10 = false
    /// Whether the client wants to send further requests.
    var keepsAlive = true
    /// Whether the client asks for another protocol. It gets HTTP/1.1, and no further request is read.
    var isUpgrade = false
    var expectsContinue = false
    var isChunked = false
    var contentLength = 0

    var hasBody: Bool { isChunked || contentLength > 0 }

    var endsConnection: Bool { isUpgrade || !keepsAlive || (isChunked && isVersion10) }

    /// Whether a further request can follow if this one is refused before its body has arrived.
    ///
    /// A client that waits for 100 may send its body or not; only the end of the connection shows which.
    func mayContinue(_ limits: ServerLimits) -> Bool {
        !expectsContinue && !isChunked && contentLength <= limits.discardedBytes
    }
}
