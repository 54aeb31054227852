/// The remaining work that a computation may spend.
///
/// Functions that can run long take a budget. If the cost follows from the sizes of the input, they throw before they
/// begin; otherwise, as in searches, they throw when the budget is exhausted.
///
/// ```swift
/// let budget = WorkBudget(.strict) { clock.now > deadline }
/// let profits = try strategy.profits(in: grid, budget: budget)
/// ```
///
/// Computations that share a budget share its remainder. The results do not depend on the budget. Each task or thread
/// needs its own budgets.
public final class WorkBudget {
    /// The maximum number of valuations between two calls of the check, apart from a single matrix product: half a
    /// millisecond.
    public static let checkInterval = 1 << 16

    /// The initial limits.
    public let limits: WorkLimits
    // Accesses to private properties are checked for conflicts at compile time.
    private var remainingValuations: Int
    private var remainingPoints: Int
    private var valuationsUntilCheck = WorkBudget.checkInterval
    private let isCancelled: (@Sendable () -> Bool)?

    /// Creates a budget.
    ///
    /// - Parameters:
    ///   - limits: The limits; by default, the budget refuses nothing.
    ///   - isCancelled: Called every ``checkInterval`` valuations, on the thread that computes; `true` ends the computation with
    ///     ``StrategyRule/notCancelled``. Use it for a deadline or for the cancellation of a task.
    public init(_ limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil) {
        self.limits = limits
        self.isCancelled = isCancelled
        remainingValuations = limits.valuations
        remainingPoints = limits.responsePoints
    }

    /// The valuations that are left.
    public var valuations: Int { remainingValuations }
    /// The response points that are left.
    public var responsePoints: Int { remainingPoints }

    /// Resets the budget to its initial limits.
    package func renew() {
        (remainingValuations, remainingPoints) = (limits.valuations, limits.responsePoints)
        valuationsUntilCheck = Self.checkInterval
    }

    /// Spends valuations.
    ///
    /// - Throws: ``StrategyError`` with the rule ``StrategyRule/withinLimit(_:_:)`` if fewer remain, or
    ///   ``StrategyRule/notCancelled`` if the check returns `true`.
    @inline(__always)
    public func spend(_ cost: Int) throws(StrategyError) {
        try require(cost)
        remainingValuations -= cost
        valuationsUntilCheck -= cost
        if valuationsUntilCheck <= 0 { try check() }
    }

    /// Spends response points, and the valuations for writing them.
    ///
    /// - Throws: As ``spend(_:)``.
    public func spend(responsePoints count: Int) throws(StrategyError) {
        guard count <= remainingPoints else { throw exceeded(.responsePoints) }
        try spend(count.saturatingProduct(WorkCost.responsePoint))
        remainingPoints -= count
    }

    /// Throws if fewer valuations than `cost` remain, without spending them: the estimate before work begins.
    ///
    /// - Throws: ``StrategyError`` with the rule ``StrategyRule/withinLimit(_:_:)``.
    public func require(_ cost: Int) throws(StrategyError) {
        guard cost <= remainingValuations else { throw exceeded(.valuations) }
    }

    // Inlinable, because the limit is a constant at most call sites.

    /// Throws if the value of a request exceeds one of the limits.
    ///
    /// - Throws: ``StrategyError`` with the rule ``StrategyRule/withinLimit(_:_:)``.
    @inlinable
    public func require(_ name: WorkLimits.Name, _ value: Int) throws(StrategyError) {
        guard value <= limits[name] else { throw exceeded(name) }
    }

    @inline(never) @usableFromInline
    func exceeded(_ limit: WorkLimits.Name) -> StrategyError {
        StrategyError("", .withinLimit(limit, limits[limit]))
    }

    /// Returns an array of zeros. Large arrays cost time, since their memory must be mapped, and count as memory of the
    /// computation.
    package func zeros(_ count: Int) throws(StrategyError) -> [Double] {
        try require(count.saturatingProduct(WorkCost.heldNumber))
        var zeros: [Double] = []
        zeros.reserveCapacity(count)
        while zeros.count < count {
            let part = min(Self.checkInterval, count - zeros.count)
            zeros.append(contentsOf: repeatElement(0, count: part))
            try spend(part * WorkCost.heldNumber)
        }
        return zeros
    }

    /// Calls the check now.
    ///
    /// - Throws: ``StrategyError`` with the rule ``StrategyRule/notCancelled``.
    public func check() throws(StrategyError) {
        valuationsUntilCheck = Self.checkInterval
        if let isCancelled, isCancelled() { throw StrategyError("", .notCancelled) }
    }
}

extension Int {
    /// The product of two counts, or `Int.max` where it is greater.
    @inlinable
    package func saturatingProduct(_ other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
