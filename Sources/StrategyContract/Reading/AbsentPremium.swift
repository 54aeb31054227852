internal import StrategyAnalytics

/// What the premium of an option is whose leg does not give one.
enum AbsentPremium {
    /// It has to be given.
    case required
    /// Nothing depends on it.
    case zero
    /// The value in the model.
    case model(ModelTerms)

    /// What a request gives for the value of options.
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

        /// Whether the time and the volatility of a leg are given, by values that may be refused.
        func suffice(for leg: ObjectFields) -> Bool {
            let hasTime =
                leg[.expirationDate] == nil ? leg[.timeToExpiration] != nil || hasTime : hasValuation
            return hasTime && (leg[.impliedVolatility] != nil || hasVolatility)
        }
    }
}
