import OptionPricing
import Testing
import VolatilitySmile
import _TestSupport

/// `Fixtures/reference/smile.json`: the doubles nearest to results at 50 digits.
struct SmileTable: Decodable {
    struct Market: Decodable {
        let spot, time, rate, yield: Double

        func chain(_ quotes: [OptionQuote]) throws(ChainError) -> OptionChain {
            try OptionChain(
                spot: spot, timeToExpiration: time, riskFreeRate: rate, dividendYield: yield, quotes: quotes)
        }
    }

    struct Parameters: Decodable {
        let a, b, rho, m, sigma: Double
    }

    /// An option at the volatility of the smile.
    struct Option: Decodable {
        let type: String
        let strike, volatility, price, delta: Double

        var kind: OptionKind { type == "call" ? .call : .put }
    }

    struct Exact: Decodable, CustomTestStringConvertible {
        let name: String
        let market: Market
        let parameters: Parameters
        let quotes, others: [Option]
        /// Strikes.
        let negativeDensity: [[Double]]

        var testDescription: String { name }

        func chain() throws(ChainError) -> OptionChain {
            try market.chain(quotes.map { OptionQuote($0.kind, strike: $0.strike, .price($0.price)) })
        }
    }

    struct Density: Decodable {
        let parameters: Parameters
        /// Log-moneyness.
        let ranges: [[Double]]
    }

    struct Quote: Decodable {
        let type: String
        let strike, bid, ask: Double
    }

    struct Noisy: Decodable, CustomTestStringConvertible {
        let name: String
        let market: Market
        let parameters: Parameters
        let quotes: [Quote]
        let fitted: Int
        /// Of the smile to which the noise was added, and of the nearest one.
        let trueRootMeanSquare, rootMeanSquare: Double

        var testDescription: String { name }

        func chain() throws(ChainError) -> OptionChain {
            try market.chain(
                quotes.map {
                    OptionQuote($0.type == "call" ? .call : .put, strike: $0.strike, .bidAsk(bid: $0.bid, ask: $0.ask))
                })
        }
    }

    let exact: [Exact]
    let densities: [Density]
    let noisy: [Noisy]

    static func read() throws -> SmileTable {
        try Fixture.decode(SmileTable.self, "Fixtures/reference/smile.json")
    }
}
