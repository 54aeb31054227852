internal import MarketData

/// The quotes of the contracts of one expiration at one moment.
struct ChainBuilder {
    let path: PricePath
    let moment: MarketMoment
    let isMonthly: Bool
    let pricer: ChainPricer

    /// The interval of trades, in seconds; each takes place at its beginning.
    private static let tradeInterval = 300

    /// Returns the quotes of contracts: a call and a put for each strike of the pricer.
    func quotes(_ contracts: [ListedContract]) -> [ContractQuote] {
        let index = moment.index
        let instant = moment.instant
        // After the close, one second more has passed than at the last price.
        let second = moment.isOpen ? moment.second : moment.second + 1
        let prices = pricer.prices(path, index, second: second, spot: path.units(at: moment))
        let isExpired = prices.volatilities.isEmpty
        let tradeSecond = moment.second / Self.tradeInterval * Self.tradeInterval
        let tradePrices = pricer.prices(
            path, index, second: tradeSecond, spot: path.day(index).price(tradeSecond)
        ).prices
        let rounding = QuoteRounding(path.instrument)
        let interest = ContractInterest(path, moment, pricer, isMonthly: isMonthly)
        let day = Int(path.table.days[index])
        var quotes: [ContractQuote] = []
        quotes.reserveCapacity(contracts.count)
        for (position, contract) in contracts.enumerated() {
            var quote = ContractQuote(contract)
            let strike = pricer.strikes[position / 2]
            let key = ContractInterest.key(pricer.expirationDay, strike, contract.kind)
            if isExpired {
                let cents = Int((100 * prices.prices[position]).rounded())
                let value = Self.dollars(cents)
                (quote.bid, quote.ask, quote.last) = (value, value, value)
            } else {
                let (bid, ask) = rounding.bidAsk(prices.prices[position])
                let place = path.instrument.random.uniform(
                    .lastTrade, key &+ day &* 100 &+ tradeSecond / Self.tradeInterval)
                quote.bid = Self.dollars(bid)
                quote.ask = Self.dollars(ask)
                quote.last = Self.dollars(rounding.trade(rounding.bidAsk(tradePrices[position]), position: place))
                quote.vendorVolatility = prices.volatilities[position / 2]
            }
            (quote.openInterest, quote.volume) = interest.counts(strike, key)
            quote.asOf = instant
            quotes.append(quote)
        }
        return quotes
    }

    private static func dollars(_ cents: Int) -> ExactDecimal {
        ExactDecimal(significand: Int64(cents), exponent: -2)
    }
}

/// The open interest and the volume of the contracts of one expiration: large near the money and at round strikes.
struct ContractInterest {
    private let random: HashedRandom
    private let day: Int
    /// The close of the session before, in cents.
    private let reference: Double
    private let width: Double
    private let base: Double
    private let share: Double

    init(_ path: PricePath, _ moment: MarketMoment, _ pricer: ChainPricer, isMonthly: Bool) {
        let instrument = path.instrument
        random = instrument.random
        day = Int(path.table.days[moment.index])
        let previous = max(moment.index - 1, 0)
        let (numerator, denominator) = path.shares(previous, now: moment.index)
        reference = Double(path[previous].close) * Double(denominator) / Double(numerator)
        let years = Double(max(pricer.expirationDay - day, 5)) / 365
        width = reference * instrument.volatility * years.squareRoot()
        base = instrument.volume * (isMonthly ? 3e-4 : 1e-4)
        share = moment.isOpen ? PricePath.share(ofVolumeBy: path.sessionShare(moment)) : 1
    }

    /// A number that identifies a contract, for its random numbers.
    static func key(_ expirationDay: Int, _ strike: Int, _ kind: OptionKind) -> Int {
        (expirationDay << 32) &+ (strike << 8) &+ (kind == .call ? 0 : 1) << 7
    }

    /// Returns open interest and volume of a contract.
    func counts(_ strike: Int, _ key: Int) -> (openInterest: Int, volume: Int) {
        let distance = (Double(strike) - reference) / width
        let roundness = strike.isMultiple(of: 1000) ? 2.0 : strike.isMultiple(of: 500) ? 1.4 : 1
        let size = random.uniform(.openInterest, key)
        let open = base * roundness * PortableMath.exp(-0.4 * distance * distance) * (0.2 + 2 * size * size)
        let today = random.uniform(.contractVolume, key &+ day &* 3)
        let growth = 0.9 + 0.2 * random.uniform(.openInterest, key &+ 1 &+ day &* 3)
        return (Int(open * growth), Int(0.8 * open * today * today * share))
    }
}
