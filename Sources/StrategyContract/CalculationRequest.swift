public import StrategyAnalytics

/// A request of `POST /options/calculate`. One that exists is valid.
///
/// ```swift
/// let request = try CalculationRequest(
///     currentPrice: 165.12,
///     legs: [.call(.long, strikePrice: 165, premium: 9.25, quantity: 1)])
/// let response = try request.calculate()
/// response.metrics.breakEvenPoints        // [174.25]
/// ```
public struct CalculationRequest: Hashable, Sendable {
    /// The underlying's price now, per share.
    public let currentPrice: Double
    /// The legs, in the order given.
    public let legs: [Leg]
    /// What the request says beyond these; `nil` when nothing.
    public let extensions: RequestExtensions?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - currentPrice: Per share; finite and greater than 0.
    ///   - legs: 1 to 10,000 of them.
    ///   - extensions: What the request says beyond these.
    /// - Throws: ``ContractError`` naming the first field that breaks a rule.
    public init(
        currentPrice: Double, legs: [Leg], extensions: RequestExtensions? = nil
    ) throws(ContractError) {
        try ContractError.translating { () throws(StrategyError) in
            try StrategyError.requirePositive(.currentPrice, currentPrice)
            try StrategyError.require(.legs, legs.count, in: PayoffProfile.legCountRange)
        }
        self.currentPrice = currentPrice
        try extensions?.validate(legs: legs)
        self.legs = legs
        self.extensions = extensions
    }

    /// Reads a request from JSON. To read many, keep a ``RequestDecoder``.
    ///
    /// - Parameter json: UTF-8, at most ``Limits/requestBytes``.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var decoder = RequestDecoder()
        self = try decoder.decode(json.span)
    }
}
