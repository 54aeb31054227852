internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

extension ConnectionHandler {
    /// The size up to which a body is copied after its head: that takes less time than two writes.
    private static let copiedBytes = 16 << 10
    private static let lineEnd = ByteBuffer(string: "\r\n")
    private static let lastChunk = ByteBuffer(string: "0\r\n\r\n")

    /// Writes a whole response at once.
    func respond(_ context: ChannelHandlerContext, _ error: ServerError?, isLast: Bool) {
        let own = answer.take()
        let answer = error.map { ImmediateAnswer($0, path: exchange?.path ?? "") } ?? own
        request.removeAll()
        guard let answer, var exchange = exchange.take() else { return }
        let response = worker.response(
            &exchange, answer, isLast: isLast, dependsOnOrigin: core.access.dependsOnOrigin,
            copiedBytes: Self.copiedBytes)
        let promise = isLast ? telling(context, nil) : nil
        let count = exchange.isHead ? 0 : answer.body.readableBytes
        exchange.sentBytes += count
        writtenBytes += count
        self.exchange = exchange
        let isCopied = count <= Self.copiedBytes
        mayWait = isCopied && !isLast
        send(context, response, isCopied ? promise : nil)
        if !isCopied { send(context, answer.body, promise) }
    }

    /// Writes the next part of the response of a task.
    func writeNext(_ context: ChannelHandlerContext, isLast: Bool) {
        guard var exchange, let (part, promise) = unwritten.popFirst() else { return }
        mayWait = false
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

    func send(_ context: ChannelHandlerContext, _ bytes: ByteBuffer, _ promise: EventLoopPromise<Void>?) {
        context.write(wrapOutboundOut(.byteBuffer(bytes)), promise: promise)
    }

    /// How far the client has read.
    func output(_ context: ChannelHandlerContext) -> Output {
        // A response that waits for others does not wait for the client.
        context.flush()
        let pending = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        return Output(pending: pending, taken: writtenBytes - pending)
    }
}
