import CReference
import ExactPayoff
import OptionPricing
import StrategyValuation

/// A strategy with legs that survive its first expiration, in the formats of the engine and of the reference.
struct CalendarStrategy {
    private(set) var legs: [reference_leg] = []
    let rate, yield: Double

    /// Draws a strategy of one of several families, with premiums near the values of the legs at a price of 100.
    init(from random: inout SeededGenerator) throws {
        rate = random.uniform(-0.03, 0.1)
        yield = random.coin() ? 0 : random.uniform(-0.02, 0.08)
        let near: Double = random.coin() ? 1 : -1
        let put: Int32 = random.coin() ? 1 : 0
        func strike() -> Double { (200 * random.logUniform(0.75, 1.35)).rounded() / 2 }
        // Most volatilities and times are ordinary; some are extreme.
        let isOrdinary = random.uniform(0, 1) < 0.7
        func time() -> Double { isOrdinary ? random.uniform(0.01, 2) : random.logUniform(1e-7, 20) }
        func volatility() -> Double { isOrdinary ? random.uniform(0.08, 0.9) : random.logUniform(0.002, 4) }
        func add(_ put: Int32, _ shares: Double, _ strike: Double, _ time: Double = 0, _ volatility: Double = 0) throws
        {
            let option = try ModelledOption(
                put == 1 ? .put : .call, spot: 100, strike: strike, timeToExpiration: time + 0.1, riskFreeRate: rate,
                dividendYield: yield)
            let value = try option.price(volatility: max(volatility, 0.2))
            legs.append(
                reference_leg(
                    put: put, shares: 100 * shares, strike: strike,
                    premium: (value * random.uniform(70, 130)).rounded() / 100, time: time, volatility: volatility))
        }
        func quantity() -> Double { random.uniform(1, 6).rounded(.down) }
        func side() -> Double { random.coin() ? 1 : -1 }
        switch random.next() % 5 {
        case 0:
            let strike = strike()
            try add(put, near, strike)
            try add(put, -near, strike, time(), volatility())
        case 1:
            try add(put, near, strike())
            try add(put, -near, strike(), time(), volatility())
        case 2:
            let (low, high, time) = (strike(), strike(), time())
            try add(1, near, low)
            try add(0, near, high)
            try add(1, -near, low, time, volatility())
            try add(0, -near, high, time, volatility())
        case 3:
            try add(put, near * quantity(), strike())
            try add(put, -near * quantity(), strike(), time(), volatility())
        default:
            for _ in 0..<random.next() % 4 { try add(random.coin() ? 1 : 0, side() * quantity(), strike()) }
            for _ in 0...random.next() % 4 {
                try add(random.coin() ? 1 : 0, side() * quantity(), strike(), time(), volatility())
            }
        }
    }

    /// The profile computed by the engine.
    func profile() throws -> HorizonProfile {
        func leg(_ leg: reference_leg) throws -> Leg {
            try Leg(
                leg.put == 1 ? .put(strikePrice: leg.strike) : .call(strikePrice: leg.strike),
                leg.shares > 0 ? .long : .short, premium: leg.premium, quantity: Int(abs(leg.shares) / 100),
                sharesPerContract: 100)
        }
        return try HorizonProfile(
            expiring: legs.filter { $0.time == 0 }.map(leg),
            surviving: legs.filter { $0.time > 0 }.map {
                try PricedLeg(leg($0), timeToExpiration: $0.time, volatility: $0.volatility)
            },
            riskFreeRate: rate, dividendYield: yield)
    }

    /// The sum of shares times (strike + premium + price), to which errors are relative.
    func amount(at price: Double = 0) -> Double {
        legs.reduce(0) { $0 + abs($1.shares) * ($1.strike + $1.premium + price) }
    }

    /// The points between which the exact profit is monotone on a grid of the given number of steps.
    func scan(steps: Int) -> [reference_point] {
        let capacity = 2 * (legs.count + 1) * (2 * steps + 4)
        var points = [reference_point](repeating: reference_point(), count: capacity)
        let count = unsafe withReference { unsafe reference_scan(&$0, Int32(steps), &points) }
        return Array(points[..<count])
    }

    /// The price between two points at which the exact profit crosses `level`, and the slope there.
    func crossing(of level: Double, between low: reference_point, and high: reference_point) -> (
        price: reference_value, slope: Double
    ) {
        var slope = 0.0
        let price = unsafe withReference { unsafe reference_crossing(&$0, level, low.price, high.price, &slope) }
        return (price, slope)
    }

    /// The exact profit.
    func profit(at price: Double) -> reference_value {
        unsafe withReference { unsafe reference_profit(&$0, price) }
    }

    /// The asymptote of the exact profit: its value at price 0 and its slope.
    func end() -> (value: reference_value, slope: reference_value) {
        var slope = reference_value()
        let value = unsafe withReference { unsafe reference_end(&$0, &slope) }
        return (value, slope)
    }

    private func withReference<Result>(_ body: (inout reference_strategy) -> Result) -> Result {
        unsafe legs.withUnsafeBufferPointer { legs in
            var strategy = unsafe reference_strategy(
                legs: legs.baseAddress, count: legs.count, rate: rate, yield: yield)
            return unsafe body(&strategy)
        }
    }
}
