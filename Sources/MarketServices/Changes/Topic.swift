internal import Synchronization

/// The newest version of a value that changes, for any number of readers.
///
/// The newest version replaces the one before it. A publisher never waits for a reader; a slow reader misses versions, but
/// never the newest.
///
/// ```swift
/// let topic = Topic<Int>()
/// let bell = Bell()
/// let subscription = topic.follow(bell)
/// topic.publish(7)                          // rings
/// topic.newest?.value                       // 7
/// ```
public final class Topic<Value: Sendable>: Sendable {
    /// A version of the value.
    public struct Version: Sendable {
        /// The value.
        public let value: Value
        /// The generation at which it was published.
        public let generation: Int
    }

    private struct State {
        var newest: Version?
        var isEnded = false
        var bells: [Int: Bell] = [:]
        var nextBell = 0
    }

    private let generations: Generations
    private let state = Mutex(State())

    /// Creates a topic without a value.
    ///
    /// - Parameter generations: Counts its versions, and those of other topics that share it.
    public init(_ generations: Generations = Generations()) { self.generations = generations }

    /// The newest version; `nil` before the first.
    public var newest: Version? { state.withLock { $0.newest } }

    /// Whether no version follows.
    public var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Whether somebody follows it.
    public var hasReaders: Bool { state.withLock { !$0.bells.isEmpty } }

    /// Replaces the value, and wakes all readers. Has no effect after ``end()``.
    public func publish(_ value: Value) { update { _, _ in value } }

    /// Replaces the value by one that is made of it, and wakes all readers.
    ///
    /// - Parameter make: Returns the next value from the present one and the generation of the next; `nil` if nothing
    ///   changes. Topics with the same ``Generations`` wait for it.
    public func update(_ make: (Value?, _ generation: Int) -> Value?) {
        let bells = generations.next { generation in
            state.withLock { state -> [Bell]? in
                guard !state.isEnded, let value = make(state.newest?.value, generation) else { return nil }
                state.newest = Version(value: value, generation: generation)
                return Array(state.bells.values)
            }
        }
        for bell in bells ?? [] { bell.ring(.change) }
    }

    /// Ends the topic after its newest version.
    public func end() {
        let bells = state.withLock { state in
            state.isEnded = true
            return Array(state.bells.values)
        }
        for bell in bells { bell.ring(.change) }
    }

    /// Rings a bell at each change from now on, as long as the subscription exists.
    public func follow(_ bell: Bell) -> Subscription {
        let number = state.withLock { state in
            state.nextBell += 1
            state.bells[state.nextBell] = bell
            return state.nextBell
        }
        return Subscription { [self] in _ = state.withLock { $0.bells.removeValue(forKey: number) } }
    }
}

/// Counts the changes of several topics, so that one number denotes the state of all.
public final class Generations: Sendable {
    private let last = Mutex(0)

    /// Creates a count at 0.
    public init() {}

    /// The generation of the last change. Its version is the newest of its topic, or a later one is.
    public var newest: Int { last.withLock { $0 } }

    /// Performs a change with the next generation, which counts unless the change returns `nil`.
    func next<Result>(_ change: (Int) -> Result?) -> Result? {
        last.withLock { last in
            let result = change(last + 1)
            if result != nil { last += 1 }
            return result
        }
    }
}

/// The time during which a reader follows a topic.
public final class Subscription: Sendable {
    private let end: @Sendable () -> Void

    /// Creates a subscription.
    ///
    /// - Parameter end: Called when the last reference is released.
    public init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
