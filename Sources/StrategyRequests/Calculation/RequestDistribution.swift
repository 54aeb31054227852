internal import ExactPayoff
internal import StrategyValuation
public import VolatilitySmile

/// The distribution of the price at the first expiration as the prices of options imply it, in place of a volatility: the
/// forward price and the smile of a chain.
///
/// ```swift
/// let smile = RawSVI(level: 0.01, slope: 0.1, correlation: -0.4, shift: 0.02, width: 0.2)
/// extensions.distribution = RequestDistribution(forward: 101, timeToExpiration: 0.25, smile: smile)
/// ```
public struct RequestDistribution: Hashable, Sendable {
    /// The forward price of the underlying.
    public var forward: Double
    /// The years to the expiration of the smile.
    public var timeToExpiration: Double
    /// The total variance by log-moneyness.
    public var smile: RawSVI

    /// Creates a distribution.
    public init(forward: Double, timeToExpiration: Double, smile: RawSVI) {
        self.forward = forward
        self.timeToExpiration = timeToExpiration
        self.smile = smile
    }

    /// The distribution.
    func prices() throws(StrategyError) -> SmileDistribution {
        try SmileDistribution(forward: forward, timeToExpiration: timeToExpiration, smile: smile)
    }
}

/// The members of `distribution`.
struct DistributionMembers: RequestObject {
    var forward, timeToExpiration, level, slope, correlation, shift, width: Double?

    init(_ distribution: RequestDistribution?) {
        forward = distribution?.forward
        timeToExpiration = distribution?.timeToExpiration
        level = distribution?.smile.level
        slope = distribution?.smile.slope
        correlation = distribution?.smile.correlation
        shift = distribution?.smile.shift
        width = distribution?.smile.width
    }

    mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        _ = visitor.number("forward", .positive, &forward, .required)
        _ = visitor.number("timeToExpiration", .positive, &timeToExpiration, .required)
        _ = visitor.number("level", .finite, &level, .required)
        _ = visitor.number("slope", .nonNegative, &slope, .required)
        _ = visitor.number("correlation", .betweenMinusOneAndOne, &correlation, .required)
        _ = visitor.number("shift", .finite, &shift, .required)
        _ = visitor.number("width", .positive, &width, .required)
        guard let distribution else { return }
        do throws(StrategyError) {
            _ = try distribution.prices()
        } catch {
            // Members outside their domain are reported already.
            if error.rule == .freeOfButterflyArbitrage { visitor.reportObject(error.rule, .absent) }
        }
    }

    /// The distribution; `nil` if a member is absent.
    var distribution: RequestDistribution? {
        guard let forward, let timeToExpiration, let level, let slope, let correlation, let shift, let width
        else { return nil }
        return RequestDistribution(
            forward: forward, timeToExpiration: timeToExpiration,
            smile: RawSVI(level: level, slope: slope, correlation: correlation, shift: shift, width: width))
    }
}

extension MemberVisitor where Self: ~Copyable {
    /// The member `distribution`, which excludes a volatility.
    mutating func distribution(_ distribution: inout RequestDistribution?, hasVolatility: Bool) {
        // Few requests have any.
        if skipIfAbsent("distribution") { return }
        var members = DistributionMembers(distribution)
        guard object("distribution", isSet: distribution != nil, { members.visitMembers(&$0) }) else { return }
        distribution = members.distribution
        if hasVolatility { report("distribution", .notGivenWith("volatility"), .object) }
    }
}
