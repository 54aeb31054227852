public import ExactPayoff
public import OptionKernels
internal import OptionPricing
public import StrategyRequests
internal import StrategyValuation
internal import Synchronization

/// Searches all combinations of a chain for the best ones.
///
/// ```swift
/// var request = FindRequest(currentPrice: 100, options: quotes, objectives: [.expectedProfitPerCapital])
/// request.timeToExpiration = 0.1
/// let response = try StrategyFinder(jobs: 2).find(request)
/// response.strategies[0].title
/// ```
///
/// No combination within the request is left out: each is valued, or belongs to a class of which a bound shows that it has no
/// answer. Answers are valued by the engine. The response depends neither on the number of threads nor on the order of work.
public struct StrategyFinder: Sendable {
    /// The number of threads.
    public var jobs: Int
    /// The limits of the work.
    public var limits: WorkLimits
    /// The instruction set of the kernel.
    public var instructionSet: InstructionSet
    /// Called on every thread every few milliseconds, or more often; `true` ends the search.
    public var isCancelled: (@Sendable () -> Bool)?
    /// The seconds since the beginning, for the time limit of a request and for reports of progress.
    public var elapsed: (@Sendable () -> Double)?
    /// Called on any thread at the beginning, and then at most every 100 ms.
    public var progress: (@Sendable (FindProgress) -> Void)?

    /// Creates a finder.
    public init(
        jobs: Int = 1, limits: WorkLimits = .generous, instructionSet: InstructionSet = .best,
        isCancelled: (@Sendable () -> Bool)? = nil, elapsed: (@Sendable () -> Double)? = nil,
        progress: (@Sendable (FindProgress) -> Void)? = nil
    ) {
        self.jobs = jobs
        self.limits = limits
        self.instructionSet = instructionSet
        self.isCancelled = isCancelled
        self.elapsed = elapsed
        self.progress = progress
    }

    /// Answers a request.
    ///
    /// - Parameter request: The request, which is validated.
    /// - Returns: The best strategies.
    /// - Throws: `StrategyError` naming the first member that breaks a rule, with the rule `StrategyRule/withinLimit(_:_:)` for too
    ///   many combinations, and with `StrategyRule/notCancelled` after a cancellation.
    public func find(_ request: FindRequest) throws(StrategyError) -> FindResponse {
        try request.validate()
        return try find(valid: request)
    }

    /// Answers a valid request.
    package func find(valid request: FindRequest) throws(StrategyError) -> FindResponse {
        let budget = WorkBudget(.generous, isCancelled: isCancelled)
        let plans = try SearchPlan.all(of: request, limits, budget)
        let map = ParallelMap(jobs: jobs, limits: limits, isCancelled: isCancelled)
        var source = AnswerSource(plans: plans)
        let combinations = try source.addPairs(request, limits, map)
        let (findings, covered) = try search(source, request, budget, map)
        let contracts = plans.map(\.contracts)
        var response = FindResponse(
            examined: .init(
                combinations: combinations, quoted: request.options.count,
                usable: contracts.reduce(0) { $0 + $1.usableCount },
                excluded: contracts.reduce(into: [:]) { $0.merge($1.excluded, uniquingKeysWith: +) }),
            conventions: plans[0].chain.conventions)
        response.conventions.expirations = plans.map(\.chain.horizon)
        response.conventions.hasDividends = plans.contains { $0.chain.conventions.hasDividends }
        response.conventions.hasPairs = request.search.expirations == 2
        response.conventions.priceRange = request.search.expirations == 2 ? request.search.priceRange : nil
        response.objectives = request.objectives
        if let covered { (response.isComplete, response.covered) = (false, covered) }
        response.holdings = try plans[0].valueHoldings(WorkBudget(limits, isCancelled: isCancelled))
        response.riskless = try map(Array(findings.riskless.elements.prefix(5))) {
            [source] (element, budget) throws(StrategyError) in try source.riskless(element.combination, budget)
        }
        try FindAnswer(request, source, findings, map).write(to: &response)
        return response
    }

    private func search(
        _ source: AnswerSource, _ request: FindRequest, _ budget: WorkBudget, _ map: ParallelMap
    ) throws(StrategyError) -> (findings: SearchFindings, covered: Double?) {
        let shared = SearchProgress()
        let observer = SearchObserver(self, source, request, shared)
        let instructionSet = instructionSet
        if request.search.expirations == 2 {
            observer.report()
            let findings = try PairSearch(source, request, shared, instructionSet, map) { observer.shouldStop() }
                .findings()
            try budget.check()
            return (findings, shared.hasEnded ? shared.snapshot.covered : nil)
        }
        let parts = SearchPart.all(of: source.plans)
        @Sendable func work() -> SearchFindings {
            var findings = SearchFindings(request)
            var next = shared.nextPart.add(1, ordering: .relaxed).oldValue
            // The parts of an expiration follow each other.
            for (index, plan) in source.plans.enumerated() {
                var worker = SearchWorker(plan, shared, instructionSet) { observer.shouldStop() }
                while next < parts.count, parts[next].plan == index {
                    worker.search(parts[next])
                    observer.report()
                    next = shared.nextPart.add(1, ordering: .relaxed).oldValue
                }
                findings.merge(worker.findings)
            }
            return findings
        }
        observer.report()
        var findings = SearchFindings(request)
        for found in onThreads(jobs, work) { findings.merge(found) }
        try budget.check()
        return (findings, shared.hasEnded ? shared.snapshot.covered : nil)
    }
}

/// The progress of a search.
public struct FindProgress: Sendable {
    /// The share of combinations that were covered.
    public let covered: Double
    /// Up to five of the best combinations so far: their titles and objectives.
    public let best: [(title: String, objectives: [(objective: FindObjective, value: Double)])]

    /// That of a search that has not begun.
    package static let none = FindProgress(covered: 0, best: [])
}

/// Watches the clock and the cancellation of a search, and reports its progress.
private final class SearchObserver: Sendable {
    private let isCancelled: (@Sendable () -> Bool)?
    private let elapsed: (@Sendable () -> Double)?
    private let progress: (@Sendable (FindProgress) -> Void)?
    private let source: AnswerSource
    private let request: FindRequest
    private let shared: SearchProgress
    /// The time of the last report.
    private let lastReport = Mutex(-1.0)
    private static let interval = 0.1

    init(_ finder: StrategyFinder, _ source: AnswerSource, _ request: FindRequest, _ shared: SearchProgress) {
        (isCancelled, elapsed, progress) = (finder.isCancelled, finder.elapsed, finder.progress)
        self.source = source
        self.request = request
        self.shared = shared
    }

    func shouldStop() -> Bool {
        report()
        if let isCancelled, isCancelled() { return true }
        guard let limit = request.timeLimit, let elapsed else { return false }
        return elapsed() > limit
    }

    /// Reports the progress at once, and then at most every 100 ms.
    func report() {
        guard let progress else { return }
        lastReport.withLock { last in
            let now = elapsed?() ?? 0
            guard last < 0 || now - last >= Self.interval else { return }
            last = now
            let (covered, best) = shared.snapshot
            let objectives = request.objectives
            progress(
                FindProgress(
                    covered: covered,
                    best: best.map { element in
                        (
                            source.title(of: element.combination),
                            objectives.indices.map { (objectives[$0], element.values[$0]) }
                        )
                    }))
        }
    }
}
