internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// The server's side of one connection: it passes one request at a time to Hummingbird, rejects invalid ones, answers
/// ordinary calculations itself, and closes connections that are too slow.
///
/// It applies the rules for all requests (docs/server.md), each once: names and origins, token, limits, deadlines,
/// `Expect`, HEAD, identifiers, metrics and the log.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The handling of the incoming parts of a request.
    private enum Reading {
        /// No request has begun.
        case nothing
        /// Parts are buffered; the request is passed on or answered when it is complete.
        case collecting
        /// They are passed on as they arrive.
        case passing
        /// Parts are discarded because the response is already determined; the number of bytes that may still arrive.
        case dropping(Int)
        /// The request is complete.
        case complete
    }

    /// A part of a request, or a parse error.
    private enum Arrival {
        case part(HTTPServerRequestPart)
        case malformed(HTTPParserError)
    }

    private let core: ServerCore
    private let signals: ConnectionSignals
    private let worker: EventLoopWorker
    private var reading = Reading.nothing
    private var exchange: Exchange?
    /// The value of `Host` that was accepted last.
    private var acceptedHost: String?
    private var head: HTTPRequestHead?
    private var body: ByteBuffer?
    /// The number of bytes that the body may have.
    private var bodyLimit = 0
    /// The number of bytes of `body` that are counted in the core.
    private var countedBytes = 0
    /// The parts that arrived before the response to an earlier request was complete.
    private var waiting = CircularBuffer<Arrival>(initialCapacity: 0)
    private var isReceivingWaiting = false
    private var isReadHeldBack = false
    /// Whether the decoder treats the bytes after the request as another protocol, and keeps them.
    private var isUpgrade = false
    /// Whether the connection ends with the present response.
    private var isLast = false
    private var isStopping = false
    private var isClosing = false
    private var isInputClosed = false
    /// Whether bytes have arrived that are no complete head yet.
    private var hasPartialHead = false
    /// Whether the last read completed a part of a request.
    private var hasReadPart = false

    private var deadline = NIODeadline.distantFuture
    private var timer: Scheduled<Void>?
    private var timerDeadline = NIODeadline.distantFuture
    /// The number of bytes written since the connection opened, and those that the client had read at the last check of
    /// its progress.
    private var writtenBytes = 0
    private var takenBytes = 0
    private var progressDeadline = NIODeadline.distantFuture

    init(_ core: ServerCore, _ signals: ConnectionSignals, _ worker: EventLoopWorker) {
        self.core = core
        self.signals = signals
        self.worker = worker
    }

    func handlerAdded(context: ChannelHandlerContext) {
        core.metrics.connectionOpened()
        isStopping = core.isStopping.load(ordering: .relaxed)
        setDeadline(context, context.eventLoop.now + (isStopping ? core.limits.lastRequestTime : core.limits.idleTime))
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        hasReadPart = true
        if isClosing { return drop(context, part) }
        if mustWait(context) { waiting.append(.part(part)) } else { receive(context, part) }
    }

    /// Whether parts of requests must wait: for the end of a response, for earlier parts, or for a client that does not
    /// read its responses.
    private func mustWait(_ context: ChannelHandlerContext) -> Bool {
        switch reading {
        case .complete: true
        case .nothing: !waiting.isEmpty || !context.channel.isWritable
        case .collecting, .passing, .dropping: !waiting.isEmpty
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if case .nothing = reading, !hasReadPart, !hasPartialHead, waiting.isEmpty, !isClosing {
            hasPartialHead = true
            setDeadline(context, context.eventLoop.now + core.limits.arrivalTime)
        }
        hasReadPart = false
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if waiting.count > 64 || (isUpgrade && (isComplete || isClosing)) {
            isReadHeldBack = true
        } else {
            if case .passing = reading, deadline == .distantFuture {
                setDeadline(context, context.eventLoop.now + core.limits.arrivalTime)
            }
            context.read()
        }
    }

    /// Whether no part of the present request is still to come.
    private var isComplete: Bool {
        if case .complete = reading { true } else { false }
    }

    private func receive(_ context: ChannelHandlerContext, _ part: HTTPServerRequestPart) {
        switch (part, reading) {
        case (.head(let head), .nothing): begin(context, head)
        case (.body(let bytes), .collecting): collect(context, bytes)
        case (.end, .collecting):
            reading = .complete
            dispatch(context)
        case (.body(let bytes), .passing):
            exchange?.receivedBytes += bytes.readableBytes
            // The deadline restarts at the next read, so that the time for processing the client's data does not count.
            deadline = .distantFuture
            context.fireChannelRead(wrapInboundOut(part))
        case (.end, .passing):
            reading = .complete
            deadline = .distantFuture
            context.fireChannelRead(wrapInboundOut(part))
        case (.body(let bytes), .dropping(let rest)):
            exchange?.receivedBytes += bytes.readableBytes
            reading = .dropping(rest - bytes.readableBytes)
            if bytes.readableBytes > rest { close(context) }
        case (.end, .dropping):
            reading = .complete
            finishIfComplete(context)
        default: break
        }
    }

    private func begin(_ context: ChannelHandlerContext, _ head: HTTPRequestHead) {
        let now = context.eventLoop.now
        let fields = RequestFields(head.headers)
        let target = RequestTarget(head.uri)
        let exchange = Exchange(
            identifier: fields.requestIdentifier ?? core.makeRequestIdentifier(), method: head.method,
            path: target.path, start: now, isVersion10: head.version == .http1_0)
        isUpgrade = fields.hasUpgrade || head.method == .CONNECT
        isLast = isLast || isUpgrade || !head.isKeepAlive || (fields.isChunked && head.version == .http1_0)
        if !hasPartialHead { setDeadline(context, now + core.limits.arrivalTime) }
        hasPartialHead = false
        do throws(ServerError) {
            let route = try admit(head, fields, exchange)
            self.head = head
            if target.text.utf8.count != head.uri.utf8.count { self.head?.uri = String(target.text) }
            if fields.expectsContinue, fields.hasBody, head.version != .http1_0 {
                context.writeAndFlush(wrapOutboundOut(.head(.init(version: .http1_1, status: .continue))), promise: nil)
            }
            if case .streamed = route.body {
                try takeOn()
                reading = .passing
                deadline = .distantFuture
                pass(context, body: nil)
            } else {
                bodyLimit = core.limits.bodyBytes(of: route)
                reading = .collecting
            }
        } catch {
            // A client that waits for 100 may send its body or not; only the end of the connection shows which.
            refuse(
                context, error,
                mayContinue: !fields.expectsContinue && !fields.isChunked
                    && (fields.contentLength ?? 0) <= core.limits.discardedBytes)
        }
    }

    /// Begins an exchange, and applies the rules to its head.
    private func admit(
        _ head: HTTPRequestHead, _ fields: RequestFields, _ exchange: Exchange
    ) throws(ServerError) -> Route {
        var exchange = exchange
        defer { self.exchange = exchange }
        return try core.admit(head, fields, &exchange, acceptedHost: &acceptedHost)
    }

    /// Begins the exchange of a request without a head, whose response can only be an error.
    private func beginWithoutHead(_ context: ChannelHandlerContext) {
        exchange = Exchange(
            identifier: core.makeRequestIdentifier(), method: .GET, path: "", start: context.eventLoop.now,
            isVersion10: false)
    }

    private func collect(_ context: ChannelHandlerContext, _ bytes: ByteBuffer) {
        let count = bytes.readableBytes
        exchange?.receivedBytes += count
        guard (body?.readableBytes ?? 0) + count <= bodyLimit else {
            return refuse(context, .tooLarge(limit: bodyLimit), mayContinue: false)
        }
        countedBytes += count
        guard core.memory.take(count) else { return refuse(context, .busy, mayContinue: false) }
        if body == nil {
            body = bytes
        } else {
            body?.writeImmutableBuffer(bytes)
        }
    }

    /// Answers a complete request, or passes it on.
    private func dispatch(_ context: ChannelHandlerContext) {
        deadline = .distantFuture
        guard let index = exchange?.route else { return }
        let request = ImmediateRequest(
            target: head?.uri ?? "", headers: head?.headers ?? [:], body: body ?? ByteBuffer())
        if let answer = core.table.routes[index].immediately?(worker, request) {
            exchange?.isImmediate = true
            exchange?.legs = answer.legs
            self.answer(context, answer.status, answer.mediaType, answer.body, fields: answer.fields)
            return
        }
        do throws(ServerError) {
            try takeOn()
        } catch {
            return refuse(context, error, mayContinue: true)
        }
        pass(context, body: body)
    }

    private func takeOn() throws(ServerError) {
        // A connection that was accepted while the server was stopping has no task.
        if core.isStopping.load(ordering: .relaxed), !signals.hasTask { throw .busy }
        guard let index = exchange?.route else { throw .internalError }
        let places = core.admission.places(for: core.table.routes[index])
        guard places.take() else { throw .busy }
        exchange?.places = places
        signals.legs = nil
        signals.answerBytes = 0
    }

    /// Passes a request to Hummingbird, with its whole body if `reading` is collecting.
    private func pass(_ context: ChannelHandlerContext, body: ByteBuffer?) {
        guard var head else { return }
        // Only this handler decides when the connection ends, and it discards the body for HEAD.
        head.headers.remove(name: "connection")
        head.headers.remove(name: "expect")
        signals.route = exchange?.route
        signals.isHead = head.method == .HEAD
        if signals.isHead { head.method = .GET }
        self.head = nil
        forgetBody()
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if isComplete {
            if let body { context.fireChannelRead(wrapInboundOut(.body(body))) }
            context.fireChannelRead(wrapInboundOut(.end(nil)))
        }
        context.fireChannelReadComplete()
    }

    private func forgetBody() {
        body = nil
        core.memory.giveBack(countedBytes)
        countedBytes = 0
    }

    // MARK: Responses

    /// Responds with an error. The rest of the request is discarded. `mayContinue` is whether the connection may be
    /// used for further requests.
    private func refuse(_ context: ChannelHandlerContext, _ error: ServerError, mayContinue: Bool) {
        if !isComplete {
            if !mayContinue { isLast = true }
            reading = .dropping(core.limits.discardedBytes)
        }
        let path = exchange?.path ?? ""
        let body = error.status == 204 ? ByteBuffer() : ByteBuffer(bytes: error.json(path: path))
        answer(context, error.status, "application/json", body, fields: error.fields)
    }

    private func answer(
        _ context: ChannelHandlerContext, _ status: Int, _ mediaType: String, _ body: ByteBuffer,
        fields: [String: String]
    ) {
        forgetBody()
        head = nil
        var headers = HTTPHeaders()
        headers.reserveCapacity(8)
        if status != 204, status != 304 {
            headers.add(name: "Content-Type", value: mediaType)
            headers.add(name: "Content-Length", value: String(body.readableBytes))
        }
        headers.add(name: "Date", value: worker.date)
        for (name, value) in fields { headers.add(name: name, value: value) }
        writeHead(context, .init(version: .http1_1, status: .init(statusCode: status), headers: headers), promise: nil)
        writeBody(context, body, promise: nil)
        writeEnd(context, nil, promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // After this handler has responded itself, for example with 408, Hummingbird's response is discarded.
        guard exchange?.isTakenOn == true, exchange?.isAnswered == false else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head): writeHead(context, head, promise: promise)
        case .body(.byteBuffer(let bytes)): writeBody(context, bytes, promise: promise)
        case .body: promise?.fail(ChannelError.operationUnsupported)
        case .end(let trailers):
            if case .passing = reading {
                // Hummingbird receives the end, and the connection reads the rest of the request.
                reading = .dropping(core.limits.discardedBytes)
                isLast = true
                context.fireChannelRead(wrapInboundOut(.end(nil)))
                context.fireChannelReadComplete()
            }
            writeEnd(context, trailers, promise: promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        watchProgress(context)
    }

    private func writeHead(_ context: ChannelHandlerContext, _ head: HTTPResponseHead, promise: EventLoopPromise<Void>?)
    {
        guard let exchange else { return }
        var head = head
        head.headers.add(name: "X-Request-ID", value: exchange.identifier)
        head.headers.add(name: "X-Content-Type-Options", value: "nosniff")
        if let origin = exchange.allowedOrigin {
            head.headers.add(name: "Access-Control-Allow-Origin", value: origin)
            head.headers.add(name: "Access-Control-Expose-Headers", value: "ETag, Location, Retry-After, X-Request-ID")
        }
        if core.access.dependsOnOrigin { head.headers.add(name: "Vary", value: "Origin") }
        if exchange.isVersion10 {
            // HTTP/1.0 has no chunks, so the end of the connection ends the response.
            if !head.headers.contains(name: "content-length") {
                head.version = .http1_0
                isLast = true
            } else if !isLast {
                head.headers.add(name: "Connection", value: "keep-alive")
            }
        }
        if isStopping, waiting.isEmpty { isLast = true }
        if case .passing = reading, head.headers.contains(name: "content-length") {
            // The response is complete before the request.
            isLast = true
        }
        if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        self.exchange?.status = Int(head.status.code)
        self.exchange?.isAnswering = true
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    private func writeBody(_ context: ChannelHandlerContext, _ bytes: ByteBuffer, promise: EventLoopPromise<Void>?) {
        guard exchange?.isHead == false, bytes.readableBytes > 0 else {
            promise?.succeed()
            return
        }
        exchange?.sentBytes += bytes.readableBytes
        signals.answerBytes = exchange?.sentBytes ?? 0
        writtenBytes += bytes.readableBytes
        context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: promise)
    }

    /// Writes the end of a response. The exchange ends before the client can see the response, so that a closing
    /// connection does not hold it.
    private func writeEnd(_ context: ChannelHandlerContext, _ trailers: HTTPHeaders?, promise: EventLoopPromise<Void>?)
    {
        exchange?.isAnswered = true
        context.write(wrapOutboundOut(.end(trailers)), promise: closingPromise(context, promise))
        finishIfComplete(context)
        context.flush()
        watchProgress(context)
        if isInputClosed, exchange == nil, waiting.isEmpty { closeIfWritten(context) }
    }

    /// Returns a promise for the end of a response. Completing it closes the connection after the last response.
    private func closingPromise(
        _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) -> EventLoopPromise<Void>? {
        guard isLast else { return promise }
        let promise = promise ?? context.eventLoop.makePromise()
        let bound = context.loopBound
        promise.futureResult.assumeIsolated().whenComplete { _ in self.close(bound.value) }
        return promise
    }

    /// Logs and counts an exchange whose request and response are complete, and begins the next one.
    private func finishIfComplete(_ context: ChannelHandlerContext) {
        guard let exchange, exchange.isAnswered, isComplete else { return }
        core.report(exchange, signals, isAborted: false, now: context.eventLoop.now)
        self.exchange = nil
        // Whatever comes after the last response is not answered.
        reading = isLast ? .complete : .nothing
        if isLast { return watchProgress(context, always: true) }
        setDeadline(context, context.eventLoop.now + idleTime)
        if isInputClosed, waiting.isEmpty { closeIfWritten(context) } else { receiveWaiting(context) }
    }

    /// The time that a connection without a request may stay.
    private var idleTime: TimeAmount {
        isStopping || isInputClosed ? core.limits.lastRequestTime : core.limits.idleTime
    }

    /// Processes the requests that arrived early, as far as possible.
    private func receiveWaiting(_ context: ChannelHandlerContext) {
        // The end of each response calls this function again: the loop continues instead of recursing.
        if isReceivingWaiting || waiting.isEmpty { return }
        isReceivingWaiting = true
        defer { isReceivingWaiting = false }
        while !waiting.isEmpty, !isClosing, !isComplete {
            if case .nothing = reading, !context.channel.isWritable { break }
            switch waiting.removeFirst() {
            case .part(let part): receive(context, part)
            case .malformed(let error): refuse(context, error)
            }
        }
        if isInputClosed, exchange == nil, waiting.isEmpty { closeIfWritten(context) }
        context.fireChannelReadComplete()
        if isReadHeldBack, waiting.count <= 64 {
            isReadHeldBack = false
            context.read()
        }
    }

    // MARK: The end of the connection

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The bytes after a malformed request are discarded.
        if error is ByteToMessageDecoderError { return }
        guard let error = error as? HTTPParserError, !isClosing else {
            // The client reset the connection, or an error occurred after it was closed.
            if !isClosing { context.close(promise: nil) }
            return
        }
        if isComplete || !waiting.isEmpty { waiting.append(.malformed(error)) } else { refuse(context, error) }
    }

    /// Rejects a malformed request.
    private func refuse(_ context: ChannelHandlerContext, _ error: HTTPParserError) {
        isLast = true
        if exchange?.isAnswering == true {
            // There is no place for an error in the middle of a response.
            if exchange?.isAnswered == false { context.close(promise: nil) } else { close(context) }
            return
        }
        if exchange == nil { beginWithoutHead(context) }
        reading = .complete
        refuse(context, ServerError(error, headerBytes: core.limits.headerBytes), mayContinue: false)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            isStopping = true
            if exchange == nil, !hasPartialHead {
                // A request may be on its way.
                setDeadline(context, min(deadline, context.eventLoop.now + core.limits.lastRequestTime))
            }
        case ChannelEvent.inputClosed:
            isInputClosed = true
            signals.inputClosed()
            if isClosing { return context.close(promise: nil) }
            // A response in progress still reaches a client that has only closed its sending side.
            if exchange == nil, waiting.isEmpty { closeIfWritten(context) }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { receiveWaiting(context) }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        signals.cancel()
        timer?.cancel()
        timer = nil
        forgetBody()
        if let exchange {
            core.report(exchange, signals, isAborted: !exchange.isAnswered, now: context.eventLoop.now)
        }
        exchange = nil
        core.metrics.connectionClosed()
        context.fireChannelInactive()
    }

    /// Closes a connection without a request after the client has read the last response.
    private func closeIfWritten(_ context: ChannelHandlerContext) {
        guard pendingBytes(context) > 0 else { return close(context) }
        watchProgress(context, always: true)
        setDeadline(context, context.eventLoop.now + idleTime)
    }

    /// Closes the connection after the last response. While the client may still be sending, only the sending side is
    /// closed at first: a reset would lose the response.
    private func close(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        waiting.removeAll()
        if isInputClosed || !isLast {
            context.close(promise: nil)
        } else {
            context.close(mode: .output, promise: nil)
            reading = .dropping(core.limits.discardedBytes)
            setDeadline(context, context.eventLoop.now + core.limits.closingTime)
        }
    }

    /// Reads and discards parts after the last response, up to a limit.
    private func drop(_ context: ChannelHandlerContext, _ part: HTTPServerRequestPart) {
        guard case .body(let bytes) = part, case .dropping(let rest) = reading else { return }
        reading = .dropping(rest - bytes.readableBytes)
        if bytes.readableBytes > rest { context.close(promise: nil) }
    }

    // MARK: Deadlines

    /// Sets the time at which the client is too slow.
    private func setDeadline(_ context: ChannelHandlerContext, _ deadline: NIODeadline) {
        self.deadline = deadline
        schedule(context, min(deadline, progressDeadline))
    }

    /// Ensures that the timer fires no later than `time`. A later deadline does not change the timer.
    private func schedule(_ context: ChannelHandlerContext, _ time: NIODeadline) {
        guard time < timerDeadline else { return }
        timer?.cancel()
        timerDeadline = time
        let bound = context.loopBound
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { self.timerFired(bound.value) }
    }

    private func timerFired(_ context: ChannelHandlerContext) {
        timer = nil
        timerDeadline = .distantFuture
        let now = context.eventLoop.now
        if progressDeadline <= now, !isTakingResponse(context) { return context.close(promise: nil) }
        if deadline <= now { return deadlinePassed(context) }
        let next = min(deadline, progressDeadline)
        if next < .distantFuture { schedule(context, next) }
    }

    private func deadlinePassed(_ context: ChannelHandlerContext) {
        deadline = .distantFuture
        if isClosing { return context.close(promise: nil) }
        switch reading {
        case .nothing where !hasPartialHead: closeIfWritten(context)
        case .dropping: context.close(promise: nil)
        default:
            if exchange?.isAnswering == true { return context.close(promise: nil) }
            isLast = true
            if exchange == nil {
                beginWithoutHead(context)
                reading = .collecting
            }
            let seconds = core.limits.arrivalTime.nanoseconds / 1_000_000_000
            refuse(context, ServerError(408, "the request must arrive within \(seconds) seconds"), mayContinue: false)
        }
    }

    /// Starts to monitor whether the client reads the response: if many bytes are pending, or, with `always`, if any
    /// are.
    private func watchProgress(_ context: ChannelHandlerContext, always: Bool = false) {
        guard progressDeadline == .distantFuture, always || !context.channel.isWritable else { return }
        let pending = pendingBytes(context)
        if pending == 0 { return }
        takenBytes = writtenBytes - pending
        progressDeadline = context.eventLoop.now + core.limits.writingTime
        schedule(context, progressDeadline)
    }

    /// Returns whether nothing is pending for the client, or it has read enough since the last call.
    private func isTakingResponse(_ context: ChannelHandlerContext) -> Bool {
        progressDeadline = .distantFuture
        let pending = pendingBytes(context)
        if pending == 0 { return true }
        if writtenBytes - pending - takenBytes < core.limits.writtenBytes { return false }
        watchProgress(context, always: true)
        return true
    }

    private func pendingBytes(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
