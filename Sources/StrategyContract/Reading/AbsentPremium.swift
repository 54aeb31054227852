internal import StrategyAnalytics

/// The treatment of an option leg without a premium.
enum AbsentPremium {
    /// It has to be given.
    case required
    /// Nothing depends on it.
    case zero
    /// The value in the model.
    case model(ModelTerms)

    /// The parameters of a request for the model value of options.
    struct ModelTerms {
        /// `nil` if it is refused.
        let currentPrice: Double?
        /// The extensions; `nil` if there are none.
        let extensions: RequestExtensions?
        private let hasTime, hasVolatility, hasValuation: Bool

        init(_ request: ObjectFields, currentPrice: Double?, extensions: RequestExtensions?) {
            self.currentPrice = currentPrice
            self.extensions = extensions
            hasTime = request[.timeToExpiration] != nil
            hasVolatility = request[.volatility] != nil
            hasValuation = request[.valuationDate] != nil
        }

        /// Whether the time and the volatility of a leg are given. The values may still be invalid.
        func suffice(for leg: ObjectFields) -> Bool {
            let hasTime =
                leg[.expirationDate] == nil ? leg[.timeToExpiration] != nil || hasTime : hasValuation
            return hasTime && (leg[.impliedVolatility] != nil || hasVolatility)
        }
    }
}
