import ExactPayoff
import Foundation
import OptionPricing
import StrategyContract
import StrategyNames
import StrategyRequests
import StrategyValuation
import Testing

@Suite("Answers in time")
struct ExtensionAnswerTests {
    private static let spread = """
        {"currentPrice":100,"valuationDate":"2026-01-02","riskFreeRate":0.04,"dividendYield":0.01,MEMBERS
        "legs":[
        {"type":"call","position":"long","strikePrice":95,"premium":7.5,"quantity":2,"expirationDate":"2026-07-03",
         "impliedVolatility":0.25},
        {"type":"call","position":"short","strikePrice":105,"premium":2.5,"quantity":2,"expirationDate":"2026-07-03"}]}
        """

    private func response(_ members: String, _ request: String = spread) throws -> CalculationResponse {
        let json = request.replacingOccurrences(of: "MEMBERS", with: members)
        return try CalculationRequest(json: Array(json.utf8)).calculate()
    }

    @Test("dates, rates and volatilities alone change no byte")
    func unchanged() throws {
        let plain = """
            {"currentPrice":100,"legs":[
            {"type":"call","position":"long","strikePrice":95,"premium":7.5,"quantity":2},
            {"type":"call","position":"short","strikePrice":105,"premium":2.5,"quantity":2}]}
            """
        #expect(try response("").json() == response("", plain).json())
        #expect(try response(#""volatility":0.3,"#).json() == response("", plain).json())
    }

    @Test("greeks are those of the library, per leg and net")
    func greeks() throws {
        let response = try response(#""include":["greeks"],"#)
        let greeks = try #require(response.greeks)
        let option = try ModelledOption(
            .call, spot: 100, strike: 95, timeToExpiration: 182.0 / 365, riskFreeRate: 0.04, dividendYield: 0.01)
        let expected = try option.greeks(volatility: 0.25)
        #expect(greeks.legs[0].vega == 200 * expected.vega)
        #expect(greeks.legs[1].gamma < 0 && greeks.legs[1].vega < 0)
        #expect(greeks.net.gamma == greeks.legs[0].gamma + greeks.legs[1].gamma)
        #expect(response.valueCurves == nil && response.scenarios == nil && response.strategyName == nil)

        let conventions = try #require(response.conventions)
        #expect(conventions.timeToExpiration == 182.0 / 365)
        #expect(conventions.legs?.map { $0?.volatility?.source.rawValue } == ["given", "premium"])
        // The volatility of the short call is the one at which it is worth its premium.
        let short = try ModelledOption(
            .call, spot: 100, strike: 105, timeToExpiration: 182.0 / 365, riskFreeRate: 0.04, dividendYield: 0.01)
        let volatility = try #require(conventions.legs?[1]?.volatility?.value)
        #expect(abs(try short.price(volatility: volatility) - 2.5) < 1e-13)
    }

    @Test("value curves run from the valuation to the expiration, where they equal the payoff")
    func valueCurves() throws {
        let response = try response(
            #""include":["valueCurves"],"valueDates":["2026-01-02",0.25,"2026-07-03"],"#)
        let curves = try #require(response.valueCurves)
        #expect(
            curves.map(\.date) == [
                CalendarDate("2026-01-02").map { .date($0) }, .years(0.25),
                CalendarDate("2026-07-03").map { .date($0) },
            ])
        #expect(curves[2].curve == response.curve)
        for curve in curves { #expect(curve.curve.stockPrices == response.curve.stockPrices) }
        // The premium of the first leg is not its value at the current price; that of the second is.
        let now = try #require(curves[0].curve.first { $0.stockPrice == 100 })
        let long = try ModelledOption(
            .call, spot: 100, strike: 95, timeToExpiration: 182.0 / 365, riskFreeRate: 0.04, dividendYield: 0.01)
        let expected = 200 * (try long.price(volatility: 0.25) - 7.5)
        #expect(abs(now.profitLoss - expected) <= 5e-9)
    }

    @Test("scenarios are by price, by shift, by date")
    func scenarios() throws {
        let response = try response(
            #"""
            "include":["scenarios"],"scenarioGrid":
            {"spotShifts":[-0.1,0,0.05],"volatilityShifts":[0,-0.5],"dates":["2026-01-02","2026-07-03"]},
            """#)
        let scenarios = try #require(response.scenarios)
        #expect(scenarios.stockPrices == [90, 100, 105])
        #expect(scenarios.profitLoss.count == 12)
        for (index, profit) in [-1000.0, 0, 1000].enumerated() {
            // At expiration the volatility does not matter.
            #expect(scenarios[index, 0, 1] == profit && scenarios[index, 1, 1] == profit)
        }
        // Without volatility a call is worth its discounted intrinsic value.
        let (spot, cash) = (105 * exp(-0.01 * 182 / 365), exp(-0.04 * 182 / 365))
        let expected = 200 * (spot - 95 * cash) - 200 * max(spot - 105 * cash, 0) - 1000
        #expect(abs(scenarios[2, 1, 0] - expected) < 1e-8)
        let alone = try CalculationRequest(
            json: Array(Self.spread.replacingOccurrences(of: "MEMBERS", with: "").utf8)
        ).scenarios()
        #expect(alone.scenarios.stockPrices == [70, 80, 85, 90, 95, 100, 105, 110, 115, 120, 130])
        #expect(alone.scenarios.dates.count == 3)
    }

    @Test("a range draws its points and no others")
    func curveRange() throws {
        let curve = try response(#""curveRange":{"minimum":0,"maximum":200.1,"points":4},"#).curve
        #expect(curve.stockPrices == [0, 66.7, 133.4, 200.1])
        #expect(curve.profitLosses == [-1000, -1000, 1000, 1000])
    }

    @Test(
        "points that round to the same digits occur once",
        arguments: [(3e14, 300_000_000_000_001, 1000), (600000.1, 600000.100001, 100_000), (1e6, 1_000_000.00001, 5)])
    func narrowRange(minimum: Double, maximum: Double, points: Int) throws {
        let range = #""curveRange":{"minimum":\#(minimum),"maximum":\#(maximum),"points":\#(points)},"#
        let prices = try response(range).curve.stockPrices
        #expect(prices.first == minimum && prices.last == maximum && prices.count <= points)
        #expect(zip(prices, prices.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("an infinite greek is null, and reads as such")
    func infiniteGreek() throws {
        let request = """
            {"currentPrice":100,"timeToExpiration":1,"include":["greeks"],"legs":[{"type":"call","position":"long",
            "strikePrice":100,"premium":1,"quantity":1,"impliedVolatility":0}]}
            """
        let response = try response("", request)
        let json = String(decoding: response.json(), as: UTF8.self)
        #expect(json.contains(#""gamma":null"#))
        #expect(response.greeks?.net.gamma.isFinite == false)
    }

    @Test("shares need neither time nor volatility")
    func shares() throws {
        let request = """
            {"currentPrice":100,"include":["greeks"],"legs":
            [{"type":"stock","position":"short","premium":90,"quantity":30,"expirationDate":"2026-01-02"}]}
            """
        let response = try response("", request)
        #expect(response.greeks?.net.delta == -30)
        #expect(response.conventions?.timeToExpiration == nil)
    }

    @Test("a calendar is valued at the first expiration, the later leg by the model")
    func calendar() throws {
        let request = """
            {"currentPrice":100,"riskFreeRate":0.04,MEMBERS"legs":[
            {"type":"call","position":"short","strikePrice":100,"premium":2.5,"quantity":1,"timeToExpiration":0.125},
            {"type":"call","position":"long","strikePrice":100,"premium":4.6,"quantity":1,"timeToExpiration":0.375,
             "impliedVolatility":0.2}]}
            """
        let response = try response(#""include":["strategyName"],"#, request)
        #expect(response.strategyName?.name == "long call calendar spread")
        let far = try ModelledOption(
            .call, spot: 100, strike: 100, timeToExpiration: 0.25, riskFreeRate: 0.04)
        let peak = 100 * (try far.price(volatility: 0.2)) - 210
        #expect(abs(try #require(response.metrics.maxProfit) - peak) < 1e-8)
        #expect(response.metrics.maxLoss == -210)
        #expect(response.metrics.breakEvenPoints.count == 2)
        #expect(response.conventions?.legs?.map { $0?.volatility?.source.rawValue } == [nil, "given"])
        // At the lowest price both calls are worthless, so nearly the whole debit is lost.
        #expect(response.curve.first.map { $0.profitLoss < -209 } == true)
    }
}
