import ExactPayoff
import Foundation
import Testing
import _TestSupport

@Suite("Rounding of results")
struct ResultRoundingTests {
    private let rounding = ResultRounding(money: 8, price: 10)

    /// `significand / 10^places`, ties to even, by the definition.
    private func rounded(_ significand: Int128, _ scale: Int, to places: Int) -> Double {
        let power = (0..<scale - places).reduce(Int128(1)) { power, _ in power * 10 }
        var (quotient, remainder) = significand.quotientAndRemainder(dividingBy: power)
        if remainder * 2 > power || (remainder * 2 == power && quotient % 2 == 1) { quotient += 1 }
        return Double("\(quotient)e-\(places)") ?? .nan
    }

    @Test("money is the exact amount rounded once, ties to even")
    func money() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<2_000 {
            // A decimal of up to 15 digits, whose last two are often a half or close to one.
            var significand = Int64.random(in: 1...999_999_999_999_999, using: &generator)
            significand -= significand % 100
            significand += [0, 25, 49, 50, 51, 75].randomElement(using: &generator) ?? 0
            let scale = Int.random(in: 9...16, using: &generator)
            let premium = try #require(Double("\(significand)e-\(scale)"))
            let shares = Int.random(in: 1...4, using: &generator)
            let profile = try PayoffProfile(
                [.stock(.long, entryPrice: premium, quantity: shares)], rounding: rounding)
            #expect(profile.netCost == rounded(Int128(significand) * Int128(shares), scale, to: 8))
            #expect(profile.breakEvenPoints == [scale > 10 ? rounded(Int128(significand), scale, to: 10) : premium])
            #expect(try profile.profit(at: 0) == -profile.netCost)
        }
    }

    @Test("wide integers round the same way", arguments: [0, 1e-30, 1e-60])
    func wide(tiny: Double) throws {
        // The tiny premium requires a scale that exceeds 128 bits; it cancels.
        for (premium, money) in [
            (0.000000015, 0.00000002), (0.000000025, 0.00000002), (0.0000000250001, 0.00000003),
            (0.000000005, 0), (0.0000000050001, 0.00000001), (0.999999995, 1), (0.9999999949, 0.99999999),
            (123456.789012345, 123456.78901234), (1e-12, 0),
        ] {
            let profile = try PayoffProfile(
                [
                    .stock(.long, entryPrice: premium, quantity: 1), .stock(.long, entryPrice: tiny, quantity: 1),
                    .stock(.short, entryPrice: tiny, quantity: 1),
                ], rounding: rounding)
            #expect(profile.netCost == money)
            #expect(try profile.curve(around: 1)[0].profitLoss <= 0.7)
        }
    }

    @Test("a rounded amount is never -0")
    func zero() throws {
        let profile = try PayoffProfile([.stock(.short, entryPrice: 1e-9, quantity: 1)], rounding: rounding)
        #expect(profile.netCost == 0 && profile.netCost.sign == .plus)
        let wide = try PayoffProfile([.stock(.short, entryPrice: 1e-90, quantity: 1)], rounding: rounding)
        #expect(wide.netCost == 0 && wide.netCost.sign == .plus)
    }
}

@Suite("Curves at the ends of the range of Double")
struct CurveRangeTests {
    @Test(
        "the curve of any price is ascending and contains the price",
        arguments: [
            "5e-324", "1e-323", "2e-322", "1e-320", "2.2250738585072014e-308", "1e-306", "1e-300", "1e-100", "1e-9",
            "1e9", "1e100", "1e300", "1e308", "1.7976931348623157e308",
        ])
    func prices(text: String) throws {
        let price = try #require(Double(text))
        for leg in [
            try Leg.stock(.long, entryPrice: 0, quantity: 1),
            try Leg.put(.long, strikePrice: price, premium: 0, quantity: 1, sharesPerContract: 1),
            try Leg.call(.short, strikePrice: price, premium: price / 10, quantity: 1, sharesPerContract: 1),
        ] {
            for rounding in [nil, ResultRounding(money: 8, price: 10)] {
                let curve = try PayoffProfile([leg], rounding: rounding).curve(around: price)
                let prices = curve.stockPrices
                #expect(zip(prices, prices.dropFirst()).allSatisfy { $0 < $1 })
                #expect(prices.contains(price))
                // The products here are rounded.
                #expect(prices[0] <= (0.7 * price).nextUp)
                #expect(prices[prices.count - 1] >= min((1.3 * price).nextDown, 1.7e308))
                #expect(prices.count < 300)
            }
        }
    }
}
