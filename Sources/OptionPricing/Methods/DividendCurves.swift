internal import OptionKernels

extension DividendMethod {
    static func evaluateCurve(
        _ selection: GreekSelection, _ curve: OptionCurve, into values: inout MutableSpan<Double>
    ) -> Bool? {
        if selection == .allGreeks { return nil }
        let unit = SingleOption.unit(ofStrike: curve.terms.strike)
        var terms = curve.terms
        terms.strike /= unit
        let option = OptionWithDividends(exercise, terms, dividends: DividendColumns(curve.schedule, unit: unit))
        let count = curve.underlyingPrices.count
        var spots = [Double](repeating: 0, count: count)
        for index in 0..<count { spots[index] = curve.underlyingPrices[index] / unit }
        var found = [Double](repeating: .nan, count: (selection == .price ? 1 : 7) * count)
        var statuses = [DividendStatus](repeating: .outsideDomain, count: count)
        var computed = found.mutableSpan
        var written = statuses.mutableSpan
        let isComplete =
            selection == .price
            ? option.price(at: spots.span, level: level, into: &computed, statuses: &written)
            : option.evaluate(at: spots.span, level: level, into: &computed, statuses: &written)
        for index in found.indices {
            let column = index / count
            found[index] *= column == 1 ? 1 : column == 2 ? 1 / unit : unit
        }
        values.copyColumns(selection, of: found.span, stride: count, count: count, at: 0)
        return isComplete
    }
}
