import ExactPayoff
import StrategyContract
import Testing
import _TestSupport

@Suite("Limits")
struct LimitsTests {
    enum Endpoint: CaseIterable {
        case calculate, scenario

        func answer(
            _ json: [UInt8], _ limits: WorkLimits, isCancelled: (@Sendable () -> Bool)? = nil
        ) throws(ContractError) -> [UInt8] {
            switch self {
            case .calculate: try JSONContract.calculate(json, AnswerOptions(limits: limits, isCancelled: isCancelled))
            case .scenario: try JSONContract.scenario(json, AnswerOptions(limits: limits, isCancelled: isCancelled))
            }
        }
    }

    /// Requests that take long: one far beyond the strict limits, the others of some milliseconds.
    enum LongRequest: CaseIterable {
        case calendar, wideIntegers, greeks, scenarios

        var json: [UInt8] {
            let market = #""currentPrice":100,"riskFreeRate":0.03,"timeToExpiration":0.5,"volatility":0.25"#
            switch self {
            case .calendar:
                let legs = LimitsTests.legs(200) { #","timeToExpiration":\#($0 % 2 == 0 ? 0.1 : 0.4)"# }
                return Array(
                    #"{\#(market),"legs":[\#(legs)],"include":["probability"],"confidenceLevels":[0.5,0.9]}"#.utf8)
            case .wideIntegers:
                let range = #"{"minimum":0,"maximum":1000,"points":1000}"#
                return Array(
                    #"{\#(market),"legs":[\#(LimitsTests.legs(4, premium: "5e-324"))],"curveRange":\#(range)}"#.utf8)
            case .greeks:
                let legs = LimitsTests.legs(2000, strike: 1e30)
                return Array(#"{\#(market),"legs":[\#(legs)],"include":["greeks"]}"#.utf8)
            case .scenarios:
                let shifts = (0..<1000).map { "\(Double($0) / 1000 - 0.5)" }.joined(separator: ",")
                let grid = #"{"spotShifts":[\#(shifts)],"dates":[0,0.1,0.2,0.3,0.4]}"#
                return Array(
                    #"{\#(market),"legs":[\#(LimitsTests.legs(200))],"include":["scenarios"],"scenarioGrid":\#(grid)}"#
                        .utf8)
            }
        }

        /// Whether the cost follows from the sizes of the request.
        var isEstimated: Bool { self != .calendar }
    }

    private static func legs(
        _ count: Int, strike: Double = 60, premium: String = "1", _ terms: (Int) -> String = { _ in "" }
    ) -> String {
        (0..<count).map { index in
            let price = strike * (1 + Double(index) / Double(count))
            return
                #"{"type":"call","position":"long","strikePrice":\#(price),"premium":\#(premium),"quantity":1\#(terms(index))}"#
        }.joined(separator: ",")
    }

    private func refusal(
        _ json: [UInt8], _ limits: WorkLimits, of endpoint: Endpoint = .calculate,
        isCancelled: (@Sendable () -> Bool)? = nil
    ) -> ContractError? {
        do throws(ContractError) {
            _ = try endpoint.answer(json, limits, isCancelled: isCancelled)
            return nil
        } catch {
            return error
        }
    }

    @Test("the strict preset names the limit that a request exceeds")
    func strict() throws {
        let points =
            #"{"currentPrice":100,"legs":[\#(Self.legs(4, premium: "5e-324"))],"curveRange":{"minimum":0,"maximum":1000,"points":90000}}"#
        let error = try #require(refusal(Array(points.utf8), .strict))
        #expect(error.code == .workExceeded)
        #expect(error.httpStatus == 400)
        #expect(error.message == "the request must take at most 30000000 valuations, got more")
    }

    @Test("each limit is refused by its name, whatever the request", arguments: Endpoint.allCases)
    func names(_ endpoint: Endpoint) throws {
        let json = Array(
            #"{"currentPrice":100,"timeToExpiration":1,"volatility":0.2,"include":["scenarios"],"legs":[\#(Self.legs(3))]}"#
                .utf8)
        for (name, limit) in [(WorkLimits.Name.legs, 2), (.valuations, 100), (.responsePoints, 2)] {
            var limits = WorkLimits.strict
            switch name {
            case .legs: limits.legs = limit
            case .valuations: limits.valuations = limit
            case .responsePoints: limits.responsePoints = limit
            case .bytes: limits.bytes = limit
            case .combinations: limits.combinations = limit
            case .expirationPairs: limits.expirationPairs = limit
            }
            let error = try #require(refusal(json, limits, of: endpoint))
            #expect(error.code == .workExceeded)
            #expect(error.httpStatus == 400)
            #expect(error.message == "the request must take at most \(limit) \(name.rawValue), got more")
        }
    }

    @Test("ordinary requests are within the limits as well")
    func ordinary() throws {
        let json = Array(#"{"currentPrice":100,"legs":[\#(Self.legs(3))]}"#.utf8)
        for limits in [
            WorkLimits(bytes: 1 << 20, legs: 2, valuations: .max, responsePoints: .max),
            WorkLimits(bytes: 1 << 20, legs: 3, valuations: 10, responsePoints: .max),
            WorkLimits(bytes: 1 << 20, legs: 3, valuations: .max, responsePoints: 10),
        ] {
            #expect(refusal(json, limits)?.code == .workExceeded)
            var answerer = CalculationAnswerer(AnswerOptions(limits: limits))
            var output: [UInt8] = []
            #expect(throws: ContractError.self) { try answerer.appendAnswer(to: json.span, &output) }
            #expect(output.isEmpty)
        }
    }

    @Test("a request with more bytes than the limit is too large", arguments: Endpoint.allCases)
    func bytes(_ endpoint: Endpoint) throws {
        let json = Array(#"{"currentPrice":100,"timeToExpiration":1,"volatility":0.2,"legs":[\#(Self.legs(1))]}"#.utf8)
        var limits = WorkLimits.strict
        limits.bytes = json.count
        #expect(refusal(json, limits, of: endpoint) == nil)
        limits.bytes -= 1
        let error = try #require(refusal(json, limits, of: endpoint))
        #expect(error.code == .tooLarge)
        #expect(error.httpStatus == 413)
        #expect(error.message == "the request must be at most \(json.count - 1) bytes, got more")
    }

    @Test("requests within the strict limits have the same bytes under both presets", arguments: Endpoint.allCases)
    func sameBytes(_ endpoint: Endpoint) throws {
        let include = #""include":["greeks","probability","valueCurves","scenarios","strategyName"]"#
        let market = #""currentPrice":100,"timeToExpiration":0.5,"volatility":0.2,"riskFreeRate":0.02"#
        let later = Self.legs(3) { $0 == 2 ? #","timeToExpiration":1"# : "" }
        for request in [
            #"{\#(market),"legs":[\#(Self.legs(3))]}"#, #"{\#(market),"legs":[\#(Self.legs(100))]}"#,
            #"{\#(market),\#(include),"legs":[\#(Self.legs(4))]}"#, #"{\#(market),\#(include),"legs":[\#(later)]}"#,
            #"{\#(market),"legs":[\#(Self.legs(4, premium: "5e-324"))],"curveRange":{"minimum":0,"maximum":1000,"points":50}}"#,
        ] {
            let json = Array(request.utf8)
            #expect(try endpoint.answer(json, .strict) == endpoint.answer(json, .generous))
        }
    }

    @Test(
        "a long request is checked at regular intervals, and none of its bytes depend on that",
        arguments: LongRequest.allCases)
    func checks(_ request: LongRequest) throws {
        let calls = Calls()
        let json = request.json
        let answer = try JSONContract.calculate(json, AnswerOptions(isCancelled: { calls.next() }))
        #expect(calls.count >= 10)
        #expect(try JSONContract.calculate(json) == answer)
    }

    @Test("the first check that returns true ends a long request", arguments: LongRequest.allCases)
    func cancellation(_ request: LongRequest) throws {
        let calls = Calls(stopAt: 3)
        let refusal = refusal(request.json, .generous, isCancelled: { calls.next() })
        let error = try #require(refusal)
        #expect(calls.count == 3)
        #expect(error.code == .cancelled)
        #expect(error.httpStatus == 503)
        #expect(error.message == "the request was cancelled before its answer was complete")
    }

    @Test("every check ends a request: while it is read, calculated and written", arguments: Endpoint.allCases)
    func everyCheck(_ endpoint: Endpoint) throws {
        let ignored = repeatElement("0", count: 20_000).joined(separator: ",")
        let shifts = (0..<200).map { "\(Double($0) / 1000)" }.joined(separator: ",")
        let grid = #"{"spotShifts":[\#(shifts)],"volatilityShifts":[0],"dates":[0,0.1,0.2]}"#
        let dates = (0..<20).map { "\(Double($0) / 100)" }.joined(separator: ",")
        let market = #""currentPrice":100,"riskFreeRate":0.03,"timeToExpiration":0.5,"volatility":0.25"#
        let legs = Self.legs(300) { _ in #","impliedVolatility":0.2"# }
        let strategy =
            endpoint == .calculate
            ? #""legs":[\#(legs)],"include":["valueCurves"],"valueDates":[\#(dates)]"#
            : #""positions":[{"legs":[\#(legs)]}\#(repeatElement(#",{"legs":[\#(Self.legs(1))]}"#, count: 19).joined())]"#
        let json = Array(#"{\#(market),"ignored":[\#(ignored)],\#(strategy),"scenarioGrid":\#(grid)}"#.utf8)
        let calls = Calls()
        let answer = try endpoint.answer(json, .generous, isCancelled: { calls.next() })
        #expect(try endpoint.answer(json, .generous) == answer)
        // Five while the values are visited, one while the legs are read, one or more while the answer is written.
        #expect(calls.count >= 8)
        for stop in 1...calls.count {
            let calls = Calls(stopAt: stop)
            #expect(refusal(json, .generous, of: endpoint, isCancelled: { calls.next() })?.code == .cancelled)
            #expect(calls.count == stop)
        }
    }

    @Test(
        "a request whose sizes exceed a limit is refused before the work",
        arguments: LongRequest.allCases.filter(\.isEstimated))
    func estimate(_ request: LongRequest) throws {
        let calls = Calls()
        var limits = WorkLimits.generous
        limits.valuations = 800_000
        let error = refusal(request.json, limits, isCancelled: { calls.next() })
        #expect(error?.code == .workExceeded)
        // The steps before the work, reading up to 2,000 legs and their payoff, call the check 19 times.
        #expect(calls.count <= 20)
    }

    @Test("a cancelled task ends a long request")
    func task() async {
        let json = LongRequest.calendar.json
        let error = await withTaskGroup(of: ContractError?.self) { group in
            // A child task that is added after this call is cancelled when it starts.
            group.cancelAll()
            group.addTask {
                do throws(ContractError) {
                    _ = try await JSONContract.calculate(json, AnswerOptions(limits: .generous))
                    return nil
                } catch {
                    return error
                }
            }
            return await group.next() ?? nil
        }
        #expect(error?.code == .cancelled)
    }
}
