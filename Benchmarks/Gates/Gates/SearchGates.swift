import OptionKernels
import OptionPricing
import StrategyRequests
import StrategySearch

/// Searches of a small chain for strategies, for every instruction set that the processor supports.
enum SearchGates {
    static func run() throws {
        let request = try request()
        for set in InstructionSet.supported {
            let finder = StrategyFinder(instructionSet: set)
            let combinations = try finder.find(request).examined.combinations
            try Gate.count("find_top_\(set)", items: combinations, allocates: true) {
                let response = try finder.find(request)
                precondition(response.isComplete && !response.strategies.isEmpty)
            }
        }
    }

    /// The best covered strategies of a chain with a smile.
    private static func request() throws -> FindRequest {
        let strikes = 16
        var quotes: [FindQuote] = []
        for index in 0..<strikes {
            let strike = 100 + 2 * Double(index - strikes / 2)
            let volatility = 0.25 + 0.002 * Double(abs(index - strikes / 2))
            for kind in [OptionKind.call, .put] {
                let option = try ModelledOption(kind, spot: 100, strike: strike, timeToExpiration: 0.1)
                let mid = (try option.price(volatility: volatility) * 100).rounded()
                quotes.append(
                    FindQuote(
                        kind, strikePrice: strike, bid: max(mid - 2, 1) / 100, ask: (mid + 2) / 100,
                        impliedVolatility: volatility))
            }
        }
        var request = FindRequest(currentPrice: 100, options: quotes, objectives: [.expectedProfitPerCapital])
        request.timeToExpiration = 0.1
        request.belief.volatility = 0.27
        request.filters.noNaked = true
        return request
    }
}
