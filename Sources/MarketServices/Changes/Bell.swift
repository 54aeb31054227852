/// Wakes one reader. Rings before the reader looks count as one, so a slow reader costs no memory.
public struct Bell: Sendable {
    /// Why the bell rings.
    public enum Ring: Sendable {
        /// A topic has changed or ended.
        case change
        /// Some time has passed.
        case pause
    }

    /// The rings, which end with ``finish()``. One task iterates over them.
    public let rings: AsyncStream<Ring>
    private let continuation: AsyncStream<Ring>.Continuation

    /// Creates a bell.
    public init() {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes the reader, without waiting for it.
    public func ring(_ ring: Ring) { continuation.yield(ring) }

    /// Ends the rings.
    public func finish() { continuation.finish() }
}
