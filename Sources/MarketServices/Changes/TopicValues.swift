extension Topic {
    /// The newest values, as one reader takes them, until the topic ends or the task is cancelled.
    public func values() -> TopicValues<Value> { TopicValues(topic: self) }
}

/// The newest values of a ``Topic``. A slow reader misses values, but never the newest.
public struct TopicValues<Value: Sendable>: AsyncSequence, Sendable {
    /// One reader.
    public struct Iterator: AsyncIteratorProtocol {
        private let topic: Topic<Value>
        private let subscription: Subscription
        private var rings: AsyncStream<Bell.Ring>.Iterator
        private var seen = 0

        init(_ topic: Topic<Value>) {
            let bell = Bell()
            self.topic = topic
            subscription = topic.follow(bell)
            rings = bell.rings.makeAsyncIterator()
        }

        /// Returns the newest value that the reader does not have; `nil` at the end.
        public mutating func next() async -> Value? {
            while true {
                // Asked first: the last value may come between the two.
                let isEnded = topic.isEnded
                if let newest = topic.newest, newest.generation > seen {
                    seen = newest.generation
                    return newest.value
                }
                if isEnded { return nil }
                if await rings.next() == nil { return nil }
            }
        }
    }

    let topic: Topic<Value>

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(topic) }
}
