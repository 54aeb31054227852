/// Prices of options and their volatilities, near which those of other prices of the same options are found sooner: those of a bid and an ask
/// near that of the mid.
package struct KnownVolatilities: ~Escapable {
    let prices: Span<Double>
    /// In the units of the model; NaN for an option without one.
    let volatilities: Span<Double>

    /// - Precondition: The columns have the same count.
    @_lifetime(copy prices, copy volatilities)
    package init(prices: Span<Double>, volatilities: Span<Double>) {
        precondition(prices.count == volatilities.count, "the columns must have the same count")
        self.prices = prices
        self.volatilities = volatilities
    }

    /// None.
    @_lifetime(immortal)
    package init() {
        prices = Span()
        volatilities = Span()
    }

    /// Those of a range of options.
    @_lifetime(copy self)
    func extracting(_ range: Range<Int>) -> KnownVolatilities {
        prices.isEmpty
            ? self : KnownVolatilities(prices: prices.extracting(range), volatilities: volatilities.extracting(range))
    }
}
