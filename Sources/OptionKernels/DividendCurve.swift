/// One option on an underlying with discrete dividends, valued at many prices of the underlying.
///
/// Prices of the underlying that are close to each other share a solution, which costs about a tenth of one for each.
/// Values may differ from those of the option alone within the accuracy of the level, and depend on the other prices;
/// they do not depend on the order of up to 256 prices, nor on whether AVX2 or AVX-512 computes them.
///
///     let terms = CurveTerms(.put, strike: 100, time: 0.5, rate: 0.04, yield: 0, volatility: 0.25)
///     let option = OptionWithDividends(.american, terms, dividends: dividends)
///     let isComplete = option.price(at: spots.span, level: .standard, into: &prices, statuses: &statuses)
///
/// Units, domain and model are those of
/// ``priceOptionsWithDividends(exercise:kinds:spots:strikes:times:rates:yields:volatilities:dividends:level:prices:statuses:instructionSet:)``.
public struct OptionWithDividends: Hashable, Sendable {
    /// When the option can be exercised.
    public var exercise: DividendExercise
    /// The terms.
    public var terms: CurveTerms
    /// The dividends of the underlying.
    public var dividends: DividendColumns

    /// Creates an option.
    public init(_ exercise: DividendExercise, _ terms: CurveTerms, dividends: DividendColumns) {
        self.exercise = exercise
        self.terms = terms
        self.dividends = dividends
    }

    /// Computes prices of the option.
    ///
    /// - Parameters:
    ///   - spots: Prices of the underlying, in any order; ascending ones are fastest.
    ///   - level: The accuracy; ``DividendLevel/fast`` is computed as ``DividendLevel/standard``.
    ///   - prices: Receives the prices; NaN unless the status is `ok`.
    ///   - statuses: Receives the statuses.
    ///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
    /// - Returns: Whether every status is `ok`.
    /// - Precondition: The columns have the same count.
    /// - Complexity: One solution for up to sixteen bands of 256 prices; each is as wide as the deviation of the underlying, or as
    ///   necessary. Bands on more than 256 nodes allocate memory.
    public func price(
        at spots: Span<Double>, level: DividendLevel = .standard, into prices: inout MutableSpan<Double>,
        statuses: inout MutableSpan<DividendStatus>, instructionSet: InstructionSet = .best
    ) -> Bool {
        precondition(
            prices.count == spots.count && statuses.count == spots.count, "the columns must have the same count")
        return instructionSet.evaluate(self, at: spots, level, rows: 1, values: &prices, statuses: &statuses)
    }

    /// Computes prices and greeks of the option, as
    /// ``evaluateOptionsWithDividends(exercise:kinds:spots:strikes:times:rates:yields:volatilities:dividends:level:values:statuses:instructionSet:)``.
    ///
    /// - Parameters:
    ///   - spots: Prices of the underlying, in any order; ascending ones are fastest.
    ///   - level: The accuracy; ``DividendLevel/fast`` is computed as ``DividendLevel/standard``.
    ///   - values: Receives seven columns, one after the other, each as long as `spots`: price, delta, gamma, theta, vega, rho,
    ///     epsilon. All are NaN without a price.
    ///   - statuses: Receives the statuses.
    ///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
    /// - Returns: Whether every status is `ok`.
    /// - Precondition: `values` has seven columns.
    public func evaluate(
        at spots: Span<Double>, level: DividendLevel = .standard, into values: inout MutableSpan<Double>,
        statuses: inout MutableSpan<DividendStatus>, instructionSet: InstructionSet = .best
    ) -> Bool {
        precondition(
            values.count == 7 * spots.count && statuses.count == spots.count, "values must hold seven columns")
        return instructionSet.evaluate(self, at: spots, level, rows: 7, values: &values, statuses: &statuses)
    }
}
