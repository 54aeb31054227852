internal import DecimalNumbers
internal import ExactPayoff
internal import OptionPricing
internal import StrategyValuation

/// The positions of an account after netting, with every price as an integer: the price × 10^``scale``.
///
/// All rates are decimals, so every amount is an integer at that scale, and no computation rounds.
struct AccountHoldings {
    /// The contracts of a leg that remain after netting.
    struct Option {
        let leg: Int
        let kind: OptionKind
        let isShort: Bool
        /// Per share.
        let strike, premium, marketValue: Int128
        let expiration: CalendarDate
        /// The shares of one contract.
        let size: Int
        var quantity: Int

        var isLong: Bool { !isShort }
        var isCall: Bool { kind == .call }
    }

    /// The shares of a leg that remain after netting.
    struct Shares {
        let leg: Int
        /// Per share.
        let entry: Int128
        var count: Int
    }

    let options: [Option]
    let shares: [Shares]
    /// Whether the shares, all on one side, are sold short.
    let sharesAreShort: Bool
    /// Per share.
    let price: Int128
    /// The decimals of amounts.
    let scale: Int
    /// The decimals of prices.
    let pricePlaces: Int
    /// 1 in units of the scale.
    let unit: Int128
    /// The bound of multipliers in a certificate, in money.
    let greatestMultiplier: Double

    /// The most digits that an amount may have; `Int128` holds 38.
    static let digits = 36
    /// The decimals of multipliers in a certificate.
    static let multiplierPlaces = 9

    /// The greatest leverage factor that makes a difference: every rate is then 1.
    static let greatestLeverage = 10.0

    init(_ account: MarginAccount) throws(StrategyError) {
        var prices = [account.currentPrice]
        for position in account.positions {
            prices += [position.leg.strike.value, position.leg.premium, position.marketValue ?? 0]
        }
        let places = prices.reduce(0) { max($0, -DecimalNumber($1).exponent) }
        let leverage = DecimalNumber(min(account.underlying.leverageFactor, Self.greatestLeverage))
        // Percentages and quarters have two decimals.
        let scale = places + max(0, -leverage.exponent) + 2
        try Self.requireDigits(account, scale: max(scale, places + Self.multiplierPlaces))
        pricePlaces = places
        self.scale = scale
        unit = PowersOfTen.integers[scale]
        greatestMultiplier = Self.greatestMultiplier(account)
        func amount(_ price: Double) -> Int128 { Int128(DecimalNumber(price), scale: scale) }
        price = amount(account.currentPrice)

        var options: [Option] = []
        var bought: [Shares] = []
        var sold: [Shares] = []
        for (index, position) in account.positions.enumerated() {
            let leg = position.leg
            let premium = amount(leg.premium)
            guard let kind = leg.optionKind, case .date(let expiration) = leg.expiration else {
                let held = Shares(leg: index, entry: premium, count: leg.quantity * leg.sharesPerContract)
                if leg.side == .long { bought.append(held) } else { sold.append(held) }
                continue
            }
            options.append(
                Option(
                    leg: index, kind: kind, isShort: leg.side == .short, strike: amount(leg.strike.value),
                    premium: premium, marketValue: position.marketValue.map(amount) ?? premium, expiration: expiration,
                    size: leg.sharesPerContract, quantity: leg.quantity))
        }
        self.options = Self.netted(options)
        let closed = min(bought.reduce(0) { $0 + $1.count }, sold.reduce(0) { $0 + $1.count })
        Self.close(closed, of: &bought)
        Self.close(closed, of: &sold)
        shares = bought.isEmpty ? sold : bought
        sharesAreShort = bought.isEmpty
    }

    /// The number of shares, without a sign.
    var shareCount: Int { shares.reduce(0) { $0 + $1.count } }

    /// The greatest number that divides the shares of every contract; 1 if there are no options.
    var lotSize: Int {
        let common = options.reduce(0) { Int(greatestCommonDivisor(Int128($0), Int128($1.size))) }
        return max(1, common)
    }

    /// Whether options on different numbers of shares are held, which never share a group.
    var hasSeveralSizes: Bool { options.contains { $0.size != options[0].size } }

    /// A long and a short of the same series cancel, earlier legs first.
    private static func netted(_ options: [Option]) -> [Option] {
        var options = options
        for first in options.indices {
            for second in options.indices.dropFirst(first + 1)
            where options[first].quantity > 0 && options[first].isOpposite(of: options[second]) {
                let closed = min(options[first].quantity, options[second].quantity)
                options[first].quantity -= closed
                options[second].quantity -= closed
            }
        }
        return options.filter { $0.quantity > 0 }
    }

    private static func close(_ count: Int, of shares: inout [Shares]) {
        var left = count
        for index in shares.indices {
            let closed = min(left, shares[index].count)
            shares[index].count -= closed
            left -= closed
        }
        shares.removeAll { $0.count == 0 }
    }

    /// Throws an error unless all sums of amounts, and those of prices in a certificate, have at most ``digits`` digits.
    private static func requireDigits(_ account: MarginAccount, scale: Int) throws(StrategyError) {
        let contracts = account.positions.reduce(0.0) { sum, position in
            let leg = position.leg
            return sum + Double(leg.quantity) * (leg.kind == .stock ? Double(leg.sharesPerContract) : 1)
        }
        let largest = greatestMultiplier(account)
        guard scale <= digits, 16 * contracts * largest * PowersOfTen.nearest(scale) <= PowersOfTen.nearest(digits)
        else { throw StrategyError("legs", .digits(digits)) }
    }

    /// No multiplier need be larger, in money: several times the largest amount of a contract.
    static func greatestMultiplier(_ account: MarginAccount) -> Double {
        account.positions.reduce(account.currentPrice + 5) { largest, position in
            let leg = position.leg
            let prices = leg.strike.value + leg.premium + (position.marketValue ?? 0) + account.currentPrice + 5
            return max(largest, 4 * (leg.kind == .stock ? 1 : Double(leg.sharesPerContract)) * prices)
        }
    }
}

extension AccountHoldings.Option {
    /// Whether the two are a long and a short of one series.
    fileprivate func isOpposite(of other: Self) -> Bool {
        kind == other.kind && isShort != other.isShort && strike == other.strike && expiration == other.expiration
            && size == other.size
    }

    /// The payoff of one contract at a price of the underlying, without the sign of the position.
    func intrinsic(at price: Int128) -> Int128 {
        Int128(size) * max(isCall ? price - strike : strike - price, 0)
    }
}

/// The greatest common divisor of two numbers, which may be 0.
func greatestCommonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
    var (first, second) = (first.magnitude, second.magnitude)
    while second != 0 { (first, second) = (second, first % second) }
    return Int128(first)
}

extension Int128 {
    /// Creates the decimal of a finite number × 10^`places`, which is an integer.
    init(decimal value: Double, places: Int) { self.init(DecimalNumber(value), scale: places) }
}
