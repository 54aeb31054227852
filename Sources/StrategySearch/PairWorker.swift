internal import ExactPayoff
internal import OptionKernels
internal import StrategyRequests

/// Searches parts of the combinations of two expirations on one thread.
struct PairWorker {
    /// A combination with bounds of its value.
    struct Candidate: Sendable {
        let combination: Combination
        let low: Double, high: Double
        /// The index of its name, if the request concerns names.
        let name: Int?
    }

    /// What may belong to the answer.
    struct Found: Sendable {
        var candidates: [Candidate] = [], riskless: [Candidate] = []
    }

    /// The packs of the later expiration that are compared at a time.
    static let capacity = 8192
    /// About two milliseconds of named combinations, at 2 µs each.
    private static let checkInterval = 1024

    private let request: FindRequest
    private let shared: SearchProgress
    private let instructionSet: InstructionSet
    private let shouldStop: () -> Bool
    private let filter: CombinationFilter
    private let filters: FindFilters
    private let isRatio: Bool, needsLimit: Bool
    private let names: PairNames?
    private let ranksNames: Bool
    private var packs = SearchPacks(capacity: Self.capacity)
    private var farPacks: [(first: Int, second: Int?)] = []
    /// The shapes of the later packs, and their places by shape, for a search by name.
    private var farGroups: [PairNames.Group] = []
    private var placesByGroup: [[Int]] = []
    private var workUntilCheck = Self.checkInterval
    /// By lower bounds of values, which are bounds of the last value that is wanted.
    private var ranked: RankedSet, riskless: RankedSet
    /// The same by name, if the request asks for the best of each name.
    private var named: [RankedSet]
    private var profits: [Double] = []
    private(set) var found = Found()

    init(
        _ request: FindRequest, _ names: PairNames?, _ shared: SearchProgress, _ instructionSet: InstructionSet,
        _ shouldStop: @escaping () -> Bool
    ) {
        (self.request, self.names, self.shared) = (request, names, shared)
        (self.instructionSet, self.shouldStop) = (instructionSet, shouldStop)
        filters = request.filters
        filter = CombinationFilter(request.filters, amountError: 5e-9)
        isRatio = request.objectives[0].needsLimitedLoss
        needsLimit =
            isRatio || filters.definedRisk || filters.noNaked || filters.maxLoss != nil || filters.capital.isGiven
        ranksNames = request.search.perStrategy
        ranked = RankedSet(limit: request.effectiveLimit, mergesEquivalents: request.search.mergesEquivalents)
        named = [RankedSet](repeating: ranked, count: ranksNames ? names?.names.count ?? 0 : 0)
        riskless = RankedSet(limit: 5, mergesEquivalents: false)
    }

    /// The least value of a combination with a name that may still be wanted.
    private func threshold(_ name: Int?) -> Double {
        var value = max(ranked.threshold, shared.knownThreshold)
        if ranksNames, let name { value = named[name].threshold }
        return value > -.infinity ? value - 1e-8 * value.magnitude : value
    }

    mutating func search(_ part: PairPart, of plan: PairPlan) {
        guard !shared.hasEnded else { return }
        let singles = loadFarPacks(part, plan)
        let packs = packs
        var places: [Int32] = []
        let legs = request.search.legs
        let unit = plan.near.amounts.shares
        let largest = plan.largestProfit
        for (shareIndex, added) in request.search.startingShares.enumerated() {
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
                if let names {
                    scan(names, shareIndex, start, pack, rows, margin: conditions.margin, plan)
                    continue
                }
                packs.scan(rows, from..<to, &conditions, instructionSet, &places) { place, conditions in
                    consider(start, pack, farPacks[place], name: nil, plan)
                    conditions.threshold = floatThreshold(unit)
                    setRiskless(&conditions, unit)
                }
            }
        }
        if !ranksNames { shared.raiseThreshold(to: ranked.threshold) }
        removeBeaten()
        shared.finishPart(weight: part.weight, ranked.elements.prefix(5) + named.compactMap(\.elements.first))
    }

    /// Loads the later packs of a part, those of one leg first, and returns the number of these.
    private mutating func loadFarPacks(_ part: PairPart, _ plan: PairPlan) -> Int {
        packs.removeAll()
        farPacks.removeAll(keepingCapacity: true)
        farGroups.removeAll(keepingCapacity: true)
        placesByGroup = [[Int]](repeating: [], count: names == nil ? 0 : PairNames.Group.count)
        var singles = 0
        for index in part.far {
            guard let pack = PairPlan.pack(index, plan.farSides) else { continue }
            if names == nil {
                packs.append(plan.farSides[pack.first].rows, pack.second.map { plan.farSides[$0].rows })
            } else {
                let group = PairNames.Group(pack, plan.farSides, plan.far)
                placesByGroup[group.code].append(farPacks.count)
                farGroups.append(group)
            }
            farPacks.append(pack)
            if pack.second == nil { singles = farPacks.count }
        }
        return singles
    }

    /// Considers the later packs that have a name together with an earlier one.
    private mutating func scan(
        _ names: PairNames, _ shareIndex: Int, _ start: PairPlan.Start, _ near: (first: Int, second: Int?),
        _ rows: [Float], margin: Float, _ plan: PairPlan
    ) {
        let unit = plan.near.amounts.shares
        let group = PairNames.Group(near, plan.nearSides, plan.near)
        for partner in names.partners(shareIndex, group) {
            for far in placesByGroup[partner] {
                guard let name = names.index(shareIndex, group, farGroups[far]) else { continue }
                workUntilCheck -= 1
                if workUntilCheck <= 0 {
                    workUntilCheck = Self.checkInterval
                    shared.end(if: shouldStop())
                    if shared.hasEnded { return }
                }
                let (first, second) = farPacks[far]
                let (one, other) = (plan.farSides[first].rows, second.map { plan.farSides[$0].rows })
                // The least profit is at most the one at each price of the kernel.
                var least = Float.infinity
                for point in 0..<SearchPacks.pointCount {
                    least = min(least, rows[point] + one[point] + (other?[point] ?? 0))
                }
                least += margin
                let cost = rows[SearchPacks.cost] + one[SearchPacks.cost] + (other?[SearchPacks.cost] ?? 0)
                let value = rows[SearchPacks.value] + one[SearchPacks.value] + (other?[SearchPacks.value] ?? 0) + margin
                if least < -margin || Double(least) * unit < riskless.threshold {
                    let capital = max(-least, cost - margin)
                    let most =
                        !isRatio ? Double(value) * unit : value > 0 && capital > 0 ? Double(value / capital) : nil
                    if let most, most + 1e-6 * most.magnitude < threshold(name) { continue }
                }
                consider(start, near, farPacks[far], name: name, plan)
            }
        }
    }

    /// Removes the candidates that cannot belong to the answer any more.
    private mutating func removeBeaten() {
        let least = riskless.threshold
        if found.candidates.count > 4096 {
            let thresholds = ranksNames ? named.indices.map(threshold) : [threshold(nil)]
            found.candidates.removeAll { $0.high < thresholds[ranksNames ? $0.name ?? 0 : 0] }
        }
        if found.riskless.count > 64 { found.riskless.removeAll { $0.high < least } }
    }

    // MARK: Conditions

    /// A value of the objective per share, rounded down.
    private func floatThreshold(_ unit: Double) -> Float {
        let value = isRatio ? threshold(nil) : threshold(nil) / unit
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
        _ start: PairPlan.Start, _ near: (first: Int, second: Int?), _ far: (first: Int, second: Int?), name: Int?,
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
        guard range.high >= threshold(name) else { return }
        found.candidates.append(Candidate(combination: combination, low: range.low, high: range.high, name: name))
        if isSure, high < -1e-9 || !isLimited {
            let element = RankedCombination(
                values: ObjectiveValues([range.low]), mean: 0, combination: combination,
                equivalenceClass: combination.equivalenceClass)
            if ranksNames, let name { named[name].offer(element) } else { ranked.offer(element) }
        }
        if found.candidates.count > 1 << 17 { removeBeaten() }
    }

    private mutating func offerRiskless(_ combination: Combination, low: Double, high: Double) {
        guard high >= riskless.threshold else { return }
        found.riskless.append(Candidate(combination: combination, low: low, high: high, name: nil))
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
