internal import ExactPayoff
internal import OptionKernels
internal import OptionPricing
internal import StrategyRequests

/// Searches parts of the combinations on one thread.
struct SearchWorker: ~Copyable {
    private let plan: SearchPlan
    private let progress: SearchProgress
    private let instructionSet: InstructionSet
    /// Called every few milliseconds; `true` ends the search.
    private let shouldStop: () -> Bool
    private let filter: CombinationFilter
    private let objectives: [FindObjective]
    private let needsProbability: Bool, needsShortfall: Bool
    /// The only names that are wanted; empty for all combinations.
    private let wantedNames: Set<String>
    /// Whether each name has its own best combinations.
    private let ranksNames: Bool
    private var names = ShapeNames()
    private var evaluator: CombinationEvaluator
    private var conditions: SearchConditions
    private var prefixes = [SearchPrefix](repeating: SearchPrefix(), count: 4)
    private var units: [SearchUnit] = []
    private var members: [SearchUnit] = []
    private var shares = 0
    private var found = SearchClass.room(1024)
    /// The members of a class that can be traded.
    private var candidates: [(metrics: CombinationMetrics, puts: Int)] = []
    private var changesInTable = -1
    private var workUntilCheck = Self.checkInterval
    private(set) var findings: SearchFindings

    /// About two milliseconds of work in units of a lane.
    private static let checkInterval = 1 << 20
    /// An upper bound of the work on the members of a class, in the same units.
    private static let classWork = 1 << 15

    init(
        _ plan: SearchPlan, _ progress: SearchProgress, _ instructionSet: InstructionSet,
        shouldStop: @escaping () -> Bool = { false }
    ) {
        self.plan = plan
        self.progress = progress
        self.instructionSet = instructionSet
        self.shouldStop = shouldStop
        let request = plan.request
        objectives = request.objectives
        filter = CombinationFilter(request.filters, amountError: 5e-9)
        needsProbability = request.objectives.contains(.probabilityOfProfit)
        wantedNames = Set(request.search.strategies)
        ranksNames = request.search.perStrategy
        needsShortfall = request.objectives.contains(.expectedProfitPerShortfall)
        evaluator = CombinationEvaluator(
            plan.amounts, plan.moments, strikes: plan.contracts.strikes, confidenceLevel: request.confidenceLevel)
        conditions = plan.conditions
        findings = SearchFindings(request)
    }

    /// Searches a part: all combinations whose first unit is the one given, or those of one unit.
    mutating func search(_ part: SearchPart) {
        guard !progress.hasEnded else { return }
        let start = plan.starts[part.start]
        shares = start.shares
        units.removeAll(keepingCapacity: true)
        prefixes[0] = plan.tables.begin(shares: shares, price: start.price, target: start.target)
        refreshConditions()
        if let unit = part.unit { extend(0, unit, stride: part.stride) } else { scan(0) }
        guard !progress.hasEnded else { return }
        progress.finishPart(weight: part.weight, bestSoFar)
    }

    /// Up to five of the best combinations.
    private var bestSoFar: ArraySlice<RankedCombination> {
        if objectives.count == 1, !ranksNames { return findings.ranked.elements.prefix(5) }
        var best: [RankedCombination] = []
        for element in findings.front.elements + findings.named.values.compactMap(\.elements.first) {
            best.append(element)
            best.sort { $0.precedes($1) }
            if best.count > 5 { best.removeLast() }
        }
        return best[...]
    }

    /// Adds a unit to the prefix of a number of units, and searches all combinations that begin so.
    private mutating func extend(_ depth: Int, _ unit: SearchUnit, stride: Int) {
        prefixes[depth + 1] = plan.tables.extend(
            prefixes[depth], strike: unit.strike, quantity: unit.quantity, putQuantity: unit.putQuantity)
        units.append(unit)
        scan(depth + 1)
        let missing = plan.request.search.legs.upperBound - prefixes[depth + 1].legs
        // A unit with one leg and another one to come.
        if missing >= 2, depth < 2 {
            let quantities = plan.request.search.quantity
            var strike = unit.strike + 1
            while strike < plan.contracts.strikes.count - 1, !progress.hasEnded {
                if stride == 1 || strike.isMultiple(of: stride) {
                    for quantity in -quantities...quantities where quantity != 0 {
                        extend(
                            depth + 1, SearchUnit(strike: strike, quantity: quantity, putQuantity: 0), stride: stride)
                        if missing < 3 { continue }
                        for put in -quantities...quantities where put != 0 {
                            extend(
                                depth + 1, SearchUnit(strike: strike, quantity: quantity, putQuantity: put),
                                stride: stride)
                        }
                    }
                }
                strike += 1
            }
        }
        units.removeLast()
    }

    /// Searches the combinations of a prefix and one last unit.
    private mutating func scan(_ depth: Int) {
        workUntilCheck -= plan.contracts.strikes.count * 8
        if workUntilCheck <= 0 { check() }
        var position = SearchPosition()
        repeat {
            let count = plan.tables.scan(
                &prefixes[depth], conditions, from: &position, into: &found, instructionSet: instructionSet)
            guard count > 0 else { continue }
            for index in 0..<count {
                evaluate(found[index])
                if workUntilCheck <= 0 { check() }
            }
            refreshConditions()
            workUntilCheck -= findings.front.elements.count * 16
        } while !position.isAtEnd && !progress.hasEnded
    }

    private mutating func check() {
        workUntilCheck = Self.checkInterval
        progress.end(if: shouldStop())
    }

    /// Values the members of a class.
    private mutating func evaluate(_ found: SearchClass) {
        workUntilCheck -= Self.classWork
        members.removeAll(keepingCapacity: true)
        members.append(contentsOf: units)
        members.append(SearchUnit(strike: found.strike, quantity: found.quantity, putQuantity: found.putQuantity))
        evaluator.load(shares: shares, puts: found.puts, members)
        candidates.removeAll(keepingCapacity: true)
        var greatest = -Double.infinity
        for puts in 0..<(1 << members.count) {
            var count = 0
            var isPossible = true
            for (index, unit) in members.enumerated() {
                let isPut = puts >> index & 1 == 1
                if unit.putQuantity != 0 {
                    if isPut { isPossible = false }
                    count += unit.putQuantity
                } else if isPut {
                    count += unit.quantity
                }
            }
            guard isPossible, count == found.puts,
                let metrics = evaluator.metrics(shares: shares, members, puts: puts)
            else { continue }
            candidates.append((metrics, puts))
            greatest = max(greatest, metrics.constant)
        }
        let threshold = self.threshold
        // The chance rises with the constant.
        let needsBound = needsProbability && objectives.count > 1 && !candidates.isEmpty
        let probabilityBound = needsBound ? evaluator.probability(ofProfitAbove: 0, constant: greatest) : 1
        for (metrics, puts) in candidates {
            evaluate(metrics, puts: puts, threshold, probabilityBound: probabilityBound)
        }
    }

    /// The least value of a single objective that may still be wanted.
    private var threshold: Double {
        guard objectives.count == 1 else { return -.infinity }
        if ranksNames { return thresholdOfNames }
        let value = max(findings.ranked.threshold, progress.knownThreshold)
        return value > -.infinity ? value - 1e-8 * value.magnitude : value
    }

    /// The least threshold of the names that are wanted.
    private var thresholdOfNames: Double {
        guard !wantedNames.isEmpty else { return -.infinity }
        let least = wantedNames.reduce(Double.infinity) { min($0, findings.named[$1]?.threshold ?? -.infinity) }
        return least - 1e-8 * least.magnitude
    }

    private mutating func evaluate(
        _ member: CombinationMetrics, puts: Int, _ threshold: Double, probabilityBound: Double
    ) {
        var metrics = member
        let isRiskless = filter.isRiskless(member)
        if isRiskless, findings.riskless.threshold > member.leastProfit { return }
        if !isRiskless, !ranksNames, objectives.count > 1, isBeaten(metrics, probabilityBound) { return }
        guard complete(&metrics, puts: puts, threshold, isRiskless: isRiskless) else { return }
        let combination = combination(puts)
        let name = self.name(of: combination)
        guard name.isWanted else { return }
        if isRiskless {
            findings.riskless.offer(
                RankedCombination(
                    values: ObjectiveValues([SignificantDigits.rounded(max(metrics.leastProfit, 0))]), mean: 0,
                    combination: combination, equivalenceClass: combination.equivalenceClass))
        } else if let ranked = ranked(metrics, combination) {
            if ranksNames {
                if let name = name.name { findings.offer(ranked, named: name) }
            } else if objectives.count == 1 {
                findings.ranked.offer(ranked)
            } else {
                findings.front.offer(ranked)
            }
        }
    }

    /// Whether a member of the front is better than a combination whose chance is at most a bound.
    private mutating func isBeaten(_ member: CombinationMetrics, _ probabilityBound: Double) -> Bool {
        if needsShortfall { return false }
        var metrics = member
        metrics.probabilityOfProfit = probabilityBound
        return values(of: metrics).map { findings.front.beats($0) } ?? true
    }

    /// The rounded objectives; `nil` if a combination is not eligible.
    private func values(of metrics: CombinationMetrics) -> ObjectiveValues? {
        var values = ObjectiveValues()
        for (index, objective) in objectives.enumerated() {
            let value = metrics.value(of: objective)
            guard !value.isNaN else { return nil }
            values[index] = SignificantDigits.rounded(value)
        }
        return values
    }

    /// The name of a combination, if the request concerns names, and whether it is wanted.
    mutating func name(of combination: Combination) -> (name: String?, isWanted: Bool) {
        guard ranksNames || !wantedNames.isEmpty else { return (nil, true) }
        guard let name = names.name(of: combination, plan) else { return (nil, false) }
        return (name, wantedNames.isEmpty || wantedNames.contains(name))
    }

    /// Adds the chances that the request needs. Returns false if a combination does not pass the filters, or the threshold.
    private func complete(
        _ metrics: inout CombinationMetrics, puts: Int, _ threshold: Double, isRiskless: Bool
    ) -> Bool {
        guard filter.allows(metrics) else { return false }
        if objectives.count == 1, !isRiskless, !objectives[0].needsChances,
            !(metrics.value(of: objectives[0]) >= threshold)
        {
            return false
        }
        if needsProbability || filter.concernsProbability {
            metrics.probabilityOfProfit = evaluator.probability(ofProfitAbove: 0, constant: metrics.constant)
            guard filter.allows(probability: metrics.probabilityOfProfit) else { return false }
            if objectives == [.probabilityOfProfit], !isRiskless, metrics.probabilityOfProfit < threshold {
                return false
            }
        }
        if needsShortfall, !isRiskless, metrics.leastProfit > -.infinity {
            metrics.expectedShortfall = shortfall(metrics, puts: puts)
        }
        return true
    }

    /// The place of a combination in the order; `nil` if it is not eligible.
    private func ranked(_ metrics: CombinationMetrics, _ combination: Combination) -> RankedCombination? {
        guard let values = values(of: metrics) else { return nil }
        return RankedCombination(
            values: values, mean: SignificantDigits.rounded(metrics.mean), combination: combination,
            equivalenceClass: combination.equivalenceClass)
    }

    /// The metrics of one combination, and its place in the order; `nil` if it does not pass the filters, or is not eligible.
    mutating func assess(
        shares: Int, _ units: [SearchUnit], puts: Int, putCount: Int
    ) -> (ranked: RankedCombination, metrics: CombinationMetrics)? {
        self.shares = shares
        members = units
        evaluator.load(shares: shares, puts: putCount, units)
        guard var metrics = evaluator.metrics(shares: shares, units, puts: puts), !filter.isRiskless(metrics),
            complete(&metrics, puts: puts, -.infinity, isRiskless: false),
            let ranked = ranked(metrics, combination(puts))
        else { return nil }
        return (ranked, metrics)
    }

    private func shortfall(_ metrics: CombinationMetrics, puts: Int) -> Double {
        evaluator.expectedShortfall(constant: metrics.constant)
            ?? plan.expectedShortfall(of: combination(puts)) ?? .nan
    }

    /// The member of the loaded class whose puts are those of the bits.
    private func combination(_ puts: Int) -> Combination {
        var legs: [Combination.Leg] = []
        for (index, unit) in members.enumerated() {
            if unit.putQuantity != 0 {
                legs.append(leg(unit, .call, unit.quantity))
                legs.append(leg(unit, .put, unit.putQuantity))
            } else {
                legs.append(leg(unit, puts >> index & 1 == 1 ? .put : .call, unit.quantity))
            }
        }
        return Combination(shares: shares, legs)
    }

    private func leg(_ unit: SearchUnit, _ kind: OptionKind, _ quantity: Int) -> Combination.Leg {
        .init(expiration: plan.expiration, strike: unit.strike, kind: kind, quantity: quantity)
    }

    // MARK: Conditions

    /// Tells the kernel what was found.
    private mutating func refreshConditions() {
        let riskless = findings.riskless.threshold
        if riskless > -.infinity {
            let ticks = riskless / plan.moneyPerTick - Double(conditions.amountError) - 1
            conditions.riskless = Int32(min(max(ticks, -0x1p20), 0x1p29))
        }
        if objectives.count == 1 {
            if !ranksNames { progress.raiseThreshold(to: findings.ranked.threshold) }
            let threshold = threshold / plan.scale(of: objectives[0])
            conditions.threshold = Float(threshold) - Float(threshold).magnitude * 1e-6
            return
        }
        let front = findings.front
        if changesInTable < 0 || front.changeCount - changesInTable > 64 + front.elements.count / 8 {
            conditions.front = plan.frontTable(of: front)
            changesInTable = front.changeCount
        }
    }
}
