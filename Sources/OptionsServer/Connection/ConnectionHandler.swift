internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import Synchronization

/// The server's side of one connection: it tells ``ConnectionState`` what happens, and does what that says.
///
/// It passes one request at a time to Hummingbird, or answers it itself, and writes the bytes of every response. The rules for heads are
/// in ``ServerCore``.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = IOData
    private typealias State = ConnectionState<HTTPRequestHead, ByteBuffer>

    /// The size up to which a body is copied after its head: that takes less time than two writes.
    private static let copiedBytes = 16 << 10
    private static let lineEnd = ByteBuffer(string: "\r\n")
    private static let lastChunk = ByteBuffer(string: "0\r\n\r\n")

    private let core: ServerCore
    private let signals: ConnectionSignals
    private let worker: EventLoopWorker
    // SAFETY: only the event loop uses it, and none of its methods calls the handler, so no access is within another. To check each
    // access would take 3 % of the instructions of a request.
    @exclusivity(unchecked) private var state: State
    /// An action may cause events, whose actions follow the present ones.
    private var isPerforming = false
    private var exchange: Exchange?
    /// The value of `Host` that was accepted last.
    private var acceptedHost: String?
    private var request: CollectedRequest
    /// The answer of the event loop to the request in progress.
    private var answer: ImmediateAnswer?
    /// The parts of the response of a task that the state has not decided on.
    private var unwritten = Queue<(part: HTTPResponsePart, promise: EventLoopPromise<Void>?)>()
    /// The number of bytes written since the connection opened.
    private var writtenBytes = 0
    /// Whether the last read completed a part of a request.
    private var hasReadPart = false
    private var timer: Scheduled<Void>?

    init(_ core: ServerCore, _ signals: ConnectionSignals, _ worker: EventLoopWorker) {
        self.core = core
        self.signals = signals
        self.worker = worker
        unsafe state = State(core.limits)
        request = CollectedRequest(core.memory)
    }

    private func handle(_ context: ChannelHandlerContext, _ event: consuming State.Event) {
        unsafe state.handle(event, now: Duration(context.eventLoop.now))
        if isPerforming { return }
        isPerforming = true
        defer { isPerforming = false }
        while let action = unsafe state.next() { perform(context, action) }
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) {
        core.metrics.connectionOpened()
        handle(context, .opened(isStopping: core.isStopping.load(ordering: .relaxed)))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasReadPart = true
        handle(context, .part(State.Part(unwrapInboundIn(data))))
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
        case .flush: flush(context: context)
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
        case .closeOutput: context.close(mode: .output, promise: nil)
        case .close: context.close(promise: nil)
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

    /// Writes a whole response at once.
    private func respond(_ context: ChannelHandlerContext, _ error: ServerError?, isLast: Bool) {
        let own = answer.take()
        let answer = error.map { ImmediateAnswer($0, path: exchange?.path ?? "") } ?? own
        request.removeAll()
        guard let answer else { return }
        worker.response.clear()
        exchange?.append(
            answer, date: worker.date, isLast: isLast, dependsOnOrigin: core.access.dependsOnOrigin,
            to: &worker.response)
        let promise = isLast ? telling(context, nil) : nil
        let count = exchange?.isHead == false ? answer.body.readableBytes : 0
        exchange?.sentBytes += count
        writtenBytes += count
        if count > Self.copiedBytes {
            send(context, worker.response, nil)
            send(context, answer.body, promise)
        } else {
            if count > 0 { worker.response.writeImmutableBuffer(answer.body) }
            send(context, worker.response, promise)
        }
    }

    /// Writes the next part of the response of a task.
    private func writeNext(_ context: ChannelHandlerContext, isLast: Bool) {
        guard var exchange, let (part, promise) = unwritten.popFirst() else { return }
        switch part {
        case .head(let head):
            var bytes = context.channel.allocator.buffer(capacity: 512)
            exchange.append(head, isLast: isLast, dependsOnOrigin: core.access.dependsOnOrigin, to: &bytes)
            send(context, bytes, promise)
        case .body(let bytes):
            // The response to HEAD has the length of the body alone.
            guard !exchange.isHead, bytes.readableBytes > 0 else {
                promise?.succeed()
                return
            }
            exchange.sentBytes += bytes.readableBytes
            writtenBytes += bytes.readableBytes
            if exchange.isChunked {
                send(context, ByteBuffer(string: "\(String(bytes.readableBytes, radix: 16))\r\n"), nil)
                send(context, bytes, nil)
                send(context, Self.lineEnd, promise)
            } else {
                send(context, bytes, promise)
            }
        case .end:
            let promise = isLast ? telling(context, promise) : promise
            let hasEnd = exchange.isChunked && !exchange.isHead
            if hasEnd || promise != nil { send(context, hasEnd ? Self.lastChunk : ByteBuffer(), promise) }
        }
        self.exchange = exchange
        signals.answerBytes = exchange.sentBytes
    }

    /// Returns the promise of the last bytes of a connection, which tells when they have left the process.
    private func telling(
        _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) -> EventLoopPromise<Void> {
        let written = promise ?? context.eventLoop.makePromise()
        let bound = context.loopBound
        written.futureResult.assumeIsolated().whenComplete { _ in self.handle(bound.value, .written) }
        return written
    }

    private func send(_ context: ChannelHandlerContext, _ bytes: ByteBuffer, _ promise: EventLoopPromise<Void>?) {
        context.write(wrapOutboundOut(.byteBuffer(bytes)), promise: promise)
    }

    /// How far the client has read.
    private func output(_ context: ChannelHandlerContext) -> Output {
        let pending = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        return Output(pending: pending, taken: writtenBytes - pending)
    }

    private func schedule(_ context: ChannelHandlerContext, _ time: NIODeadline) {
        timer?.cancel()
        let bound = context.loopBound
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            self.handle(bound.value, .timer(self.output(bound.value)))
        }
    }
}
