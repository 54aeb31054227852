import CLibFuzzer
import StrategyAnalytics
import StrategyBatch
import StrategyContract

@main
enum Fuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        _ = LLVMFuzzerRunDriver(&count, &arguments) { test($0, $1) }
    }
}

/// Any bytes: no crash, no hang, always valid JSON, and the answer is an answer.
///
/// What is accepted must be written as JSON that the reader takes (a response is read as a request, which says that it
/// is JSON before it says that a field is missing), and what is refused must have a message.
private func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(ContractError) {
        let response = try response(to: input)
        requireJSON(response.json())
        let indented = response.json(pretty: true)
        requireJSON(indented)
        require(response.curve.count > 1, "a curve has points")
        let prices = response.curve.stockPrices
        require(zip(prices, prices.dropFirst()).allSatisfy { $0 < $1 }, "prices ascend")
        let metrics = response.metrics
        require(zip(metrics.breakEvenPoints, metrics.breakEvenPoints.dropFirst()).allSatisfy { $0 < $1 }, "ascend")
        if let most = metrics.maxProfit, let least = metrics.maxLoss { require(least <= most, "least ≤ most") }
        for profit in response.curve.profitLosses {
            require(profit.isFinite && !(profit.sign == .minus && profit == 0), "a finite profit that is not -0")
            require(profit <= metrics.maxProfit ?? .infinity, "no point above the maximum")
            require(profit >= metrics.maxLoss ?? -.infinity, "no point below the minimum")
        }
    } catch {
        require(!error.message.isEmpty, "an error has a message")
        requireJSON(error.json())
    }
    testOption(input)
    testBatch(input)
    return 0
}

private func response(to input: [UInt8]) throws(ContractError) -> CalculationResponse {
    let request = try CalculationRequest(json: input)
    do throws(CalculationError) {
        return try request.calculate()
    } catch {
        throw ContractError(error)
    }
}

/// A line of a batch has the answer that the request has by itself, behind its identifier.
private func testBatch(_ input: [UInt8]) {
    var evaluator = BatchEvaluator()
    var answers: [UInt8] = []
    let summary = evaluator.evaluate(input.span, into: &answers)
    let lines = answers.split(separator: UInt8(ascii: "\n"))
    require(lines.count == summary.answered + summary.refused, "a line for each request")
    guard lines.count == 1, let line = lines.first, input.last != UInt8(ascii: "\r"),
        !input.contains(UInt8(ascii: "\n"))
    else { return }
    let expected: [UInt8]
    do throws(ContractError) {
        expected = try response(to: input).json()
    } catch {
        expected = error.json()
    }
    require(line.suffix(expected.count - 1) == expected.dropFirst(), "the same answer")
    require(line.count == expected.count || line.starts(with: #"{"id":"#.utf8), "and nothing but the identifier")
}

/// The same for the lines of `price` and `implied-volatility`.
private func testOption(_ input: [UInt8]) {
    do {
        requireJSON(try PriceRequest(json: input).price(allGreeks: true).json())
    } catch {
        requireJSON(error.json())
    }
    do {
        requireJSON(try ImpliedVolatilityRequest(json: input).impliedVolatility().json())
    } catch {
        requireJSON(error.json())
    }
}

private func requireJSON(_ bytes: [UInt8]) {
    do {
        _ = try CalculationRequest(json: bytes)
        require(false, "a response is no request")
    } catch {
        require(error.code == .missing, "output is JSON: \(error.message)")
    }
}

private func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}
