internal import MarketServices

/// The events of several topics, for one reader.
struct StreamEvents: EventSource {
    private let topics: [StreamTopic]
    private let instance: String
    private let generations: Generations
    /// The generation of each topic that the reader has; `nil` if it has nothing.
    private var sent: [Int?]

    /// - Parameters:
    ///   - topics: The topics.
    ///   - instance: The first part of identifiers.
    ///   - generations: Counts the changes of the topics.
    ///   - identifier: The last one that the reader has. Only one of the same instance counts.
    init(_ topics: [StreamTopic], instance: String, _ generations: Generations, after identifier: String?) {
        self.topics = topics
        self.instance = instance
        self.generations = generations
        var generation: Int?
        if let identifier, identifier.hasPrefix(instance + "-") {
            generation = Int(identifier.dropFirst(instance.count + 1)).flatMap {
                (0...generations.newest).contains($0) ? $0 : nil
            }
        }
        sent = topics.map { _ in generation }
    }

    mutating func events() -> (events: [ServerEvent], isLast: Bool) {
        // Asked first: changes that come meanwhile are sent, and would be sent again to a reader who returns.
        let newest = generations.newest
        var events: [ServerEvent] = []
        for (index, topic) in topics.enumerated() {
            guard let next = topic.events(since: sent[index]) else { continue }
            sent[index] = next.generation
            events += next.events
        }
        if !events.isEmpty { events[events.count - 1].identifier = "\(instance)-\(newest)" }
        return (events, false)
    }
}
