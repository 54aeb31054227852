import ExactPayoff
import StrategyContract
import StrategyRequests

/// The member `dividends`: the input is its value, in American and in European options. What both prices are must be in order.
struct DividendTester: Tester, ~Copyable {
    private var reader = OptionReader()
    private var json = JSONCheck()

    mutating func test(_ input: [UInt8]) -> [UInt8] {
        let american = price(input, exercise: "american")
        let european = price(input, exercise: "european")
        require((american.price == nil) == (european.price == nil), "both exercises accept the same dividends")
        if let american = american.price, let european = european.price {
            // The two methods have errors of their own, of up to 2e-7 of the strike (docs/dividends.md).
            require(american >= european - 1e-4, "American \(american) is worth less than European \(european)")
        }
        return american.answer + european.answer
    }

    private mutating func price(_ input: [UInt8], exercise: String) -> (answer: [UInt8], price: Double?) {
        let option =
            #"{"type":"put","currentPrice":100,"strikePrice":105,"timeToExpiration":0.75,"riskFreeRate":0.03,"#
            + #""volatility":0.25,"exercise":"\#(exercise)","dividends":"#
        do throws(ContractError) {
            let request = try reader.readPriceRequest((Array(option.utf8) + input + [UInt8(ascii: "}")]).span)
            let response = try wording { () throws(StrategyError) in try request.price(allGreeks: true) }
            json.require(response.json())
            return (response.json(), response.greeks.price)
        } catch {
            return (json.require(error), nil)
        }
    }
}
