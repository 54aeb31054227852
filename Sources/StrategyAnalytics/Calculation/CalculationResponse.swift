/// A response of `POST /options/calculate`.
public struct CalculationResponse: Hashable, Sendable {
    /// The payoff at expiration, to be drawn with straight lines; empty where it was not wanted.
    public package(set) var curve = PayoffCurve()
    /// What the position costs, and what it can gain and lose.
    public internal(set) var metrics = StrategyMetrics()
    /// What the extensions of the request ask for; stored apart, so that responses without it stay small.
    package private(set) var boxedExtensions: Boxed<ResponseExtensions>?

    package internal(set) var extensions: ResponseExtensions? {
        get { boxedExtensions?.value }
        set { boxedExtensions = newValue.map { Boxed.value($0) } }
    }

    /// The greeks of the legs and of all together, where they were asked for.
    public var greeks: StrategyGreeks? { extensions?.greeks }
    /// Probabilities and expectations of profit at the first expiration, where they were asked for.
    public var probability: ProfitProbabilities? { extensions?.probability }
    /// Profits at times before the first expiration, where they were asked for.
    public var valueCurves: [ValueCurve]? { extensions?.valueCurves }
    /// Profits over prices, volatilities and times, where they were asked for.
    public var scenarios: ScenarioMatrix? { extensions?.scenarios }
    /// The name of such a strategy, where it was asked for.
    public var strategyName: StrategyName? { extensions?.strategyName }
    /// What the answer depends on; `nil` for a payoff that depends on nothing but its legs.
    public var conventions: Conventions? { extensions?.conventions }

    /// An empty response, to be filled by ``StrategyCalculator``.
    public init() {}
}

/// What a response has beyond curve and metrics, each member where it was asked for.
package struct ResponseExtensions: Hashable, Sendable {
    package internal(set) var greeks: StrategyGreeks?
    package internal(set) var probability: ProfitProbabilities?
    package internal(set) var valueCurves: [ValueCurve]?
    package internal(set) var scenarios: ScenarioMatrix?
    package internal(set) var strategyName: StrategyName?
    package internal(set) var conventions: Conventions?
}

/// A value that is stored apart, so that what holds it stays small.
package indirect enum Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    case value(Value)

    package var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}

/// Profits over prices at one time.
public struct ValueCurve: Hashable, Sendable {
    /// When.
    public let date: ValueDate
    /// The prices of the payoff curve, and the profits there.
    public let curve: PayoffCurve
}
