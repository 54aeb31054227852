/// The threads for requests that an event loop does not answer.
///
/// Each kind of work has a queue of its own, so that a long search delays neither calculations nor another kind of search.
struct WorkPools: Sendable {
    /// For calculations, of half a second at most.
    let calculations: CalculationPool
    /// For margin that needs a solver. A solver searches one program at a time, and cannot be cancelled.
    let solver: CalculationPool
    /// For searches of strategies, which use several processors each.
    let searches: CalculationPool

    init(_ limits: ServerLimits) {
        calculations = CalculationPool(threads: limits.calculationThreads, waiting: limits.waitingCalculations)
        solver = CalculationPool(threads: 1, waiting: limits.waitingSearches)
        searches = CalculationPool(threads: limits.searches, waiting: limits.waitingSearches)
    }

    /// The number of requests that run or wait.
    var depth: Int { calculations.depth + solver.depth + searches.depth }
}
