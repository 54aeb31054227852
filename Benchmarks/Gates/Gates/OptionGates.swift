import OptionPricing
import StrategyContract

/// The price of one option as a Swift value, and lines of `price` and `implied-volatility`.
enum OptionGates {
    static func run() throws {
        let option = try ModelledOption(
            .call, spot: 100, strike: 105, timeToExpiration: 0.5, riskFreeRate: 0.04, dividendYield: 0.01)
        try Gate.count("option_price", items: 100, allocates: false) {
            var sum = 0.0
            for index in 0..<100 { sum += try option.price(volatility: 0.2 + 0.001 * Double(index)) }
            precondition(sum > 0)
        }
        try Gate.count("option_implied_volatility", items: 100, allocates: false) {
            for index in 0..<100 {
                let implied = try option.impliedVolatility(price: 4 + 0.01 * Double(index))
                guard case .volatility = implied else { preconditionFailure("the price has a volatility") }
            }
        }
        let members = #""type":"call","currentPrice":100,"strikePrice":105,"timeToExpiration":0.5,"riskFreeRate":0.04"#
        try countLines("price_line", #"{\#(members),"volatility":0.2}"#, PriceAnswerer())
        try countLines(
            "american_price_line", #"{\#(members),"dividendYield":0.02,"exercise":"american","volatility":0.2}"#,
            PriceAnswerer())
        try countLines("implied_volatility_line", #"{\#(members),"price":4.25}"#, ImpliedVolatilityAnswerer())
    }

    private static func countLines(
        _ name: String, _ line: String, _ answerer: consuming some LineAnswerer & ~Copyable
    ) throws {
        let line = Array(line.utf8)
        var answerer = answerer
        var output: [UInt8] = []
        try Gate.count(name, items: 100, allocates: false) {
            output.removeAll(keepingCapacity: true)
            for _ in 0..<100 { try answerer.appendAnswer(to: line.span, &output) }
        }
    }
}
