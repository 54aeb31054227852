import AccountMargin
import ExactPayoff
import OptionPricing
import _TestSupport

/// Random accounts: strikes around the price, one to four dates, premiums and market values near the Black–Scholes value.
struct RandomAccount {
    private var generator: SeededGenerator
    private static let valuation = "2026-01-02"
    private static let dates = ["2026-02-20", "2026-03-20", "2026-06-18", "2026-12-18"]
    private static let years = [49.0 / 365, 77.0 / 365, 167.0 / 365, 350.0 / 365]
    /// Prices of underlyings and the distances of their strikes.
    private static let prices = [(24.0, 1.0), (58, 2.5), (95, 5), (180, 5), (410, 10), (1060, 25)]

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &generator) < probability
    }

    private static func cents(_ price: Double) -> Double { max(0.01, (price * 100).rounded() / 100) }

    /// Returns an account of as many option legs.
    mutating func account(_ count: Int, quantities: ClosedRange<Int>, dateCount: Int? = nil) throws -> MarginAccount {
        guard let valuation = Timestamp(Self.valuation) else { preconditionFailure("a date") }
        var underlying = MarginUnderlying()
        underlying.class =
            [.equity, .equity, .equity, .equity, .narrowIndex, .broadIndex].randomElement(using: &generator) ?? .equity
        let isShare = underlying.class == .equity
        if isShare, chance(0.2) { underlying.leverageFactor = chance(0.5) ? 2 : 3 }
        if !isShare, chance(0.5) { underlying.exerciseStyle = .european }
        let (base, step) = Self.prices.randomElement(using: &generator) ?? (95, 5)
        let price = Self.cents(base * Double.random(in: 0.93...1.07, using: &generator))
        let volatility = Double.random(in: 0.18...0.6, using: &generator)
        let dateCount = dateCount ?? ([1, 1, 2, 2, 3].randomElement(using: &generator) ?? 1)
        let dates = Array(Self.dates.indices.shuffled(using: &generator).prefix(dateCount))
        var positions: [MarginPosition] = []
        if isShare, chance(0.4) {
            let shares = [100, 100, 150, 200, 300].randomElement(using: &generator) ?? 100
            let entry = Self.cents(base * Double.random(in: 0.9...1.1, using: &generator))
            positions.append(
                MarginPosition(
                    try .stock(chance(0.67) ? .long : .short, entryPrice: entry, quantity: shares)))
        }
        let maximumSteps = max(4, count / (4 * dateCount) + 2)
        var seen: Set<[Int]> = []
        while seen.count < count {
            let isCall = chance(0.5)
            let place = Int.random(in: -maximumSteps...maximumSteps, using: &generator)
            let strike = (base / step).rounded() * step + Double(place) * step
            let date = dates.randomElement(using: &generator) ?? 0
            guard strike > 0, seen.insert([isCall ? 1 : 0, place, date]).inserted else { continue }
            let terms = try OptionTerms(isCall ? .call : .put, strike: strike, timeToExpiration: Self.years[date])
            let premium = try ModelledOption(terms, in: OptionMarket(spot: base)).price(volatility: volatility)
            let value = try ModelledOption(terms, in: OptionMarket(spot: price)).price(volatility: volatility)
            let expiration = CalendarDate(Self.dates[date]).map { LegExpiration.date($0) }
            let leg = try Leg(
                isCall ? .call(strikePrice: strike) : .put(strikePrice: strike), chance(0.53) ? .short : .long,
                premium: Self.cents(premium), quantity: Int.random(in: quantities, using: &generator),
                sharesPerContract: 100, expiration: expiration)
            positions.append(MarginPosition(leg, marketValue: Self.cents(value)))
        }
        return MarginAccount(
            .margin, valuation: valuation, currentPrice: price,
            underlying: underlying, positions: positions)
    }
}
