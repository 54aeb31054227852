internal import OptionKernels

extension AmericanExercise {
    static func evaluateCurve(
        _ selection: GreekSelection, _ curve: OptionCurve, into values: inout MutableSpan<Double>
    ) -> Bool? {
        // European options have the digits of their own kernel.
        if isEuropean(curve.terms.kind, rate: curve.terms.rate, yield: curve.terms.yield) { return nil }
        return AmericanKernel.evaluateCurve(selection, curve, isForward: false, into: &values)
    }
}

extension AmericanOnForward {
    static func evaluateCurve(
        _ selection: GreekSelection, _ curve: OptionCurve, into values: inout MutableSpan<Double>
    ) -> Bool? {
        let terms = curve.terms
        if AmericanExercise.isEuropean(terms.kind, rate: terms.rate, yield: terms.yield) { return nil }
        return AmericanKernel.evaluateCurve(selection, curve, isForward: true, into: &values)
    }
}

extension AmericanKernel {
    /// Evaluates one option at many prices of the underlying into the columns of a selection. All values of an option that the kernel does
    /// not answer become NaN. Returns whether it answered all options; `nil`, and evaluates none, for all greeks.
    fileprivate static func evaluateCurve(
        _ selection: GreekSelection, _ curve: OptionCurve, isForward: Bool, into values: inout MutableSpan<Double>
    ) -> Bool? {
        if selection == .allGreeks { return nil }
        let option = AmericanOption(curve.terms)
        let count = curve.underlyingPrices.count
        let rowCount = selection == .price ? 1 : AmericanValue.allCases.count
        var found = [Double](repeating: .nan, count: rowCount * count)
        var statuses = [AmericanStatus](repeating: .notConverged, count: count)
        var computed = found.mutableSpan
        var written = statuses.mutableSpan
        let isComplete =
            selection == .price
            ? option.price(at: curve.underlyingPrices, into: &computed, statuses: &written)
            : option.evaluate(at: curve.underlyingPrices, into: &computed, statuses: &written)
        copy(found.span, of: count, selection, isForward: isForward, into: &values, at: 0)
        return isComplete
    }
}
