public import ExactPayoff
public import OptionPricing
public import StrategyNames
public import StrategyValuation

/// A response of `POST /options/calculate`.
public struct CalculationResponse: Hashable, Sendable {
    /// The payoff at expiration, exact under linear interpolation; empty if it was not requested, or excluded.
    public package(set) var curve = PayoffCurve()
    /// The net cost, the extremes and the break-evens.
    public package(set) var metrics = StrategyMetrics()
    /// The results that the extensions include. They are stored indirectly, so that other responses stay small.
    package private(set) var boxedExtensions: Boxed<ResponseExtensions>?

    package internal(set) var extensions: ResponseExtensions? {
        get { boxedExtensions?.value }
        set { boxedExtensions = newValue.map { Boxed.value($0) } }
    }

    /// The greeks per leg and net, with the higher ones if requested; `nil` if not requested.
    public var greeks: StrategyGreeks? { extensions?.greeks }
    /// The present values per leg and net; `nil` if not requested.
    public var value: StrategyValue? { extensions?.value }
    /// The early exercise of each leg, per share; an element is `nil` for shares and European options. `nil` if not requested.
    public var earlyExercise: [EarlyExercise?]? { extensions?.earlyExercise }
    /// Probabilities and expectations of profit at the first expiration; `nil` if not requested.
    public var probability: ProfitProbabilities? { extensions?.probability }
    /// Profits at times up to the first expiration; `nil` if not requested.
    public var valueCurves: [ValueCurve]? { extensions?.valueCurves }
    /// Greeks and the density over the prices of the curve; `nil` if not requested.
    public var curveDetails: CurveDetails? { extensions?.curveDetails }
    /// Profits over prices, volatilities and times; `nil` if not requested.
    public var scenarios: ScenarioMatrix? { extensions?.scenarios }
    /// The name of the strategy; `nil` if not requested.
    public var strategyName: StrategyName? { extensions?.strategyName }
    /// The margin of an account that holds the legs; `nil` if not requested.
    public var margin: StrategyMargin? { extensions?.margin }
    /// The assumptions on which the results depend; `nil` if they depend on the legs only.
    public var conventions: Conventions? { extensions?.conventions }

    /// Creates an empty response, for ``StrategyCalculator`` to fill.
    public init() {}
}

/// The results of a response in addition to curve and metrics; each is `nil` if not requested.
package struct ResponseExtensions: Hashable, Sendable {
    package internal(set) var value: StrategyValue?
    package internal(set) var greeks: StrategyGreeks?
    package internal(set) var earlyExercise: [EarlyExercise?]?
    package internal(set) var probability: ProfitProbabilities?
    package internal(set) var valueCurves: [ValueCurve]?
    package internal(set) var curveDetails: CurveDetails?
    package internal(set) var scenarios: ScenarioMatrix?
    package internal(set) var strategyName: StrategyName?
    package internal(set) var margin: StrategyMargin?
    package internal(set) var conventions: Conventions?
    /// Whether the request excludes the curve, so that it is not written.
    package internal(set) var excludesCurve = false
}

/// A value that is stored indirectly, so that its container stays small.
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
    /// The time of the profits.
    public let date: ValueDate
    /// The prices of the payoff curve, and the profits at these prices.
    public let curve: PayoffCurve
}
