package import DecimalNumbers
public import ExactPayoff

/// A request of `POST /options/calculate`. The initialiser validates every value, so an instance is always valid.
///
/// ```swift
/// let request = try CalculationRequest(
///     currentPrice: 165.12,
///     legs: [.call(.long, strikePrice: 165, premium: 9.25, quantity: 1)])
/// let response = try request.calculate()
/// response.metrics.breakEvenPoints        // [174.25]
/// ```
public struct CalculationRequest: Hashable, Sendable {
    /// The current price of the underlying.
    package var price: DecimalPrice
    /// The legs, in the order given.
    public package(set) var legs: [Leg]
    /// Dates, rates, volatilities and further results; `nil` if there are none.
    public package(set) var extensions: RequestExtensions? {
        get { boxedExtensions?.value }
        set { boxedExtensions = newValue.map { Boxed.value($0) } }
    }

    package private(set) var boxedExtensions: Boxed<RequestExtensions>?

    /// The current price of the underlying, per share.
    public var currentPrice: Double { price.value }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - currentPrice: Per share; finite and greater than 0.
    ///   - legs: 1 to 10,000 legs.
    ///   - extensions: Dates, rates, volatilities and further results.
    /// - Throws: `StrategyError` naming the first field that breaks a rule.
    public init(currentPrice: Double, legs: [Leg], extensions: RequestExtensions? = nil) throws(StrategyError) {
        try CalculationMembers(currentPrice: currentPrice, legs: legs, extensions: extensions).validate()
        self.init(price: DecimalPrice(currentPrice), legs: legs, extensions: extensions)
    }

    /// Creates a request from validated values.
    package init(price: DecimalPrice, legs: [Leg], extensions: RequestExtensions?) {
        self.price = price
        self.legs = legs
        self.extensions = extensions
    }

    /// Computes the payoff curve, the metrics and the results that the extensions include. Money is rounded to 8
    /// decimal places, break-evens to 10. To answer many requests, keep a ``StrategyCalculator``.
    ///
    /// - Parameters:
    ///   - limits: The limits of the work.
    ///   - isCancelled: Called every few milliseconds of a long calculation, or more often; `true` ends it.
    /// - Returns: The response.
    /// - Throws: `StrategyError` with the rule `StrategyRule/representable` if a result exceeds the range of
    ///   `Double` (which requires prices of 10²⁸⁹ or more), and with other rules if the extensions lack a value that a
    ///   result needs, or the limits are exceeded.
    public func calculate(
        limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(StrategyError) -> CalculationResponse {
        var calculator = StrategyCalculator(limits: limits, isCancelled: isCancelled)
        var response = CalculationResponse()
        try calculator.calculate(self, into: &response)
        return response
    }
}
