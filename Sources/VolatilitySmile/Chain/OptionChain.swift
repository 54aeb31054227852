public import OptionPricing
internal import _OptionsMath

/// Quotes of European options on one underlying with one expiration.
///
/// The initialiser validates every value, so every instance is valid. The quotes of a valid chain may still contradict one
/// another, which ``arbitrage()`` reports.
///
/// ```swift
/// let chain = try OptionChain(
///     spot: 100, timeToExpiration: 0.25, riskFreeRate: 0.04,
///     quotes: [
///         OptionQuote(.put, strike: 95, .bidAsk(bid: 2.05, ask: 2.15)),
///         OptionQuote(.call, strike: 105, .bidAsk(bid: 2.40, ask: 2.55)),
///     ])
/// chain.impliedVolatilities()         // [.volatility(0.23…), .volatility(0.21…)]
/// ```
public struct OptionChain: Hashable, Sendable {
    /// The market and the expiration of all quotes.
    public let carry: Carry
    /// The forward price of the underlying for the expiration: spot · e^((rate − yield) · time).
    public let forward: Double
    /// The quotes, in the order of the initialiser's argument.
    public let quotes: [OptionQuote]

    /// The present value of 1 at expiration.
    let discountFactor: Double
    /// The present value of one share at expiration, with its yield reinvested.
    let discountedSpot: Double

    /// Creates a chain.
    ///
    /// - Parameters:
    ///   - market: The market, with a spot price greater than 0.
    ///   - timeToExpiration: Years; finite and greater than 0.
    ///   - quotes: Strikes finite and greater than 0, prices finite and 0 or greater; no two of the same kind and strike.
    /// - Throws: ``ChainError`` for the first value outside its domain; with `PricingError.notSupported` for a forward price, and for
    ///   dividends at ex-dates until the expiration.
    public init(in market: OptionMarket, timeToExpiration: Double, quotes: [OptionQuote]) throws(ChainError) {
        do throws(PricingError) {
            if market.underlying == .forward { throw .notSupported(.forward) }
            try PricingError.requirePositive(.spot, market.underlyingPrice)
            try PricingError.requirePositive(.timeToExpiration, timeToExpiration)
            try market.requireNoDividends(until: timeToExpiration)
        } catch {
            throw .market(error)
        }
        carry = market.carry(to: timeToExpiration)
        forward = carry.forward
        discountFactor = carry.discountFactor
        discountedSpot = carry.prepaidForward
        guard forward.isNormal, discountFactor.isNormal, discountedSpot.isNormal else { throw .notRepresentable }
        try ChainError.check(quotes)
        self.quotes = quotes
    }

    /// Creates a chain in a market without dividends at ex-dates.
    ///
    /// - Parameters:
    ///   - spot: The price of the underlying; finite and greater than 0.
    ///   - timeToExpiration: Years; finite and greater than 0.
    ///   - riskFreeRate: Finite, of either sign; 0.05 means 5 % a year.
    ///   - dividendYield: Finite, of either sign. ``parityForward()`` returns the yield that the quotes imply.
    ///   - quotes: Strikes finite and greater than 0, prices finite and 0 or greater; no two of the same kind and strike.
    /// - Throws: ``ChainError`` for the first value outside its domain.
    public init(
        spot: Double, timeToExpiration: Double, riskFreeRate: Double = 0, dividendYield: Double = 0,
        quotes: [OptionQuote]
    ) throws(ChainError) {
        let market: OptionMarket
        do throws(PricingError) {
            try PricingError.requirePositive(.spot, spot)
            try PricingError.requirePositive(.timeToExpiration, timeToExpiration)
            market = try OptionMarket(spot: spot, riskFreeRate: riskFreeRate, dividendYield: dividendYield)
        } catch {
            throw .market(error)
        }
        try self.init(in: market, timeToExpiration: timeToExpiration, quotes: quotes)
    }

    /// Returns a chain with the same quotes and another dividend yield.
    ///
    /// - Parameter dividendYield: Finite, of either sign.
    /// - Returns: The chain.
    /// - Throws: ``ChainError`` if the yield is outside its domain.
    public func withDividendYield(_ dividendYield: Double) throws(ChainError) -> OptionChain {
        let market: OptionMarket
        do throws(PricingError) {
            market = try OptionMarket(
                spot: spot, riskFreeRate: riskFreeRate, dividendYield: dividendYield, dividends: carry.market.dividends)
        } catch {
            throw .market(error)
        }
        return try OptionChain(in: market, timeToExpiration: timeToExpiration, quotes: quotes)
    }

    /// The price of the underlying, per share.
    public var spot: Double { carry.market.underlyingPrice }
    /// The time to expiration in years.
    public var timeToExpiration: Double { carry.timeToExpiration }
    /// The risk-free rate: a decimal per year, continuously compounded.
    public var riskFreeRate: Double { carry.market.riskFreeRate }
    /// The yield of the underlying: a decimal per year, continuously compounded.
    public var dividendYield: Double { carry.market.dividendYield }

    /// Creates an option on the underlying of the chain.
    func option(_ kind: OptionKind, strike: Double) throws(PricingError) -> ModelledOption {
        try ModelledOption(
            OptionTerms(kind, strike: strike, timeToExpiration: timeToExpiration), in: carry.market)
    }

    /// k = ln(strike / forward).
    func logMoneyness(_ strike: Double) -> Double {
        let ratio = strike / forward
        return ratio.isNormal ? log(ratio) : log(strike) - log(forward)
    }

    /// The strike at a log-moneyness k; 0 for −∞ and infinite for ∞.
    func strike(_ logMoneyness: Double) -> Double {
        forward * exp(logMoneyness)
    }
}

extension ChainError {
    /// Throws an error if a quote is invalid.
    fileprivate static func check(_ quotes: [OptionQuote]) throws(ChainError) {
        struct Contract: Hashable {
            let kind: OptionKind
            let strike: Double
        }
        // Quotes that ascend by strike, calls before puts, contain no duplicate.
        let isAscending = zip(quotes, quotes.dropFirst()).allSatisfy { left, right in
            left.strike < right.strike || left.strike == right.strike && left.kind == .call && right.kind == .put
        }
        var seen: [Contract: Int] = [:]
        for (index, quote) in quotes.enumerated() {
            guard quote.strike.isFinite else { throw .notFinite(quote: index, .strike, quote.strike) }
            guard quote.strike > 0 else { throw .notPositive(quote: index, .strike, quote.strike) }
            switch quote.value {
            case .price(let price):
                try requireNonNegative(index, .price, price)
            case .bidAsk(let bid, let ask):
                try requireNonNegative(index, .bid, bid)
                try requireNonNegative(index, .ask, ask)
            }
            if isAscending { continue }
            if let other = seen.updateValue(index, forKey: Contract(kind: quote.kind, strike: quote.strike)) {
                throw .duplicate(quote: index, of: other)
            }
        }
    }

    private static func requireNonNegative(_ quote: Int, _ parameter: Parameter, _ value: Double) throws(ChainError) {
        guard value.isFinite else { throw .notFinite(quote: quote, parameter, value) }
        guard value >= 0 else { throw .negative(quote: quote, parameter, value) }
    }
}
