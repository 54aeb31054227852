/// A response of `POST /options/calculate`.
public struct CalculationResponse: Hashable, Sendable {
    /// The payoff at expiration, to be drawn with straight lines; empty where it was not wanted.
    public package(set) var curve = PayoffCurve()
    /// What the position costs, and what it can gain and lose.
    public internal(set) var metrics = StrategyMetrics()
    /// What the extensions of the request ask for; `nil` where it has none that ask for anything.
    public internal(set) var extensions: ResponseExtensions? {
        get { boxedExtensions?.value }
        set { boxedExtensions = newValue.map { Boxed.value($0) } }
    }

    package private(set) var boxedExtensions: Boxed<ResponseExtensions>?

    /// An empty response, to be filled by ``StrategyCalculator``.
    public init() {}
}

/// What a response has beyond curve and metrics, each where it was asked for.
public struct ResponseExtensions: Hashable, Sendable {
    /// Of the legs and of all together.
    public internal(set) var greeks: StrategyGreeks?
    /// Probabilities and expectations of profit at the first expiration.
    public internal(set) var probability: ProfitProbabilities?
    /// Profits at times before the first expiration.
    public internal(set) var valueCurves: [ValueCurve]?
    /// Profits over prices, volatilities and times.
    public internal(set) var scenarios: ScenarioMatrix?
    /// What such a strategy is called.
    public internal(set) var strategyName: StrategyName?
    /// What the answer depends on; `nil` for a payoff that depends on nothing but its legs.
    public internal(set) var conventions: Conventions?
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
