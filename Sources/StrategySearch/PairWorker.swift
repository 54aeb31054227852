internal import ExactPayoff
internal import OptionKernels
internal import StrategyRequests

/// Searches parts of the combinations of two expirations on one thread.
struct PairWorker {
    /// A combination with bounds of its value.
    struct Candidate: Sendable {
        let combination: Combination
        let low: Double, high: Double
    }

    /// What may belong to the answer.
    struct Found: Sendable {
        var candidates: [Candidate] = [], riskless: [Candidate] = []
    }

    /// The packs of the later expiration that are compared at a time.
    static let capacity = 8192

    private let request: FindRequest
    private let shared: SearchProgress
    private let instructionSet: InstructionSet
    private let shouldStop: () -> Bool
    private let filter: CombinationFilter
    private let filters: FindFilters
    private let isRatio: Bool, needsLimit: Bool
    private let wantedNames: Set<String>
    private var packs = SearchPacks(capacity: Self.capacity)
    private var farPacks: [(first: Int, second: Int?)] = []
    /// By lower bounds of values, which are bounds of the last value that is wanted.
    private var ranked: RankedSet, riskless: RankedSet
    private var profits: [Double] = []
    private(set) var found = Found()

    init(
        _ request: FindRequest, _ shared: SearchProgress, _ instructionSet: InstructionSet,
        _ shouldStop: @escaping () -> Bool
    ) {
        (self.request, self.shared) = (request, shared)
        (self.instructionSet, self.shouldStop) = (instructionSet, shouldStop)
        filters = request.filters
        filter = CombinationFilter(request.filters, amountError: 5e-9)
        isRatio = request.objectives[0].needsLimitedLoss
        needsLimit =
            isRatio || filters.definedRisk || filters.noNaked || filters.maxLoss != nil || filters.capital.isGiven
        wantedNames = Set(request.search.strategies)
        ranked = RankedSet(limit: request.effectiveLimit, mergesEquivalents: request.search.mergesEquivalents)
        riskless = RankedSet(limit: 5, mergesEquivalents: false)
    }

    private var threshold: Double {
        let value = max(ranked.threshold, shared.knownThreshold)
        return value > -.infinity ? value - 1e-8 * value.magnitude : value
    }

    mutating func search(_ part: PairPart, of plan: PairPlan) {
        guard !shared.hasEnded else { return }
        packs.removeAll()
        farPacks.removeAll(keepingCapacity: true)
        var singles = 0
        for index in part.far {
            guard let pack = PairPlan.pack(index, plan.farSides) else { continue }
            packs.append(plan.farSides[pack.first].rows, pack.second.map { plan.farSides[$0].rows })
            farPacks.append(pack)
            if pack.second == nil { singles = farPacks.count }
        }
        let packs = packs
        var places: [Int32] = []
        let legs = request.search.legs
        let unit = plan.near.amounts.shares
        let largest = plan.largestProfit
        for added in request.search.shares ? [0, 1, -1] : [0] {
            let start = plan.start(added)
            var conditions = conditions(start, unit, margin: Float(largest * 1e-6) + 1e-6, plan)
            var work = 0
            for index in part.near {
                guard let pack = PairPlan.pack(index, plan.nearSides) else { continue }
                var rows = start.rows
                for side in [pack.first, pack.second].compactMap(\.self) {
                    for row in rows.indices { rows[row] += plan.nearSides[side].rows[row] }
                }
                let count = (pack.second == nil ? 1 : 2) + (added == 0 ? 0 : 1)
                let from = legs.contains(count + 1) ? 0 : singles
                let to = legs.contains(count + 2) ? farPacks.count : singles
                work += 1
                if work.isMultiple(of: 64) {
                    conditions.threshold = floatThreshold(unit)
                    shared.end(if: shouldStop())
                }
                if shared.hasEnded { return }
                guard from < to else { continue }
                packs.scan(rows, from..<to, &conditions, instructionSet, &places) { place, conditions in
                    consider(start, pack, farPacks[place], plan)
                    conditions.threshold = floatThreshold(unit)
                    setRiskless(&conditions, unit)
                }
            }
        }
        shared.raiseThreshold(to: ranked.threshold)
        removeBeaten()
        shared.finishPart(weight: part.weight, ranked.elements.prefix(5))
    }

    /// Removes the candidates that cannot belong to the answer any more.
    private mutating func removeBeaten() {
        let (least, threshold) = (riskless.threshold, self.threshold)
        if found.candidates.count > 4096 { found.candidates.removeAll { $0.high < threshold } }
        if found.riskless.count > 64 { found.riskless.removeAll { $0.high < least } }
    }

    // MARK: Conditions

    /// A value of the objective per share, rounded down.
    private func floatThreshold(_ unit: Double) -> Float {
        let value = isRatio ? threshold : threshold / unit
        return Float(value) - Float(value).magnitude * 1e-6
    }

    private func setRiskless(_ conditions: inout PairConditions, _ unit: Double) {
        let margin = conditions.margin
        conditions.riskless = max(Float(riskless.threshold / unit) - margin, -margin)
        // What cannot lose has no negative mean.
        if !request.objectives[0].needsTarget { conditions.leastRisklessValue = conditions.riskless - margin }
    }

    private func conditions(_ start: PairPlan.Start, _ unit: Double, margin: Float, _ plan: PairPlan) -> PairConditions
    {
        var conditions = PairConditions()
        conditions.isRatio = isRatio
        conditions.margin = margin
        conditions.threshold = floatThreshold(unit)
        setRiskless(&conditions, unit)
        if let most = filters.maxLoss { conditions.greatestLoss = Float(most / unit) + margin }
        if let most = filters.netCost.maximum { conditions.greatestCost = Float(most / unit) + margin }
        if let least = filters.netCost.minimum { conditions.leastCost = Float(least / unit) - margin }
        if needsLimit, plan.grid.isWhole { conditions.leastSlope = -1e-5 }
        if filters.noNaked { (conditions.leastCalls, conditions.leastPuts) = (-1e-5, -1e-5) }
        return conditions
    }

    // MARK: Combinations

    private mutating func consider(
        _ start: PairPlan.Start, _ near: (first: Int, second: Int?), _ far: (first: Int, second: Int?),
        _ plan: PairPlan
    ) {
        let first = [near.first, near.second].compactMap { $0.map { plan.nearSides[$0] } }
        let second = [far.first, far.second].compactMap { $0.map { plan.farSides[$0] } }
        let sides = first + second
        guard start.added != 0 || sides.contains(where: { $0.leg.quantity.magnitude == 1 }) else { return }
        let unit = plan.near.amounts.shares
        var bounds = PairBounds(start)
        for side in sides { bounds.add(side) }
        guard passesAdditive(bounds, unit) else { return }
        let value = request.objectives[0].needsTarget ? bounds.target : bounds.mean
        guard !value.isNaN else { return }
        let combination = plan.combination(start.added, first, second)
        if !wantedNames.isEmpty {
            guard let name = plan.name(of: combination), wantedNames.contains(name) else { return }
        }
        let needsChance = filters.probabilityOfProfit.isGiven
        bounds.findExtremes(of: plan, first, second, needsChance: needsChance, &profits)
        let isLimited = !plan.grid.isWhole || bounds.slope >= -1e-9
        guard isLimited || !needsLimit else { return }
        let error = 1e-7 * (1 + bounds.cost.magnitude)
        let (low, high) = (isLimited ? bounds.low - error : -.infinity, isLimited ? bounds.high + error : -.infinity)
        // Of a capital: at least, and at most.
        let (least, most) = (max(-high, bounds.cost) * unit, max(-low, bounds.cost) * unit)
        let loss = Certainty(
            high * unit >= -(filters.maxLoss ?? .infinity), low * unit >= -(filters.maxLoss ?? .infinity))
        let capital = Certainty(of: filters.capital, least...max(least, most))
        let chance =
            needsChance
            ? Certainty(of: filters.probabilityOfProfit, (bounds.chanceLow - 1e-9)...(bounds.chanceHigh + 1e-9))
            : .always
        guard loss.isPossible, capital.isPossible, chance.isPossible else { return }
        let isSure = loss.isSure && capital.isSure && chance.isSure
        if high >= -1e-9, isLimited {
            offerRiskless(combination, low: low * unit, high: high * unit)
            // It is an answer only if it can lose.
        }
        guard low < 1e-6 || !isLimited else { return }
        let money = value * unit
        var range = (low: money, high: money)
        if isRatio {
            guard most > 0 else { return }
            let floor = max(least, 1e-9)
            range = money >= 0 ? (money / most, money / floor) : (money / floor, money / most)
        }
        range.low -= 1e-9 * range.low.magnitude
        range.high += 1e-9 * range.high.magnitude
        guard range.high >= threshold else { return }
        found.candidates.append(Candidate(combination: combination, low: range.low, high: range.high))
        if isSure, high < -1e-9 || !isLimited {
            ranked.offer(
                RankedCombination(
                    values: ObjectiveValues([range.low]), mean: 0, combination: combination,
                    equivalenceClass: combination.equivalenceClass))
        }
        if found.candidates.count > 1 << 17 { removeBeaten() }
    }

    private mutating func offerRiskless(_ combination: Combination, low: Double, high: Double) {
        guard high >= riskless.threshold else { return }
        found.riskless.append(Candidate(combination: combination, low: low, high: high))
        guard low >= 0 else { return }
        riskless.offer(
            RankedCombination(
                values: ObjectiveValues([low]), mean: 0, combination: combination,
                equivalenceClass: combination.equivalenceClass))
    }

    /// Whether a combination passes the filters of amounts that are sums over its legs.
    private func passesAdditive(_ bounds: PairBounds, _ unit: Double) -> Bool {
        func passes(_ filter: FindFilters.Bounds, _ value: Double) -> Bool {
            filter.allow(value, error: 1e-7 * (1 + value.magnitude))
        }
        return passes(filters.netCost, bounds.cost * unit) && passes(filters.expectedProfit, bounds.mean * unit)
            && passes(filters.profitAtTarget, bounds.target * unit) && passes(filters.netDelta, bounds.delta)
            && passes(filters.netTheta, bounds.theta) && passes(filters.netVega, bounds.vega)
            && (!filters.noNaked || bounds.calls >= -1e-9 && bounds.puts >= -1e-9)
    }
}

/// Whether a condition can hold, and whether it holds for sure.
private struct Certainty {
    let isPossible: Bool, isSure: Bool

    static let always = Certainty(true, true)

    init(_ isPossible: Bool, _ isSure: Bool) { (self.isPossible, self.isSure) = (isPossible, isSure) }

    /// Whether a value in a range lies within bounds.
    init(of bounds: FindFilters.Bounds, _ range: ClosedRange<Double>) {
        let (minimum, maximum) = (bounds.minimum ?? -.infinity, bounds.maximum ?? .infinity)
        isPossible = range.upperBound >= minimum && range.lowerBound <= maximum
        isSure = range.lowerBound >= minimum && range.upperBound <= maximum
    }
}
