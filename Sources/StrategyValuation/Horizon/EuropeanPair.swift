internal import DecimalNumbers
internal import ExactPayoff
internal import OptionPricing
internal import _OptionsMath

/// The combined shares of the European calls and puts of one strike, expiration and volatility, on an underlying without discrete
/// dividends. Put–call parity, on which netting them depends, holds for no other options.
///
/// Of the model's inputs three numbers remain at the horizon: g = e^(−qT), the spot price F = K e^((q−r)T) whose forward is
/// the strike, and the deviation v = σ√T. The value at the spot price S is
///
///     calls · g (S − F)⁺ + puts · g (F − S)⁺ + (calls + puts) · g O(S)
///
/// where O is the option out of the money with strike F and deviation v, without rates: the call below F, the put at
/// and above it; put–call parity gives the other one. A call and the opposite put thus leave a line, and opposite legs
/// cancel.
struct EuropeanPair {
    let forwardStrike: Double
    let deviation: Double
    /// g − 1.
    let yieldDrift: Double
    /// The shares; negative if sold.
    private(set) var calls, puts: Int128

    /// Creates the pair of some shares of one option, whose time to expiration is that from the horizon; `nil` if put–call parity does
    /// not hold for the option: with American exercise or with dividends that count.
    ///
    /// - Parameters:
    ///   - contract: The option.
    ///   - shares: The shares; negative if sold.
    ///   - market: The market at the horizon.
    /// - Throws: `StrategyError` with the rule `StrategyRule/representableDiscount`.
    init?(_ contract: OptionContract, _ shares: Int128, in market: OptionMarket) throws(StrategyError) {
        let time = contract.terms.timeToExpiration
        guard contract.hasFormula(in: market) else { return nil }
        let carry = market.carry(to: time)
        forwardStrike = carry.spot(ofForward: DecimalNumber(contract.terms.strike).nearestDouble)
        // From some hundreds on, a call equals the share to the last digit.
        deviation = min(contract.volatility * time.squareRoot(), 0x1p20)
        yieldDrift = carry.yieldDrift
        (calls, puts) = contract.terms.kind == .call ? (shares, 0) : (0, shares)
        guard yieldDrift.isFinite, yieldDrift > -1 else {
            throw StrategyError("dividendYield", .representableDiscount)
        }
        guard forwardStrike.isFinite, forwardStrike > 0, (forwardStrike * (1 + yieldDrift)).isFinite else {
            throw StrategyError("riskFreeRate", .representableDiscount)
        }
    }

    /// The shares of calls and puts together.
    var shares: Int128 { calls + puts }

    /// Whether O is 0 to the last digit: there is no time value but a kink.
    var isKinked: Bool { deviation < 0x1p-56 }

    /// The spot prices where O is more than 10⁻²³ of spot price and strike: within ten deviations.
    var live: ClosedRange<Double> {
        let reach = 10 * deviation + deviation * deviation / 2
        return forwardStrike * exp(-reach)...forwardStrike * exp(reach)
    }

    /// Where the gamma of O, φ(d₁) / (S v), which has one peak, is greatest, and that value: d₁ = −v there.
    var peak: (price: Double, gamma: Double) {
        let variance = deviation * deviation
        let price = forwardStrike * exp(-1.5 * variance)
        // The factor covers the rounding of the peak and of the kernel's values near it.
        return (price, exp(-variance / 2) / (2 * Double.pi).squareRoot() / (price * deviation) * (1 + 1e-12))
    }

    /// Returns the pairs of options, netted; `nil` if put–call parity does not hold for one of them.
    static func netted(
        _ options: [(contract: OptionContract, shares: Int128)], in market: OptionMarket
    ) throws(StrategyError) -> [EuropeanPair]? {
        var pairs: [EuropeanPair] = []
        pairs.reserveCapacity(options.count)
        for option in options {
            guard let pair = try EuropeanPair(option.contract, option.shares, in: market) else { return nil }
            pairs.append(pair)
        }
        return netted(pairs)
    }

    /// Merges equal contracts into one, without those that cancel, in an order that does not depend on that of the
    /// legs.
    private static func netted(_ contracts: [EuropeanPair]) -> [EuropeanPair] {
        func key(_ contract: EuropeanPair) -> (Double, Double, Double) {
            (contract.forwardStrike, contract.deviation, contract.yieldDrift)
        }
        var netted: [EuropeanPair] = []
        for contract in contracts.sorted(by: { key($0) < key($1) }) {
            if let last = netted.last, key(last) == key(contract) {
                netted[netted.count - 1].calls += contract.calls
                netted[netted.count - 1].puts += contract.puts
            } else {
                netted.append(contract)
            }
        }
        return netted.filter { $0.calls != 0 || $0.puts != 0 }
    }
}
