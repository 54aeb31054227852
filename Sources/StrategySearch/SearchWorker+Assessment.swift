internal import OptionKernels
internal import StrategyRequests

extension SearchWorker {
    /// The metrics of one combination, and its place in the order; `nil` if it does not pass the filters, or is not eligible.
    mutating func assess(_ combination: Combination) -> (ranked: RankedCombination, metrics: CombinationMetrics)? {
        let legs = combination.legs
        var units: [SearchUnit] = []
        var (puts, putCount, index) = (0, 0, 0)
        while index < legs.count {
            let leg = legs[index]
            let next = index + 1 < legs.count && legs[index + 1].strike == leg.strike ? legs[index + 1] : nil
            if let next {
                units.append(SearchUnit(strike: leg.strike, quantity: leg.quantity, putQuantity: next.quantity))
                putCount += next.quantity
                index += 1
            } else {
                if leg.kind == .put {
                    puts |= 1 << units.count
                    putCount += leg.quantity
                }
                units.append(SearchUnit(strike: leg.strike, quantity: leg.quantity, putQuantity: 0))
            }
            index += 1
        }
        return assess(shares: combination.shares, units, puts: puts, putCount: putCount)
    }
}
