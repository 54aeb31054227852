internal import _OptionsMath

/// The market in which options on one underlying are valued.
///
/// ```swift
/// let stock = try OptionMarket(spot: 100, riskFreeRate: 0.04, dividendYield: 0.01)
/// let future = try OptionMarket(forward: 19, riskFreeRate: 0.1)
/// ```
///
/// ## Units
/// Prices are per share. Rates and yields are decimals per year, continuously compounded: 0.05 means 5 %.
public struct OptionMarket: Hashable, Sendable {
    /// The kind of price that an underlying has. Derivatives are with respect to that price.
    public enum Underlying: BitwiseCopyable, Hashable, Sendable {
        /// The price now, of an underlying that pays a continuous yield.
        case spot
        /// The forward price at the expiration. Rho is at a fixed forward, −T · price, and epsilon is 0, because the forward
        /// already contains the yield.
        case forward
    }

    /// The price of the underlying: the spot price or the forward price.
    public let underlyingPrice: Double
    /// The kind of that price.
    public let underlying: Underlying
    /// The risk-free rate.
    public let riskFreeRate: Double
    /// The yield of the underlying. That of a forward is the risk-free rate: an option on a forward is worth as much as one on an
    /// underlying that trades at the forward price and yields the risk-free rate.
    public let dividendYield: Double
    let schedule: DividendSchedule

    /// Creates the market of an underlying with a spot price.
    ///
    /// - Parameters:
    ///   - spot: The price of the underlying; finite. ``PricingModel/blackScholesMerton`` values options at prices greater
    ///     than 0.
    ///   - riskFreeRate: Finite, of either sign.
    ///   - dividendYield: Finite, of either sign.
    ///   - dividends: Dividends in addition to the yield, in any order.
    /// - Throws: ``PricingError`` naming the first parameter outside its domain.
    public init(
        spot: Double, riskFreeRate: Double = 0, dividendYield: Double = 0, dividends: [DiscreteDividend] = []
    ) throws(PricingError) {
        try PricingError.requireFinite(.spot, spot)
        try PricingError.requireFinite(.riskFreeRate, riskFreeRate)
        try PricingError.requireFinite(.dividendYield, dividendYield)
        self.init(
            validated: .spot, price: spot, riskFreeRate: riskFreeRate, dividendYield: dividendYield,
            schedule: DividendSchedule(dividends))
    }

    /// Creates the market of an underlying with a forward price.
    ///
    /// - Parameters:
    ///   - forward: The forward price at the expiration; finite.
    ///   - riskFreeRate: Finite, of either sign.
    /// - Throws: ``PricingError`` naming the first parameter outside its domain.
    public init(forward: Double, riskFreeRate: Double = 0) throws(PricingError) {
        try PricingError.requireFinite(.forward, forward)
        try PricingError.requireFinite(.riskFreeRate, riskFreeRate)
        self.init(
            validated: .forward, price: forward, riskFreeRate: riskFreeRate, dividendYield: riskFreeRate,
            schedule: .none)
    }

    /// Creates a market from values that are or will be validated.
    @inline(__always)
    init(
        validated underlying: Underlying, price: Double, riskFreeRate: Double, dividendYield: Double,
        schedule: DividendSchedule
    ) {
        underlyingPrice = price
        self.underlying = underlying
        self.riskFreeRate = riskFreeRate
        self.dividendYield = dividendYield
        self.schedule = schedule
    }

    /// The dividends at ex-dates, by time and, at one time, proportions before amounts.
    public var dividends: [DiscreteDividend] { schedule.dividends }

    /// Whether a dividend counts for an option.
    package func hasDividends(until timeToExpiration: Double) -> Bool { schedule.counts(until: timeToExpiration) }

    /// The number of dividends that count for an option.
    package func countOfDividends(until timeToExpiration: Double) -> Int {
        schedule == .none ? 0 : dividends.count { $0.counts(until: timeToExpiration) }
    }

    /// Returns the market at a later date, at the same price: ex-dates are nearer, and those up to that date have passed.
    ///
    /// - Parameter years: Years from now; finite, 0 or greater.
    /// - Returns: The market, whose times are from that date.
    package func after(_ years: Double) -> OptionMarket {
        if schedule == .none || years == 0 { return self }
        let later = dividends.compactMap {
            try? DiscreteDividend(timeToExDate: $0.timeToExDate - years, $0.payment, exDate: $0.exDate)
        }
        return OptionMarket(
            validated: underlying, price: underlyingPrice, riskFreeRate: riskFreeRate, dividendYield: dividendYield,
            schedule: DividendSchedule(later.filter { $0.timeToExDate > 0 }))
    }

    /// Returns the market without dividends at ex-dates that has the same spot price, and the same forward price at an expiration.
    ///
    /// - Parameter timeToExpiration: Years; greater than 0.
    /// - Returns: The market.
    /// - Throws: ``PricingError`` if no yield gives the forward price, which is then 0 or infinite.
    package func withoutDividends(until timeToExpiration: Double) throws(PricingError) -> OptionMarket {
        guard hasDividends(until: timeToExpiration) else { return self }
        let growth = log(carry(to: timeToExpiration).forward / underlyingPrice) / timeToExpiration
        return try OptionMarket(
            spot: underlyingPrice, riskFreeRate: riskFreeRate, dividendYield: riskFreeRate - growth)
    }

    /// Throws ``PricingError/notSupported(_:)`` if a dividend counts until an expiration. Required before a formula without dividends.
    package func requireNoDividends(until timeToExpiration: Double) throws(PricingError) {
        if hasDividends(until: timeToExpiration) { throw .notSupported(.dividends) }
    }

    /// Returns the forward price, the discount factor and the dividends of an expiration.
    ///
    /// - Parameter timeToExpiration: Years; finite, 0 or greater.
    /// - Returns: The carry.
    public func carry(to timeToExpiration: Double) -> Carry { Carry(self, timeToExpiration) }
}

/// Dividends in order. Most markets have none; copying such a market counts no references.
enum DividendSchedule: Hashable, Sendable {
    case none
    indirect case some([DiscreteDividend])

    init(_ dividends: [DiscreteDividend]) {
        self = dividends.isEmpty ? .none : .some(dividends.sorted(by: DiscreteDividend.precedes))
    }

    var dividends: [DiscreteDividend] {
        switch self {
        case .none: []
        case .some(let dividends): dividends
        }
    }

    /// Whether a dividend counts for an option.
    @inline(__always)
    func counts(until timeToExpiration: Double) -> Bool {
        switch self {
        case .none: false
        case .some(let dividends): dividends.contains { $0.counts(until: timeToExpiration) }
        }
    }
}
