/// One American option with a continuous dividend yield, valued at many prices of the underlying.
///
/// The boundary of early exercise does not depend on the price of the underlying, so it is solved for once for 512 prices.
/// Values have the same bits as those of the option alone.
///
///     let option = AmericanOption(
///         CurveTerms(.put, strike: 100, time: 0.5, rate: 0.04, yield: 0.01, volatility: 0.25))
///     let isComplete = option.price(at: spots.span, into: &prices, statuses: &statuses)
///
/// Units, domain and accuracy are those of
/// ``priceAmericanOptions(kinds:spots:strikes:times:rates:yields:volatilities:level:prices:statuses:instructionSet:)``.
public struct AmericanOption: Hashable, Sendable {
    /// The terms.
    public var terms: CurveTerms

    /// Creates an option.
    public init(_ terms: CurveTerms) { self.terms = terms }

    /// Computes prices of the option.
    ///
    /// - Parameters:
    ///   - spots: Prices of the underlying.
    ///   - level: The accuracy.
    ///   - prices: Receives the prices; NaN unless the status is `ok`.
    ///   - statuses: Receives the statuses.
    ///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
    /// - Returns: Whether every status is `ok`.
    /// - Precondition: The columns have the same count.
    /// - Complexity: O(*n*), no allocation; a price costs about a fifth of one with a boundary of its own.
    public func price(
        at spots: Span<Double>, level: AmericanLevel = .standard, into prices: inout MutableSpan<Double>,
        statuses: inout MutableSpan<AmericanStatus>, instructionSet: InstructionSet = .best
    ) -> Bool {
        precondition(
            prices.count == spots.count && statuses.count == spots.count, "the columns must have the same count")
        return instructionSet.evaluate(self, at: spots, level, rows: 1, values: &prices, statuses: &statuses)
    }

    /// Computes prices and greeks of the option.
    ///
    /// - Parameters:
    ///   - spots: Prices of the underlying.
    ///   - level: The accuracy.
    ///   - values: Receives the columns of ``AmericanValue``, one after the other, each as long as `spots`. All are NaN unless the
    ///     status is `ok`.
    ///   - statuses: Receives the statuses.
    ///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
    /// - Returns: Whether every status is `ok`.
    /// - Precondition: `values` has a column for each ``AmericanValue``, and `statuses` the count of `spots`.
    public func evaluate(
        at spots: Span<Double>, level: AmericanLevel = .standard, into values: inout MutableSpan<Double>,
        statuses: inout MutableSpan<AmericanStatus>, instructionSet: InstructionSet = .best
    ) -> Bool {
        let rows = AmericanValue.allCases.count
        precondition(
            values.count == rows * spots.count && statuses.count == spots.count, "values must hold \(rows) columns")
        return instructionSet.evaluate(self, at: spots, level, rows: rows, values: &values, statuses: &statuses)
    }
}
