internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import Synchronization

/// The server's side of one connection: it tells ``ConnectionState`` what happens, and does what that says.
///
/// It passes one request at a time to Hummingbird, or answers it itself, and writes the bytes of every response. The rules for heads are
/// in ``ServerCore``; ``RepeatedRequestHandler`` finds requests to which they have been applied before.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = IOData
    typealias State = ConnectionState<HTTPRequestHead, ByteBuffer>

    let core: ServerCore
    let signals: ConnectionSignals
    let worker: EventLoopWorker
    // SAFETY: only the event loop uses it, and none of its methods calls the handler, so no access is within another. To check each
    // access would take 3 % of the instructions of a request.
    @exclusivity(unchecked) private var state: State
    /// An action may cause events, whose actions follow the present ones.
    private var isPerforming = false
    var exchange: Exchange?
    /// The value of `Host` that was accepted last.
    private var acceptedHost: String?
    var request: CollectedRequest
    /// The answer of the event loop to the request in progress.
    var answer: ImmediateAnswer?
    /// The parts of the response of a task that the state has not decided on.
    var unwritten = Queue<(part: HTTPResponsePart, promise: EventLoopPromise<Void>?)>()
    /// The number of bytes written since the connection opened.
    var writtenBytes = 0
    /// Whether the response may be sent together with those of other connections.
    var mayWait = false
    /// Whether the last read completed a part of a request.
    private var hasReadPart = false
    private var timer: Scheduled<Void>?
    private var context: ChannelHandlerContext?
    /// The parts that the decoder passed on since ``RepeatedRequestHandler`` set it.
    var decodedParts = DecodedParts()
    /// The last request that was decoded, if the event loop answered it and can answer others with the same head.
    var admitted: AdmittedRequest?

    init(_ core: ServerCore, _ signals: ConnectionSignals, _ worker: EventLoopWorker) {
        self.core = core
        self.signals = signals
        self.worker = worker
        unsafe state = State(core.limits)
        request = CollectedRequest(core.memory)
    }

    func handle(_ context: ChannelHandlerContext, _ event: consuming State.Event) {
        unsafe state.handle(event, now: Duration(context.eventLoop.now))
        if isPerforming { return }
        isPerforming = true
        defer { isPerforming = false }
        while let action = unsafe state.next() { perform(context, action) }
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        core.metrics.connectionOpened()
        handle(context, .opened(isStopping: core.isStopping.load(ordering: .relaxed)))
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasReadPart = true
        let part = unwrapInboundIn(data)
        switch part {
        case .head: decodedParts.heads += 1
        case .body(let bytes): decodedParts.bodyBytes += bytes.readableBytes
        case .end: decodedParts.ends += 1
        }
        handle(context, .part(State.Part(part)))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if !hasReadPart { handle(context, .fragment) }
        hasReadPart = false
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) { handle(context, .read) }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        unwritten.append((part, promise))
        handle(context, State.Event(part))
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        if !context.channel.isWritable { handle(context, .output(output(context))) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // A response may wait to be sent.
        context.flush()
        context.close(mode: mode, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        handle(context, .writable(context.channel.isWritable))
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: handle(context, .stopping)
        case ChannelEvent.inputClosed: handle(context, .inputClosed)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The bytes after a malformed request are discarded.
        if error is ByteToMessageDecoderError { return }
        if let error = error as? HTTPParserError {
            handle(context, .part(.malformed(ServerError(error, headerBytes: core.limits.headerBytes))))
        } else {
            handle(context, .failed)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        handle(context, .closed)
        core.metrics.connectionClosed()
        context.fireChannelInactive()
    }

    // MARK: Actions

    private func perform(_ context: ChannelHandlerContext, _ action: State.Action) {
        switch action {
        case .begin(let head): begin(context, head)
        case .beginWithoutHead:
            exchange = Exchange(identifier: core.makeRequestIdentifier(), start: context.eventLoop.now)
        case .sendContinue:
            send(context, ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n"), nil)
            context.flush()
        case .collect(let bytes):
            exchange?.receivedBytes += bytes.readableBytes
            if !request.append(bytes) { handle(context, .refused(.busy)) }
        case .discard(let count): exchange?.receivedBytes += count
        case .dispatch: dispatch(context)
        case .pass(let isComplete): pass(context, isComplete: isComplete)
        case .passBody(let bytes):
            exchange?.receivedBytes += bytes.readableBytes
            context.fireChannelRead(wrapInboundOut(.body(bytes)))
        case .passEnd: context.fireChannelRead(wrapInboundOut(.end(nil)))
        case .deliver: context.fireChannelReadComplete()
        case .respond(let error, let isLast): respond(context, error, isLast: isLast)
        case .writeHead(let isLast), .writeEnd(let isLast): writeNext(context, isLast: isLast)
        case .writeBody: writeNext(context, isLast: false)
        case .discardWrite: unwritten.popFirst()?.promise?.fail(ChannelError.ioOnClosedChannel)
        case .flush: if mayWait { worker.flushes.add(self, context) } else { flush(context: context) }
        case .report(let isAborted):
            if let exchange = exchange.take() {
                core.report(exchange, signals, isAborted: isAborted, now: context.eventLoop.now)
            }
        case .read: context.read()
        case .measure: handle(context, .output(output(context)))
        case .schedule(let time): schedule(context, NIODeadline(time))
        case .tellInputClosed: signals.inputClosed()
        case .cancelWork:
            signals.cancel()
            timer?.cancel()
            request.removeAll()
        case .closeOutput: close(context: context, mode: .output, promise: nil)
        case .close: close(context: context, mode: .all, promise: nil)
        }
    }

    /// Begins an exchange, and applies the rules to its head.
    private func begin(_ context: ChannelHandlerContext, _ head: HTTPRequestHead) {
        let (target, fields) = (RequestTarget(head.uri), RequestFields(head.headers))
        var exchange = Exchange(
            identifier: fields.requestIdentifier ?? core.makeRequestIdentifier(), head: head, path: target.path,
            start: context.eventLoop.now)
        let ruling = core.ruling(head, fields, &exchange, acceptedHost: &acceptedHost)
        self.exchange = exchange
        admitted = nil
        request.head = head
        if target.text.utf8.count != head.uri.utf8.count { request.head?.uri = String(target.text) }
        handle(context, .admitted(RequestTraits(head, fields), ruling))
    }

    /// Answers a request, or takes it on for a task.
    private func dispatch(_ context: ChannelHandlerContext) {
        guard let head = request.head, let index = exchange?.route else { return }
        let route = core.table.routes[index]
        let question = ImmediateRequest(target: head.uri, headers: head.headers, body: request.body ?? ByteBuffer())
        if let answer = route.immediately?(worker, question) {
            let traits = unsafe state.traits
            if let exchange, !traits.endsConnection, !traits.expectsContinue {
                admitted = AdmittedRequest(
                    exchange: exchange, traits: traits, bodyBytes: core.limits.bodyBytes(of: route),
                    route: route, target: head.uri, headers: head.headers)
            }
            self.answer = answer
            exchange?.isImmediate = true
            exchange?.legs = answer.legs
            return handle(context, .answered(hasLength: answer.hasLength))
        }
        let places = core.admission.places(for: route)
        // A connection that was accepted while the server was stopping has no task.
        guard !core.isStopping.load(ordering: .relaxed) || signals.hasTask, places.take() else {
            return handle(context, .refused(.busy))
        }
        exchange?.places = places
        signals.begin(route: index, isHead: head.method == .HEAD)
        handle(context, .takenOn)
    }

    /// Whether the next part is the beginning of a request that can be answered at once.
    var isBetweenRequests: Bool { unsafe !isPerforming && state.isBetweenRequests }

    /// Answers a request with the head of an earlier one, whose body has arrived. Returns whether it did; otherwise nothing has happened.
    func answer(_ known: KnownRequest, _ body: ByteBuffer) -> Bool {
        guard let context, isBetweenRequests, body.readableBytes <= known.request.bodyBytes else { return false }
        let start = context.eventLoop.now
        let question = ImmediateRequest(target: known.request.target, headers: known.request.headers, body: body)
        guard let answer = known.request.route.immediately?(worker, question) else { return false }
        exchange = Exchange(
            repeating: known.request.exchange, identifier: core.makeRequestIdentifier(), start: start,
            receivedBytes: body.readableBytes, legs: answer.legs)
        self.answer = answer
        handle(context, .repeated(known.request.traits, hasLength: answer.hasLength))
        return true
    }

    private func pass(_ context: ChannelHandlerContext, isComplete: Bool) {
        guard let index = exchange?.route else { return }
        guard let (head, body) = request.takeForTask(core.table.routes[index].method) else { return }
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if isComplete {
            if let body { context.fireChannelRead(wrapInboundOut(.body(body))) }
            context.fireChannelRead(wrapInboundOut(.end(nil)))
        }
        context.fireChannelReadComplete()
    }

    private func schedule(_ context: ChannelHandlerContext, _ time: NIODeadline) {
        timer?.cancel()
        let bound = context.loopBound
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            self.handle(bound.value, .timer(self.output(bound.value)))
        }
    }
}
