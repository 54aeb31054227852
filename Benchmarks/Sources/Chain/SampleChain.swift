import MarketData
import OptionPricing

/// The quotes of one expiration in cents, with noise of up to a cent, around the prices on a smile.
struct SampleChain {
    private static let (spot, rate) = (500.0, 0.04)

    let snapshot: ChainSnapshot
    /// The instant of valuation, a quarter of a year before the expiration of European options, a year before that of American ones.
    let now: Timestamp
    private let dividends: [Dividend]

    /// Creates a chain of calls and puts at `count` strikes, for European options from three to two standard deviations around the spot.
    /// The underlying of American options pays four dividends. `nil` if a literal is invalid.
    init?(strikes count: Int, exercise: ExerciseStyle = .european) {
        let isAmerican = exercise == .american
        guard let now = Timestamp("2026-09-18T15:30:00Z"),
            let expiration = CalendarDate(isAmerican ? "2027-09-17" : "2026-12-18"), let ticker = Ticker("ZZCO")
        else { return nil }
        let exDates = isAmerican ? ["2026-11-13", "2027-02-12", "2027-05-14", "2027-08-13"] : []
        dividends = exDates.compactMap { text in
            CalendarDate(text).map {
                Dividend(
                    exDate: $0, amount: ExactDecimal(significand: 15, exponent: -1), status: .estimated,
                    source: .simulated)
            }
        }
        guard
            let market = try? OptionMarket(
                spot: Self.spot, riskFreeRate: Self.rate, dividendYield: isAmerican ? 0.002 : 0.012,
                dividends: dividends.compactMap { dividend in
                    ExchangeCalendar.newYork.session(on: dividend.exDate).flatMap {
                        try? DiscreteDividend(
                            timeToExDate: now.years(to: $0.open), .amount(dividend.amount.doubleValue))
                    }
                })
        else { return nil }
        var random = RandomNumbers()
        var quotes: [ContractQuote] = []
        for index in 0..<count {
            // In hundredths, so that every strike is exact.
            let cents = 32_000 + 40_000 * index / count
            let strike = Double(cents) / 100
            for kind in [OptionKind.call, .put] {
                guard let price = Self.price(kind, strike, market, exercise) else { return nil }
                let noise = Double.random(in: -1...1, using: &random)
                let half = max(price / 100, 0.02)
                let bid = max(Int64((100 * (price - half) + noise).rounded(.down)), 0)
                let ask = max(Int64((100 * (price + half) + noise).rounded(.up)), bid + 1)
                var quote = ContractQuote(
                    ListedContract(
                        symbol: "O:ZZCO\(kind == .call ? "C" : "P")\(cents)", underlying: ticker, kind: kind,
                        expiration: expiration, strike: ExactDecimal(significand: Int64(cents), exponent: -2)))
                quote.bid = ExactDecimal(significand: bid, exponent: -2)
                quote.ask = ExactDecimal(significand: ask, exponent: -2)
                quotes.append(quote)
            }
        }
        self.now = now
        snapshot = ChainSnapshot(
            underlying: ticker, expiration: expiration, spot: ExactDecimal(Self.spot), quotes: quotes, asOf: now,
            exercise: exercise)
    }

    func analysis(isSmileNeeded: Bool, isArbitrageNeeded: Bool) -> ChainAnalysis {
        ChainAnalysis(
            snapshot, at: now, riskFreeRate: Self.rate, dividends: dividends, isSmileNeeded: isSmileNeeded,
            isArbitrageNeeded: isArbitrageNeeded)
    }

    private static func price(
        _ kind: OptionKind, _ strike: Double, _ market: OptionMarket, _ exercise: ExerciseStyle
    ) -> Double? {
        let offset = strike / spot - 1.02
        let volatility = 0.2 + 0.3 * ((offset * offset + 0.01).squareRoot() - 0.4 * offset)
        let terms = try? OptionTerms(
            kind, strike: strike, timeToExpiration: exercise == .american ? 1 : 0.25, exercise: exercise)
        return terms.flatMap { try? ModelledOption($0, in: market).price(volatility: volatility) }
    }
}

/// A generator with the same sequence in every run: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
private struct RandomNumbers: RandomNumberGenerator {
    private var state: UInt64 = 20_261_121

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
