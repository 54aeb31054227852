public import ExactPayoff
public import OptionPricing
public import StrategyRequests
public import StrategyValuation

/// How requests are answered.
///
/// ```swift
/// let answer = try JSONContract.calculate(body, AnswerOptions(limits: .strict, strict: true))
/// ```
public struct AnswerOptions: Sendable {
    /// The format of the responses.
    public var format: AnswerFormat
    /// Whether JSON is indented by two spaces, with one point of a curve or one strategy of an account on each line.
    public var pretty: Bool
    /// The limits of one request.
    public var limits: WorkLimits
    /// Whether unknown members are refused. A request can also enable this with its member `strict`.
    public var strict: Bool
    /// The units of the greeks, unless a request gives them by its member `greekUnits`.
    public var greekUnits: GreekUnits
    /// When the holders of options in lines of `price` and `implied-volatility` may exercise them, unless a line gives it by its member
    /// `exercise`.
    public var exercise: ExerciseStyle
    /// The dividends of the underlying in lines of `price` and `implied-volatility`, unless a line gives its own by its member
    /// `dividends`.
    public var dividends: [RequestDividend]
    /// Called every few milliseconds of a long request, or more often; `true` ends it with ``ContractError/Code/cancelled``. Use it
    /// for a deadline.
    public var isCancelled: (@Sendable () -> Bool)?

    /// Creates options.
    public init(
        format: AnswerFormat = .json, pretty: Bool = false, limits: WorkLimits = .generous, strict: Bool = false,
        greekUnits: GreekUnits = .mathematical, exercise: ExerciseStyle = .european,
        dividends: [RequestDividend] = [], isCancelled: (@Sendable () -> Bool)? = nil
    ) {
        self.format = format
        self.pretty = pretty
        self.limits = limits
        self.strict = strict
        self.greekUnits = greekUnits
        self.exercise = exercise
        self.dividends = dividends
        self.isCancelled = isCancelled
    }
}
