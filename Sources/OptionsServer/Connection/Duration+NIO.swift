internal import NIOCore

extension Duration {
    /// The time from the start of NIO's clock.
    init(_ deadline: NIODeadline) { self = .nanoseconds(deadline.uptimeNanoseconds) }
}

extension NIODeadline {
    init(_ time: Duration) {
        let (seconds, attoseconds) = time.components
        self = .uptimeNanoseconds(UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000)
    }
}
