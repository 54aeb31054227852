internal import ExactPayoff
internal import OptionKernels
internal import StrategyRequests
internal import Synchronization

/// The search of combinations of two expirations: the kernel bounds the value of each at a few prices, and a worker that of the
/// rest on the grid. The engine values what may belong to the answer.
struct PairSearch: Sendable {
    private let source: AnswerSource
    private let request: FindRequest
    private let shared: SearchProgress
    private let instructionSet: InstructionSet
    private let map: ParallelMap
    private let shouldStop: @Sendable () -> Bool

    init(
        _ source: AnswerSource, _ request: FindRequest, _ shared: SearchProgress, _ instructionSet: InstructionSet,
        _ map: ParallelMap, _ shouldStop: @escaping @Sendable () -> Bool
    ) {
        (self.source, self.request, self.shared) = (source, request, shared)
        (self.instructionSet, self.map, self.shouldStop) = (instructionSet, map, shouldStop)
    }

    /// Searches all combinations.
    func findings() throws(StrategyError) -> SearchFindings {
        let parts = PairPart.all(of: source.pairs)
        let names = PairNames(request)
        let found = onThreads(map.jobs) { () -> PairWorker.Found in
            var worker = PairWorker(request, names, shared, instructionSet, shouldStop)
            while true {
                let index = shared.nextPart.add(1, ordering: .relaxed).oldValue
                guard index < parts.count else { return worker.found }
                worker.search(parts[index], of: source.pairs[parts[index].pair])
            }
        }
        var findings = SearchFindings(request)
        let candidates = found.flatMap(\.candidates)
        if request.search.perStrategy, let names {
            let groups = Dictionary(grouping: candidates, by: \.name)
            for (index, name) in names.names.enumerated() {
                guard let group = groups[index] else { continue }
                findings.named[name] = try best(of: group)
            }
        } else {
            findings.ranked = try best(of: candidates)
        }
        try valueRiskless(found.flatMap(\.riskless), into: &findings)
        return findings
    }

    /// The best candidates: values them in the order of their upper bounds, until no further one can belong to the answer.
    private func best(of candidates: [PairWorker.Candidate]) throws(StrategyError) -> RankedSet {
        var ranked = RankedSet(limit: request.effectiveLimit, mergesEquivalents: request.search.mergesEquivalents)
        let batch = 64
        var start = 0
        let ordered = Self.distinct(candidates).sorted { $0.high > $1.high }
        while start < ordered.count {
            let threshold = ranked.threshold
            let next = ordered[start...].prefix(batch)
            guard let best = next.first, best.high >= threshold - 1e-8 * threshold.magnitude || threshold == -.infinity
            else { return ranked }
            let valued = try map(Array(next)) { (candidate, budget) throws(StrategyError) in
                hasEnded() ? nil : try source.value(candidate.combination, budget).ranked
            }
            for element in valued { if let element { ranked.offer(element) } }
            if hasEnded() { return ranked }
            start += batch
        }
        return ranked
    }

    /// Whether time is over, so that the answer is the best so far.
    private func hasEnded() -> Bool {
        shared.end(if: shouldStop())
        return shared.hasEnded
    }

    private func valueRiskless(
        _ candidates: [PairWorker.Candidate], into findings: inout SearchFindings
    ) throws(StrategyError) {
        let valued = try map(Self.distinct(candidates)) { (candidate, budget) throws(StrategyError) in
            let least = hasEnded() ? nil : try source.riskless(candidate.combination, budget).metrics.maxLoss
            return (candidate.combination, least)
        }
        for (combination, least) in valued {
            guard let least, least >= 0 else { continue }
            findings.riskless.offer(
                RankedCombination(
                    values: ObjectiveValues([SignificantDigits.rounded(least)]), mean: 0, combination: combination,
                    equivalenceClass: combination.equivalenceClass))
        }
    }

    private static func distinct(_ candidates: [PairWorker.Candidate]) -> [PairWorker.Candidate] {
        var seen = Set<Combination>()
        return candidates.filter { seen.insert($0.combination).inserted }
    }
}

/// A part of the combinations of two expirations: some packs of each.
struct PairPart: Sendable {
    /// The index of the pair of expirations.
    let pair: Int
    /// The packs of each expiration.
    let near: StrideTo<Int>, far: StrideTo<Int>
    /// The share of all combinations; 0 for a first look.
    let weight: Double

    static func all(of pairs: [PairPlan]) -> [PairPart] {
        let total = pairs.reduce(0) { $0 + $1.combinationCount }
        var looks: [PairPart] = [], parts: [PairPart] = []
        for (index, pair) in pairs.enumerated() {
            let (near, far) = (pair.nearPackCount, pair.farPackCount)
            if near * far > 1 << 24 {
                // A first look finds a high threshold.
                looks.append(
                    PairPart(
                        pair: index, near: stride(from: 0, to: near, by: max(near / 1500, 1)),
                        far: stride(from: 0, to: far, by: max(far / 1500, 1)), weight: 0))
            }
            let (rows, columns) = (4096, PairWorker.capacity)
            for column in stride(from: 0, to: far, by: columns) {
                for row in stride(from: 0, to: near, by: rows) {
                    let (end, last) = (min(column + columns, far), min(row + rows, near))
                    let share = Double(end - column) * Double(last - row) / (Double(near) * Double(far))
                    parts.append(
                        PairPart(
                            pair: index, near: stride(from: row, to: last, by: 1),
                            far: stride(from: column, to: end, by: 1),
                            weight: total > 0 ? share * pair.combinationCount / total : 0))
                }
            }
        }
        return looks + parts
    }
}

/// Packs: the legs of one expiration, one or two.
extension PairPlan {
    private static func packCount(_ sides: [Side]) -> Int { sides.count + sides.count * (sides.count - 1) / 2 }

    var nearPackCount: Int { Self.packCount(nearSides) }
    var farPackCount: Int { Self.packCount(farSides) }

    /// The sides of a pack; the second is `nil` for a pack of one. `nil` if both are of one contract.
    static func pack(_ index: Int, _ sides: [Side]) -> (first: Int, second: Int?)? {
        if index < sides.count { return (index, nil) }
        // Pairs in order of the second side.
        let place = index - sides.count
        var second = Int((1 + (1 + 8 * Double(place)).squareRoot()) / 2)
        while second * (second - 1) / 2 > place { second -= 1 }
        while (second + 1) * second / 2 <= place { second += 1 }
        let first = place - second * (second - 1) / 2
        return sides[first].contract == sides[second].contract ? nil : (first, second)
    }
}
