import OptionPricing
import StrategyRequests

/// Chains of calls and puts, every one with a bid and an ask, around the prices on a smile.
enum SampleChain {
    private static let spot = 500.0, rate = 0.04

    /// A request for the best strategies of an expiration at `strikes` strikes within 25 % of the price.
    static func request(strikes: Int, objectives: [FindObjective]) throws -> FindRequest {
        var request = FindRequest(
            currentPrice: spot, options: try quotes(strikes: strikes, years: 0.12), objectives: objectives)
        request.timeToExpiration = 0.12
        request.riskFreeRate = rate
        request.belief.volatility = 0.18
        request.filters.noNaked = true
        return request
    }

    /// A request for the best calendars and diagonals of two such expirations.
    static func pairRequest(strikes: Int, exercise: ExerciseStyle) throws -> FindRequest {
        var request = try request(strikes: strikes, objectives: [.expectedProfitPerCapital])
        request.options = try [0.12, 0.37].flatMap { years in
            try quotes(strikes: strikes, years: years).map { quote in
                var quote = quote
                quote.expiration = .years(years)
                return quote
            }
        }
        request.exercise = exercise
        request.search.expirations = 2
        request.filters.maxLoss = 2000
        return request
    }

    /// The quotes of one expiration, in cents.
    static func quotes(strikes count: Int, years: Double) throws -> [FindQuote] {
        var quotes: [FindQuote] = []
        for index in 0..<count {
            let strike = spot * 0.75 + (spot * 0.5 * Double(index) / Double(count)).rounded(.down)
            for kind in [OptionKind.call, .put] {
                let offset = strike / spot - 1.02
                let volatility = 0.2 + 0.3 * ((offset * offset + 0.01).squareRoot() - 0.4 * offset)
                let option = try ModelledOption(
                    kind, spot: spot, strike: strike, timeToExpiration: years, riskFreeRate: rate, dividendYield: 0)
                let price = try option.price(volatility: volatility)
                let half = max(price / 100, 0.02)
                // Noise by which quotes of neighbours are not smooth.
                let noise = Double((index * 7 + (kind == .call ? 0 : 3)) % 11 - 5) / 1000
                let bid = max(((price - half + noise) * 100).rounded() / 100, 0.01)
                let ask = max(((price + half + noise) * 100).rounded() / 100, bid + 0.01)
                quotes.append(
                    FindQuote(
                        kind, strikePrice: strike, bid: bid, ask: (ask * 100).rounded() / 100,
                        impliedVolatility: volatility))
            }
        }
        return quotes
    }
}
