import CLibFuzzer
import ExactPayoff
import StrategyBatch
import StrategyContract
import StrategyRequests

@main
enum Fuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        _ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
            let input = Array(UnsafeBufferPointer(start: start, count: count))
            Fuzz.tester.test(input)
            // A new tester must give the same answer as one that has tested thousands of inputs.
            if input.count.isMultiple(of: 16) {
                var new = Tester()
                require(new.test(input) == Fuzz.tester.test(input), "the answer does not depend on earlier requests")
            }
            return 0
        }
    }

    /// Reused, because allocating its memory takes longer than a test.
    nonisolated(unsafe) private static var tester = Tester()
}

/// Tests that the engine answers any bytes with valid JSON, and neither crashes nor hangs.
///
/// An accepted text must be written as JSON that the reader accepts (a response is read as a request, whose first error
/// is then a missing field, not malformed JSON), and a refusal must have a message.
private struct Tester: ~Copyable {
    private var reader = RequestReader()
    private var calculator = StrategyCalculator()
    private var response = CalculationResponse()
    private var jsonReader = RequestReader()
    private var optionReader = OptionReader()
    private var strictReader = RequestReader(AnswerOptions(strict: true))
    private var strictOptionReader = OptionReader(strict: true)
    private var evaluator = BatchEvaluator()

    /// Tests one input and returns the answer of `calculate`.
    @discardableResult
    mutating func test(_ input: [UInt8]) -> [UInt8] {
        let answer = answer(to: input)
        testOption(input)
        testBatch(input, answer)
        testStrict(input)
        testRecognition(input)
        return answer
    }

    private mutating func answer(to input: [UInt8]) -> [UInt8] {
        let request: CalculationRequest
        do throws(ContractError) {
            request = try calculate(input)
        } catch {
            require(!error.message.isEmpty, "an error has a message")
            requireJSON(error.json())
            return error.json()
        }
        let answer = response.json()
        requireJSON(answer)
        requireJSON(response.json(pretty: true))
        // A request with extensions may have a curve of one point, or none.
        if request.extensions == nil { require(response.curve.count > 1, "a curve has points") }
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
        return answer
    }

    private mutating func calculate(_ input: [UInt8]) throws(ContractError) -> CalculationRequest {
        let request = try reader.read(input.span)
        do throws(StrategyError) {
            try calculator.calculate(request, into: &response)
        } catch {
            throw ContractError(error)
        }
        return request
    }

    /// A strict reader accepts no text that other readers reject. It rejects a text that they accept only for an
    /// unknown member.
    private mutating func testStrict(_ input: [UInt8]) {
        let strict = Self.refusal { () throws(ContractError) in _ = try strictReader.read(input.span) }
        let plain = Self.refusal { () throws(ContractError) in _ = try reader.read(input.span) }
        require(strict != nil || plain == nil, "strict reading refuses more")
        if let strict, plain == nil {
            require(strict.code == .unknownMember, "for an unknown member: \(strict.message)")
        }
        let option = Self.refusal { () throws(ContractError) in _ = try strictOptionReader.readPriceRequest(input.span)
        }
        if option == nil {
            let other = Self.refusal { () throws(ContractError) in _ = try optionReader.readPriceRequest(input.span) }
            require(other == nil, "strict reading refuses more")
        }
    }

    private static func refusal(_ body: () throws(ContractError) -> Void) -> ContractError? {
        do throws(ContractError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    /// An account is split, or rejected with a message.
    private mutating func testRecognition(_ input: [UInt8]) {
        do throws(ContractError) {
            let answer = try JSONContract.recognise(input, AnswerOptions(limits: .strict))
            requireJSON(answer)
            require(try JSONContract.recognise(input, AnswerOptions(limits: .strict)) == answer, "the same split")
        } catch {
            require(!error.message.isEmpty, "an error has a message")
            requireJSON(error.json())
        }
    }

    /// The answer to a line of a batch is that to the request alone, preceded by its identifier.
    private mutating func testBatch(_ input: [UInt8], _ expected: [UInt8]) {
        var answers: [UInt8] = []
        let summary = evaluator.evaluate(input.span, into: &answers)
        let lines = answers.split(separator: UInt8(ascii: "\n"))
        require(lines.count == summary.answered + summary.refused, "a line for each request")
        guard lines.count == 1, let line = lines.first, input.last != UInt8(ascii: "\r"),
            !input.contains(UInt8(ascii: "\n"))
        else { return }
        require(line.suffix(expected.count - 1) == expected.dropFirst(), "the same answer")
        require(line.count == expected.count || line.starts(with: #"{"id":"#.utf8), "only the identifier precedes it")
    }

    /// The same for the lines of `price` and `implied-volatility`.
    private mutating func testOption(_ input: [UInt8]) {
        do throws(ContractError) {
            let request = try optionReader.readPriceRequest(input.span)
            let answers = try Self.wording { () throws(StrategyError) in
                [try request.price(allGreeks: true).json(), try request.price(units: .market).json()]
            }
            for answer in answers { requireJSON(answer) }
        } catch {
            requireJSON(error.json())
        }
        do throws(ContractError) {
            let request = try optionReader.readImpliedVolatilityRequest(input.span)
            let answers = try Self.wording { () throws(StrategyError) in
                [
                    try request.impliedVolatility().json(),
                    try request.impliedVolatility(greeks: .allGreeks, units: .market).json(),
                ]
            }
            for answer in answers { requireJSON(answer) }
        } catch {
            requireJSON(error.json())
        }
    }

    private static func wording<Result>(_ body: () throws(StrategyError) -> Result) throws(ContractError) -> Result {
        do throws(StrategyError) {
            return try body()
        } catch {
            throw ContractError(error)
        }
    }

    private mutating func requireJSON(_ bytes: [UInt8]) {
        do throws(ContractError) {
            _ = try jsonReader.read(bytes.span)
            require(false, "a response is not a valid request")
        } catch {
            require(error.code == .missing, "output is JSON: \(error.message)")
        }
    }
}

private func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}
