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
    /// The underlying's price now.
    package var price: DecimalPrice
    /// The legs, in the order given, each with its own terms.
    public package(set) var legs: [Leg]
    /// What the request states beyond these; `nil` for nothing.
    public package(set) var extensions: RequestExtensions? {
        get { boxedExtensions?.value }
        set { boxedExtensions = newValue.map { Boxed.value($0) } }
    }

    package private(set) var boxedExtensions: Boxed<RequestExtensions>?

    /// The underlying's price now, per share.
    public var currentPrice: Double { price.value }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - currentPrice: Per share; finite and greater than 0.
    ///   - legs: 1 to 10,000 of them.
    ///   - extensions: What the request states beyond these.
    /// - Throws: ``CalculationError`` naming the first field that breaks a rule.
    public init(
        currentPrice: Double, legs: [Leg], extensions: RequestExtensions? = nil
    ) throws(CalculationError) {
        try CalculationError.require(currentPrice, "currentPrice", .positive)
        try CalculationError.translating { () throws(StrategyError) in
            try StrategyError.require(.legs, legs.count, in: PayoffProfile.legCountRange)
        }
        try extensions?.validate(legs: legs)
        price = DecimalPrice(currentPrice)
        self.legs = legs
        self.extensions = extensions
    }

    /// A request of values that have been checked.
    package init(price: DecimalPrice, legs: [Leg], extensions: RequestExtensions?) {
        self.price = price
        self.legs = legs
        self.extensions = extensions
    }

    /// Computes the payoff curve and the metrics, rounded as the contract says (money to 8 decimal places, break-evens to 10),
    /// and whatever the extensions ask for. To answer many requests, keep a ``StrategyCalculator``.
    ///
    /// - Parameters:
    ///   - limits: What the request may cost.
    ///   - isCancelled: Called at least every millisecond of a long calculation; `true` ends it.
    /// - Returns: The response.
    /// - Throws: ``CalculationError`` with the rule ``RequestRule/representable`` when a result is beyond the range of `Double` (it
    ///   takes prices of 10²⁸⁹ or more), and with other rules where the extensions lack what their answers need, or the
    ///   limits are exceeded.
    public func calculate(
        limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(CalculationError) -> CalculationResponse {
        var calculator = StrategyCalculator(limits: limits, isCancelled: isCancelled)
        var response = CalculationResponse()
        try calculator.calculate(self, into: &response)
        return response
    }

    /// Computes the same off the caller's actor; the computation ends within 10 ms of the cancellation of the task.
    ///
    /// - Parameter limits: What the request may cost.
    /// - Returns: The response.
    /// - Throws: ``CalculationError``, with the rule ``RequestRule/notCancelled`` after a cancellation.
    @concurrent
    public func calculate(limits: WorkLimits) async throws(CalculationError) -> CalculationResponse {
        try calculate(limits: limits, isCancelled: { Task.isCancelled })
    }
}
