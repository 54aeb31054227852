extension StrategyDefinition {
    /// One contract of a strategy, with the ratio of its shares to those of the others and its role.
    struct Part: Sendable {
        let slot: RankedPosition.Slot
        /// Negative if sold.
        let count: Int
        /// The role, which follows side and kind: "long put, lower wing".
        let role: String?
    }

    /// The near or the far expiration.
    enum Expiration: Int {
        case near = 1
        case far
    }
}

extension StrategyDefinition.Part {
    static func stock(_ count: Int) -> Self {
        Self(slot: .init(kind: .stock, strike: 0, expiration: 0), count: count, role: nil)
    }

    static func call(_ count: Int, _ strike: Int, _ role: String? = nil) -> Self {
        Self(slot: .init(kind: .call, strike: strike, expiration: 1), count: count, role: role)
    }

    static func put(_ count: Int, _ strike: Int, _ role: String? = nil) -> Self {
        Self(slot: .init(kind: .put, strike: strike, expiration: 1), count: count, role: role)
    }

    static func call(_ count: Int, _ strike: Int, _ expiration: StrategyDefinition.Expiration) -> Self {
        Self(.call, count, strike, expiration)
    }

    static func put(_ count: Int, _ strike: Int, _ expiration: StrategyDefinition.Expiration) -> Self {
        Self(.put, count, strike, expiration)
    }

    private init(_ kind: NetPosition.Kind, _ count: Int, _ strike: Int, _ expiration: StrategyDefinition.Expiration) {
        self.init(
            slot: .init(kind: kind, strike: strike, expiration: expiration.rawValue), count: count,
            role: "\(expiration) expiration")
    }
}
