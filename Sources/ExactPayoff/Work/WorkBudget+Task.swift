extension WorkBudget {
    /// Runs a computation that stops when the current task is cancelled, off the caller's actor.
    ///
    /// ```swift
    /// let profile = try await WorkBudget.run(.strict) { budget throws(StrategyError) in
    ///     try HorizonProfile(expiring: [near], surviving: [far], riskFreeRate: 0.04, budget: budget)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - limits: The limits of the computation.
    ///   - computation: The computation.
    /// - Returns: Its result.
    /// - Throws: Its error, with the rule ``StrategyRule/notCancelled`` within 10 ms of the cancellation.
    @concurrent
    public static func run<Result: Sendable, Failure: Error>(
        _ limits: WorkLimits, _ computation: @Sendable (WorkBudget) throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try computation(WorkBudget(limits) { Task.isCancelled })
    }
}
