/// What is measured: something that values options in batches.
protocol Engine: Sendable {
    /// What the tables call it.
    var name: String { get }

    /// The values that it can compute.
    ///
    /// - Parameter options: What to value.
    /// - Returns: An array for each value, with a place for each option.
    func values(_ options: OptionArrays) -> [OptionValue: [Double]]

    /// The volatilities at which the options have the given prices, NaN where it finds none.
    ///
    /// - Parameters:
    ///   - options: The options; their volatilities are not to be looked at.
    ///   - prices: As many prices.
    /// - Returns: As many volatilities.
    func impliedVolatilities(_ options: OptionArrays, prices: [Double]) -> [Double]
}
