internal import NIOCore

/// The responses of one event loop that wait to be sent together.
///
/// A write wakes the client, if it sleeps. A client with several connections that gets one response at a time falls asleep again before the
/// next one; if the responses to all requests that an event loop has read are sent in a row, it is woken once.
final class FlushQueue {
    /// The time between two responses from which on they are sent one by one.
    private static let pause = TimeAmount.microseconds(100)
    /// The time after which a response waits no longer for others.
    private static let delay = TimeAmount.microseconds(200)

    private var waiting: [(handler: ConnectionHandler, context: ChannelHandlerContext)] = []
    private var lastTime = NIODeadline.uptimeNanoseconds(0)
    private var end = NIODeadline.distantFuture

    /// Sends what a connection has written, at the latest when the requests that have been read are answered.
    func add(_ handler: ConnectionHandler, _ context: ChannelHandlerContext) {
        let now = context.eventLoop.now
        let isAlone = waiting.isEmpty && now - lastTime > Self.pause
        lastTime = now
        if isAlone { return handler.flush(context: context) }
        waiting.append((handler, context))
        if waiting.count == 1 {
            end = now + Self.delay
            context.eventLoop.assumeIsolated().execute { self.flush() }
        } else if now > end {
            flush()
        }
    }

    private func flush() {
        // A client that can read again may have further requests waiting, whose responses are added meanwhile.
        let connections = waiting
        waiting = []
        for (handler, context) in connections where context.channel.isActive { handler.flush(context: context) }
    }
}
