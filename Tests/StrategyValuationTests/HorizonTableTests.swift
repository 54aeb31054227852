import ExactPayoff
import StrategyValuation
import Testing
import _TestSupport

@Suite("Calendars and similar strategies, at 50 digits")
struct HorizonTableTests {
    struct Row: Decodable, CustomTestStringConvertible {
        struct Option: Decodable {
            let type, position: String
            let strikePrice, premium: Double
            let quantity: Int
            let remainingTime, volatility: Double?

            func leg() throws -> Leg {
                try Leg(
                    type == "put" ? .put(strikePrice: strikePrice) : .call(strikePrice: strikePrice),
                    try #require(.init(rawValue: position)), premium: premium, quantity: quantity,
                    sharesPerContract: 100)
            }

            func survivingLeg() throws -> PricedLeg {
                try PricedLeg(
                    leg(), timeToExpiration: try #require(remainingTime), volatility: try #require(volatility))
            }
        }

        let name: String
        let riskFreeRate, dividendYield: Double
        let expiring, surviving: [Option]
        let netCost: Double
        let maximumProfit, minimumProfit: Double?
        /// The break-evens, and the slopes of the profit there.
        let breakEvenPoints, slopes: [Double]
        let profits: [[Double]]
        /// The amount to which errors are relative.
        let amount: Double

        var testDescription: String { name }

        func profile(rounding: ResultRounding? = nil) throws -> HorizonProfile {
            try HorizonProfile(
                expiring: expiring.map { try $0.leg() }, surviving: surviving.map { try $0.survivingLeg() },
                riskFreeRate: riskFreeRate, dividendYield: dividendYield, rounding: rounding)
        }
    }

    struct Table: Decodable {
        let cases: [Row]
    }

    static func rows() throws -> [Row] {
        try Fixture.decode(Table.self, "Fixtures/reference/calendars.json").cases
    }

    /// A few roundings, relative to the amount of the legs.
    private let bound = 4e-16

    @Test("every break-even, and no other", arguments: try rows())
    func breakEvens(_ row: Row) throws {
        let profile = try row.profile()
        #expect(profile.isCertified)
        let points = profile.breakEvenPoints
        try #require(points.count == row.breakEvenPoints.count, "\(points) for \(row.breakEvenPoints)")
        for (point, (exact, slope)) in zip(points, zip(row.breakEvenPoints, row.slopes)) {
            #expect(abs(point - exact) <= bound * row.amount / abs(slope) + exact.ulp, "\(point) for \(exact)")
        }
        for (index, interval) in profile.zeroProfitIntervals.enumerated() {
            #expect(interval == PriceInterval(lower: points[index], upper: points[index]))
        }
    }

    @Test("extremes, cost and profits", arguments: try rows())
    func extremes(_ row: Row) throws {
        let profile = try row.profile()
        #expect(profile.netCost == row.netCost)
        for (value, exact) in [
            (profile.maximumProfit, row.maximumProfit), (profile.minimumProfit, row.minimumProfit),
        ] {
            try #require((value == nil) == (exact == nil))
            #expect(abs((value ?? 0) - (exact ?? 0)) <= bound * row.amount, "\(value ?? 0) for \(exact ?? 0)")
        }
        for point in row.profits {
            let tolerance = bound * (row.amount + point[0] * row.amount / 100)
            #expect(abs(try profile.profit(at: point[0]) - point[1]) <= tolerance, "at \(point[0])")
        }
        let prices = row.profits.map { $0[0] }
        #expect(try profile.profits(at: prices) == prices.map { try profile.profit(at: $0) })
    }

    @Test("profits above zero lie between the break-evens", arguments: try rows())
    func above(_ row: Row) throws {
        let crossings = try row.profile().levelCrossings(at: 0)
        let points = row.breakEvenPoints
        let isAboveAtZero = row.profits[0][1] > 0
        let ends = (isAboveAtZero ? [0] : []) + points + [.infinity]
        let expected = stride(from: 0, to: ends.count - 1, by: 2).map { (ends[$0], ends[$0 + 1]) }
        try #require(crossings.above.count == expected.count)
        for (interval, (lower, upper)) in zip(crossings.above, expected) {
            #expect(abs(interval.lower - lower) <= 1e-9 * lower)
            #expect(interval.upper == upper || abs(interval.upper - upper) <= 1e-9 * upper)
        }
    }
}
