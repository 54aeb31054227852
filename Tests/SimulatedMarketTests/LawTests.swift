import MarketData
import Testing
import _TestSupport

@testable import SimulatedMarket

/// Statistics of daily returns: volatilities near the parameters, and clusters of large returns.
@Suite struct LawTests {
    /// Each fifth of the shipped underlyings.
    private static let names = stride(from: 0, to: ShippedUnderlyings.optionable.count, by: 5)
        .map { ShippedUnderlyings.optionable[$0] }

    /// The daily logarithmic returns of the adjusted closes of 2014 to 2025.
    private func returns(_ route: AssetRoute, _ market: MarketSimulation) throws -> [Double] {
        let now = try utc("2026-01-05T12:00:00Z")
        let rows = try market.history(of: route, from: try day("2014-01-02"), through: try day("2025-12-31"), at: now)
            .prices
        let closes = rows.compactMap { $0.adjustedClose?.doubleValue }
        return zip(closes.dropFirst(), closes).map { after, before in after / before - 1 }
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    private func autocorrelation(_ values: [Double], lag: Int) -> Double {
        let mean = mean(values)
        let deviations = values.map { $0 - mean }
        let covariance = zip(deviations, deviations.dropFirst(lag)).map { $0 * $1 }.reduce(0, +)
        return covariance / deviations.map { $0 * $0 }.reduce(0, +)
    }

    private func correlation(_ left: [Double], _ right: [Double]) -> Double {
        let (a, b) = (left.map { $0 - mean(left) }, right.map { $0 - mean(right) })
        return zip(a, b).map { $0 * $1 }.reduce(0, +)
            / (a.map { $0 * $0 }.reduce(0, +) * b.map { $0 * $0 }.reduce(0, +)).squareRoot()
    }

    @Test func realisedVolatilityIsNearTheParameter() throws {
        let market = try market()
        var ratios: [Double] = []
        for listed in Self.names {
            let returns = try returns(.share(listed.ticker), market)
            let realised = (252 * mean(returns.map { $0 * $0 })).squareRoot()
            let ratio = realised / (try #require(Instruments.share(listed.ticker)?.volatility))
            #expect((0.65...1.45).contains(ratio), "\(listed.ticker): \(ratio)")
            ratios.append(ratio)
        }
        #expect((0.93...1.07).contains(mean(ratios)))
    }

    @Test func largeReturnsCluster() throws {
        let market = try market()
        var correlations: [Double] = []
        for listed in Self.names {
            let absolute = try returns(.share(listed.ticker), market).map { abs($0) }
            correlations.append(mean((1...10).map { autocorrelation(absolute, lag: $0) }))
        }
        #expect(mean(correlations) > 0.05)
        #expect(Double(correlations.count { $0 > 0 }) > 0.9 * Double(correlations.count))
        // Returns are not autocorrelated.
        let market500 = try returns(.share(try ticker("SPY")), market)
        #expect(abs(autocorrelation(market500, lag: 1)) < 0.06)
    }

    @Test func relatedAssetsMoveTogether() throws {
        let market = try market()
        func returns(_ symbol: String) throws -> [Double] { try self.returns(.share(try ticker(symbol)), market) }
        let spy = try returns("SPY")
        #expect(correlation(spy, try returns("VOO")) > 0.99)
        #expect(correlation(spy, try returns("QQQ")) > 0.8)
        #expect((0.3...0.8).contains(correlation(spy, try returns("AAPL"))))
        #expect(correlation(try returns("FBTC"), try returns("IBIT")) > 0.99)
        #expect(correlation(try returns("FBTC"), try returns("COIN")) > 0.3)
        #expect(correlation(spy, try returns("TQQQ")) > 0.8)
    }

    @Test func pricesAreNearTheirLevelsIn2026() throws {
        let market = try market()
        for (symbol, price) in [("COIN", 165.0), ("AAPL", 230), ("SPY", 600), ("FBTC", 79), ("MSFT", 430)] {
            let quote = try #require(market.quote(of: try ticker(symbol), at: try utc("2026-02-13T22:00:00Z")))
            let ratio = try #require(quote.last).doubleValue / price
            #expect((0.85...1.15).contains(ratio), "\(symbol): \(ratio)")
        }
        let coin = try #require(market.coin("bitcoin", at: try utc("2026-02-13T23:59:59Z")))
        #expect((75_000...105_000).contains(coin.price.doubleValue))
    }

    @Test func pricesOfSharesNeverFallBelowADollar() throws {
        let market = try market()
        var generator = SeededGenerator(seed: 11)
        let dollar = try #require(ExactDecimal("1"))
        for _ in 0..<300 {
            let listed = try #require(MarketSimulation.listedTickers.randomElement(using: &generator))
            let quote = try #require(market.quote(of: listed.ticker, at: try generator.second()))
            #expect(try #require(quote.low) >= dollar)
        }
    }
}
