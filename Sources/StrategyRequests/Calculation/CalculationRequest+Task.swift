public import ExactPayoff

extension CalculationRequest {
    /// Computes the response off the caller's actor. The computation ends within 10 ms of the cancellation of the task.
    /// - Parameter limits: The limits of the work.
    /// - Returns: The response.
    /// - Throws: `StrategyError`, with the rule `StrategyRule/notCancelled` after a cancellation.
    @concurrent
    public func calculate(limits: WorkLimits) async throws(StrategyError) -> CalculationResponse {
        try calculate(limits: limits, isCancelled: { Task.isCancelled })
    }
}
