import ExactPayoff
import StrategyBatch
import StrategyContract
import StrategyRequests

/// Tests that the engine answers any bytes with valid JSON, and neither crashes nor hangs.
///
/// An accepted text must be written as JSON that the reader accepts (a response is read as a request, whose first error
/// is then a missing field, not malformed JSON), and a refusal must have a message.
struct RequestTester: Tester, ~Copyable {
    private var reader = RequestReader()
    private var calculator = StrategyCalculator()
    private var response = CalculationResponse()
    private var json = JSONCheck()
    private var optionReader = OptionReader()
    private var strictReader = RequestReader(AnswerOptions(strict: true))
    private var strictOptionReader = OptionReader(strict: true)
    private var evaluator = BatchEvaluator()

    /// Tests one input and returns the answer of `calculate`.
    mutating func test(_ input: [UInt8]) -> [UInt8] {
        let answer = answer(to: input)
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
            json.require(error.json())
            return error.json()
        }
        let answer = response.json()
        json.require(answer)
        json.require(response.json(pretty: true))
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
            json.require(answer)
            require(try JSONContract.recognise(input, AnswerOptions(limits: .strict)) == answer, "the same split")
        } catch {
            require(!error.message.isEmpty, "an error has a message")
            json.require(error.json())
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

}
