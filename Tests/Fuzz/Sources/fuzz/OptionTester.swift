import ExactPayoff
import StrategyContract
import StrategyRequests

/// The lines of `price` and of `implied-volatility`.
struct OptionTester: Tester, ~Copyable {
    private var reader = OptionReader()
    private var json = JSONCheck()

    mutating func test(_ input: [UInt8]) -> [UInt8] {
        price(input) + impliedVolatility(input)
    }

    private mutating func price(_ input: [UInt8]) -> [UInt8] {
        do throws(ContractError) {
            let request = try reader.readPriceRequest(input.span)
            let answers = try wording { () throws(StrategyError) in
                [try request.price(allGreeks: true).json(), try request.price(units: .market).json()]
            }
            for answer in answers { json.require(answer) }
            return answers[0]
        } catch {
            return json.require(error)
        }
    }

    private mutating func impliedVolatility(_ input: [UInt8]) -> [UInt8] {
        do throws(ContractError) {
            let request = try reader.readImpliedVolatilityRequest(input.span)
            let answers = try wording { () throws(StrategyError) in
                [
                    try request.impliedVolatility().json(),
                    try request.impliedVolatility(greeks: .allGreeks, units: .market).json(),
                ]
            }
            for answer in answers { json.require(answer) }
            return answers[0]
        } catch {
            return json.require(error)
        }
    }
}
