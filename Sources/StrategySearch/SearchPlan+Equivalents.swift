internal import ExactPayoff
internal import OptionKernels
internal import OptionPricing
internal import StrategyNames
internal import StrategyRequests

extension SearchPlan {
    /// The other combinations with the same number of legs whose profits differ from that of `best` by a constant, and that pass the
    /// filters, best first.
    func equivalents(of best: Combination) throws(StrategyError) -> [FindResponse.Equivalent] {
        var worker = SearchWorker(self, SearchProgress(), .best)
        let candidates = members(of: best.equivalenceClass, count: best.count).filter { $0 != best }
        var rows: [(ranked: RankedCombination, metrics: CombinationMetrics)] = []
        guard let own = worker.assess(best)?.metrics else { return [] }
        let name = worker.name(of: best).name
        for candidate in candidates {
            let other = worker.name(of: candidate)
            guard other.isWanted, !request.search.perStrategy || other.name == name, let row = worker.assess(candidate)
            else { continue }
            rows.append(row)
        }
        rows.sort { $0.ranked.precedes($1.ranked) }
        return try rows.map { (row) throws(StrategyError) in
            let legs = try legs(of: row.ranked.combination)
            let name = try StrategyName.recognise(legs)
            let known = name.family == nil ? nil : name.name
            return FindResponse.Equivalent(
                name: known, title: title(of: row.ranked.combination, known),
                netCost: ResultRounding.rounded(row.metrics.netCost, 8),
                worseBy: ResultRounding.rounded(own.constant - row.metrics.constant, 8))
        }
    }

    /// The members of a class with a number of legs: at each strike of the class one or two legs, and elsewhere pairs that cancel out.
    private func members(of group: EquivalenceClass, count: Int) -> [Combination] {
        var wanted = [Int: Int](minimumCapacity: 4)
        for (strike, step) in group.optionsByStrike { wanted[strike] = step }
        var result: [Combination] = []
        let quantity = request.search.quantity
        let quantities = (-quantity...quantity).filter { $0 != 0 }
        let lastWanted = wanted.keys.max() ?? -1

        func canTrade(_ kind: OptionKind, _ strike: Int, _ quantity: Int) -> Bool {
            contracts[kind, strike]?.price(quantity: quantity) != nil
        }
        func add(_ legs: [Combination.Leg], from strike: Int, _ shares: Int, slope: Int) {
            let used = legs.count + (shares == 0 ? 0 : 1)
            if used == count, strike > lastWanted {
                let hasSingle = shares != 0 || legs.contains { $0.quantity.magnitude == 1 }
                if slope == group.slope, hasSingle { result.append(Combination(shares: shares, legs)) }
                return
            }
            guard used < count else { return }
            for next in strike..<contracts.strikes.count {
                let step = wanted[next] ?? 0
                if step != 0 {
                    for kind in [OptionKind.call, .put]
                    where quantities.contains(step) && canTrade(kind, next, step) {
                        add(
                            legs + [.init(expiration: expiration, strike: next, kind: kind, quantity: step)],
                            from: next + 1, shares,
                            slope: slope - (kind == .put ? step : 0))
                    }
                }
                // A pair that cancels out must leave room for the legs of the class.
                let others = wanted.keys.count { $0 > next }
                if used + 2 + others <= count {
                    for call in quantities where canTrade(.call, next, call) {
                        let put = step - call
                        guard quantities.contains(put), canTrade(.put, next, put) else { continue }
                        add(
                            legs + [
                                .init(expiration: expiration, strike: next, kind: .call, quantity: call),
                                .init(expiration: expiration, strike: next, kind: .put, quantity: put),
                            ], from: next + 1, shares, slope: slope - put)
                    }
                }
                // A strike of the class must not be left out.
                if step != 0 { break }
            }
        }
        for shares in request.search.startingShares { add([], from: 0, shares, slope: shares) }
        return result
    }
}
