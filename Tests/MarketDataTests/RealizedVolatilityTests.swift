import Foundation
import MarketData
import Testing

@Suite("Realised volatility")
struct RealizedVolatilityTests {
    @Test("agrees with Hull's table 15.1: 1.216 % a day, 19.3 % a year")
    func hull() throws {
        let closes = [
            20.00, 20.10, 19.90, 20.00, 20.50, 20.25, 20.90, 20.90, 20.90, 20.75, 20.75, 21.00, 21.10, 20.90, 20.90,
            21.25,
            21.40, 21.40, 21.25, 21.75, 22.00,
        ]
        let volatility = try #require(RealizedVolatility.annualized(closes, count: 21))
        #expect(abs(volatility / 252.0.squareRoot() - 0.01216) < 0.000005)
        #expect(abs(volatility - 0.193) < 0.0005)
    }

    @Test("returns of one size and both signs have the variance of the formula", arguments: [0.001, 0.02, 0.5])
    func alternating(size: Double) throws {
        // 30 returns of +size and 29 of −size
        let closes = (0..<60).map { 100 * exp($0.isMultiple(of: 2) ? 0 : size) }
        let expected = (252 * (59 - 1.0 / 59) / 58).squareRoot() * size
        let volatility = try #require(RealizedVolatility.annualized(closes))
        #expect(abs(volatility - expected) < 1e-12 * expected + 1e-13)
        // Neither the unit of the closes nor those before the last 60 matter.
        let scaled = try #require(RealizedVolatility.annualized([1, 900] + closes.map { $0 * 7 }))
        #expect(abs(scaled - expected) < 1e-12)
    }

    @Test("steady growth has no volatility")
    func steady() throws {
        let volatility = try #require(RealizedVolatility.annualized((0..<60).map { pow(1.01, Double($0)) }))
        #expect(volatility < 1e-12)
    }

    @Test("too few or invalid closes have no volatility")
    func nothing() {
        let closes = [Double](repeating: 100, count: 60)
        #expect(RealizedVolatility.annualized(closes) == 0)
        #expect(RealizedVolatility.annualized(closes.dropLast()) == nil)
        #expect(RealizedVolatility.annualized([Double]()) == nil)
        #expect(RealizedVolatility.annualized(closes, count: 2) == nil)
        #expect(RealizedVolatility.annualized(closes, count: .max) == nil)
        for wrong in [0, -1, .nan, .infinity] {
            #expect(RealizedVolatility.annualized(closes.dropLast() + [wrong]) == nil)
        }
    }
}
