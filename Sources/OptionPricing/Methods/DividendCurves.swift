internal import OptionKernels

extension DividendMethod {
    static func evaluateCurve(
        _ selection: GreekSelection, _ curve: OptionCurve, into values: inout MutableSpan<Double>
    ) -> Bool? {
        if selection == .allGreeks { return nil }
        let unit = SingleOption.unit(ofStrike: curve.strike)
        let option = OptionWithDividends(
            exercise, curve.kind, strike: curve.strike / unit, time: curve.time, rate: curve.rate, yield: curve.yield,
            volatility: curve.volatility, dividends: DividendColumns(curve.schedule, unit: unit))
        let count = curve.underlyingPrices.count
        var spots = [Double](repeating: 0, count: count)
        for index in 0..<count { spots[index] = curve.underlyingPrices[index] / unit }
        var found = [Double](repeating: .nan, count: (selection == .price ? 1 : 7) * count)
        var statuses = [DividendStatus](repeating: .outsideDomain, count: count)
        var computed = found.mutableSpan
        var written = statuses.mutableSpan
        let isComplete =
            selection == .price
            ? option.price(at: spots.span, level: .precise, into: &computed, statuses: &written)
            : option.evaluate(at: spots.span, level: .precise, into: &computed, statuses: &written)
        let length = values.count / selection.columnCount
        for column in 0..<selection.columnCount {
            let factor = column == 1 ? 1 : column == 2 ? 1 / unit : unit
            for row in 0..<count { values[column * length + row] = computed[column * count + row] * factor }
        }
        return isComplete
    }
}
