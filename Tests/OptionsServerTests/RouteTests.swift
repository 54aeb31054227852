import ExactPayoff
import HTTPTypes
import Logging
import NIOCore
import OptionPricing
import StrategyBatch
import StrategyContract
import StrategyValuation
import Testing
import _TestSupport

@testable import OptionsServer

/// The routes, in memory. Calculations go to the pool; over a connection, an event loop answers most of them.
@Suite("Routes")
struct RouteTests {
    /// A request of a route, and the bytes of the library for it.
    struct RoutedRequest: Sendable, CustomTestStringConvertible {
        let route: String
        let query: String
        let body: String
        let mediaType: String
        let expected: @Sendable () throws -> [UInt8]

        init(
            _ route: String, _ query: String = "", body: String = "", mediaType: String,
            _ expected: @escaping @Sendable () throws -> [UInt8]
        ) {
            self.route = route
            self.query = query
            self.body = body
            self.mediaType = mediaType
            self.expected = expected
        }

        var testDescription: String { route + query }
    }

    private static let options = "POST /api/rest/options/"
    private static let strategy = #"{"id":1,"currentPrice":100,"legs":[\#(leg)]}"#
    private static let leg = #"{"type":"put","position":"short","strikePrice":95,"premium":2.5,"quantity":1}"#
    private static let option = #"{"type":"call","currentPrice":100,"strikePrice":105,"timeToExpiration":0.5,"#
    /// Lines, some of them invalid, whose answers need more than one piece of the body.
    private static let strategies = Array(repeating: "\(strategy)\n{\n\n", count: 400).joined()
    private static let prices = "\(option)\"volatility\":0.2}\n[]\n\(option)\"volatility\":-1}"
    private static let quotes = "\(option)\"price\":4}\n{}\n\(option)\"price\":1000}\n"

    private static let requests: [RoutedRequest] =
        [
            RoutedRequest(options + "calculate", body: strategy, mediaType: "application/json") {
                var answerer = CalculationAnswerer(AnswerOptions(limits: .strict), repeatsIdentifier: false)
                var answer: [UInt8] = []
                try answerer.appendAnswer(to: Array(strategy.utf8).span, &answer)
                return answer
            },
            RoutedRequest(options + "batch", body: strategies, mediaType: "application/x-ndjson") {
                answers(strategies, CalculationAnswerer(AnswerOptions(limits: .strict)))
            },
            RoutedRequest(options + "batch", "?metricsOnly=true", body: strategies, mediaType: "application/x-ndjson") {
                answers(strategies, CalculationAnswerer(AnswerOptions(format: .metrics, limits: .strict)))
            },
            RoutedRequest(options + "batch", "?format=csv", body: strategies, mediaType: "text/csv") {
                Array(AnswerFormat.csvHeader.utf8)
                    + answers(strategies, CalculationAnswerer(AnswerOptions(format: .csv, limits: .strict)))
            },
            RoutedRequest(options + "price", body: prices, mediaType: "application/x-ndjson") {
                answers(prices, PriceAnswerer(allGreeks: false, AnswerOptions(greekUnits: .mathematical)))
            },
            RoutedRequest(
                options + "price", "?allGreeks=true&marketUnits=true", body: prices, mediaType: "application/x-ndjson"
            ) {
                answers(prices, PriceAnswerer(allGreeks: true, AnswerOptions(greekUnits: .market)))
            },
            RoutedRequest(options + "implied-volatility", body: quotes, mediaType: "application/x-ndjson") {
                answers(quotes, ImpliedVolatilityAnswerer())
            },
            RoutedRequest(
                options + "implied-volatility", "?greeks=true", body: quotes, mediaType: "application/x-ndjson"
            ) {
                answers(quotes, ImpliedVolatilityAnswerer(greeks: .greeks))
            },
            RoutedRequest(
                options + "implied-volatility", "?allGreeks=true&marketUnits=true", body: quotes,
                mediaType: "application/x-ndjson"
            ) {
                answers(quotes, ImpliedVolatilityAnswerer(greeks: .allGreeks, AnswerOptions(greekUnits: .market)))
            },
            RoutedRequest("GET /health/live", mediaType: "application/json") { Array(#"{"status":"live"}"#.utf8) },
            RoutedRequest("GET /api/rest/openapi.json", mediaType: "application/json") {
                try Fixture.bytes("Sources/COptionsServer/openapi.json")
            },
            RoutedRequest(options + "risk", body: fixture("extended/portfolio"), mediaType: "application/json") {
                try JSONContract.risk(
                    Fixture.bytes("Fixtures/extended/portfolio.json"), AnswerOptions(limits: .strict))
            },
            RoutedRequest(options + "recognise", body: fixture("extended/iron-condor"), mediaType: "application/json") {
                try JSONContract.recognise(
                    Fixture.bytes("Fixtures/extended/iron-condor.json"), AnswerOptions(limits: .strict))
            },
            RoutedRequest(options + "margin", body: fixture("extended/account"), mediaType: "application/json") {
                try JSONContract.margin(
                    Fixture.bytes("Fixtures/extended/account.json"), AnswerOptions(limits: .strict))
            },
            RoutedRequest(options + "find", body: fixture("extended/chain"), mediaType: "application/json") {
                try JSONContract.find(Fixture.bytes("Fixtures/extended/chain.json"), AnswerOptions(limits: .strict))
            },
            RoutedRequest("GET /metrics", mediaType: "text/plain; version=0.0.4; charset=utf-8") {
                Array(metricsWithoutRequests.utf8)
            },
        ]
        + ["book", "calendar", "iron-condor"].map { name in
            RoutedRequest(
                options + "scenario", body: fixture("extended/\(name)"), mediaType: "application/json"
            ) {
                try JSONContract.scenario(
                    Fixture.bytes("Fixtures/extended/\(name).json"), AnswerOptions(limits: .strict))
            }
        }
        + ["contract/long-call", "extended/calendar", "extended/iron-condor"].map { name in
            RoutedRequest(options + "chart", body: fixture(name), mediaType: "image/svg+xml") {
                try JSONContract.chart(Fixture.bytes("Fixtures/\(name).json"), AnswerOptions(limits: .strict))
            }
        }

    /// Connections count requests, so the counts are 0 in memory.
    private static let metricsWithoutRequests = """
        # HELP options_http_requests_total Responses by route and status.
        # TYPE options_http_requests_total counter
        # HELP options_http_request_duration_seconds The time from the first byte of a request's head to the end of its response.
        # TYPE options_http_request_duration_seconds histogram
        # HELP options_http_received_bytes_total Bytes of request bodies by route.
        # TYPE options_http_received_bytes_total counter
        # HELP options_http_sent_bytes_total Bytes of response bodies by route.
        # TYPE options_http_sent_bytes_total counter
        # HELP options_http_immediate_requests_total Requests that an event loop answered itself.
        # TYPE options_http_immediate_requests_total counter
        # HELP options_http_aborted_requests_total Requests whose connection ended before the response.
        # TYPE options_http_aborted_requests_total counter
        options_http_aborted_requests_total 0
        # HELP options_http_connections Open connections.
        # TYPE options_http_connections gauge
        options_http_connections 0
        # HELP options_http_requests_in_progress Requests in progress beyond the event loops.
        # TYPE options_http_requests_in_progress gauge
        options_http_requests_in_progress 0
        # HELP options_http_streams Open streams of events.
        # TYPE options_http_streams gauge
        options_http_streams 0
        # HELP options_calculations_in_progress Large calculations that run or wait.
        # TYPE options_calculations_in_progress gauge
        options_calculations_in_progress 0

        """

    private static func fixture(_ name: String) -> String {
        String(decoding: (try? Fixture.bytes("Fixtures/\(name).json")) ?? [], as: UTF8.self)
    }

    /// The answers to lines, each on its own.
    private static func answers(_ lines: String, _ answerer: consuming some LineAnswerer & ~Copyable) -> [UInt8] {
        var answers: [UInt8] = []
        for line in lines.split(separator: "\n") {
            do throws(ContractError) {
                try answerer.appendAnswer(to: Array(line.utf8).span, &answers)
            } catch {
                answerer.appendRefusal(error, wasRead: true, &answers)
            }
            answers.append(UInt8(ascii: "\n"))
        }
        return answers
    }

    private let server: APIServer
    private let market: ServedMarket
    private let routes: RoutesInMemory
    private let folder = TemporaryFolder()

    init() throws {
        market = try .temporary(ServerConfiguration(), folder)
        server = APIServer(
            ServerConfiguration(), market: market, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        routes = RoutesInMemory(server.routes)
    }

    private func send(_ method: String, _ target: String, _ body: String) async throws -> RoutesInMemory.Answer {
        try await routes.send(
            try #require(HTTPRequest.Method(method)), target, body: body.isEmpty ? nil : ByteBuffer(string: body))
    }

    @Test(
        "a JSON array is answered by the array of what its elements are answered by",
        arguments: [
            ("batch", strategies.split(separator: "\n").filter { $0 != "{" }.joined(separator: "\n")),
            ("batch?metricsOnly=true", strategy + "\n{\"id\":7}\n[1,[2]]"), ("price", prices),
            ("price?allGreeks=true", prices), ("implied-volatility?greeks=true", quotes),
        ])
    func arrays(_ endpoint: String, _ lines: String) async throws {
        let target = "/api/rest/options/\(endpoint)"
        let expected = try await routes.send(.post, target, body: ByteBuffer(string: lines))
        let elements = String(buffer: expected.body).split(separator: "\n")
        #expect(elements.count > 1)
        // Line ends between members are allowed in an array.
        let array = lines.split(separator: "\n").map { $0.replacing(#","legs""#, with: ",\r\n\"legs\"") }
        let body = ByteBuffer(string: " \n[\(array.joined(separator: ",\n"))]\n")
        for accept in ["", "*/*", "application/json", "text/html, application/json;q=0.5"] {
            var fields: HTTPFields = [.contentType: "application/json; charset=utf-8"]
            if !accept.isEmpty { fields[.accept] = accept }
            let answer = try await routes.send(.post, target, fields: fields, body: body)
            #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
            #expect(String(buffer: answer.body) == "[\(elements.joined(separator: ","))]")
        }
    }

    @Test("an array without elements, without an end, or behind lines")
    func unusualArrays() async throws {
        func answer(_ body: String, accept: String = "*/*", _ query: String = "") async throws -> RoutesInMemory.Answer
        {
            try await routes.send(
                .post, "/api/rest/options/price\(query)",
                fields: [.contentType: "application/json", .accept: accept], body: ByteBuffer(string: body))
        }
        #expect(String(buffer: try await answer("[ ]").body) == "[]")
        let option = #"\#(Self.option)"volatility":0.2}"#
        let one = String(buffer: try await answer("[\(option)]").body)
        #expect(one.hasPrefix(#"[{"price":"#) && one.hasSuffix("}]"))
        let broken = String(buffer: try await answer("[\(option),").body)
        #expect(broken.hasPrefix(one.dropLast() + #",{"error":"#) && broken.hasSuffix("}]"))
        // Lines stay lines, and so does the answer where JSON is not accepted.
        let line = try await answer(option + "\n")
        #expect(line.headers[.contentType] == "application/x-ndjson")
        #expect(String(buffer: line.body) == one.dropFirst().dropLast() + "\n")
        #expect(
            try await answer(option, accept: "application/x-ndjson").headers[.contentType] == "application/x-ndjson")
        let long = try await answer("[" + String(repeating: " ", count: 16 << 20) + "]")
        #expect(long.status == .contentTooLarge)
    }

    @Test("a request is answered with the bytes of the library", arguments: requests)
    func answers(_ request: RoutedRequest) async throws {
        let parts = request.route.split(separator: " ").map(String.init)
        let response = try await send(parts[0], parts[1] + request.query, request.body)
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == request.mediaType)
        let (text, expected) = (String(buffer: response.body), String(decoding: try request.expected(), as: UTF8.self))
        // The metrics of the market follow those of requests.
        #expect(request.route == "GET /metrics" ? text.hasPrefix(expected) : text == expected)
        if request.mediaType == "image/svg+xml" {
            #expect(response.headers[.contentSecurityPolicy] == "default-src 'none'")
        }
    }

    @Test("every route is among them")
    func allRoutes() {
        // Routes of market data, of the page and of readiness, which depends on market data, have separate tests.
        let market = Set(market.routes.map { "\($0.method.rawValue) \($0.path)" })
        let routes = Set(server.routes.filter(\.isPartOfAPI).map { "\($0.method.rawValue) \($0.path)" })
        #expect(routes.subtracting(market).subtracting(["GET /health/ready"]) == Set(Self.requests.map(\.route)))
    }

    @Test("calculate has the golden bytes outside of the event loop, too")
    func goldenBytes() async throws {
        let suffix = ".response.json"
        for name in try Fixture.names(in: "Fixtures/contract", suffix: suffix).map({ $0.dropLast(suffix.count) }) {
            let response = try await send("POST", "/api/rest/options/calculate", Self.fixture("contract/\(name)"))
            let expected = String(decoding: try Fixture.bytes("Fixtures/contract/\(name)\(suffix)"), as: UTF8.self)
            #expect(String(buffer: response.body) + "\n" == expected, "\(name)")
        }
    }

    @Test(
        "an invalid request is refused with a message",
        arguments: [
            ("calculate", "", 400, "the request is not valid JSON: it is empty", "malformed", ""),
            (
                "calculate", #"{"currentPrice":-1,"legs":[]}"#, 400, "currentPrice must be greater than 0, got -1",
                "not_allowed", "currentPrice"
            ),
            (
                "scenario", #"{"currentPrice":0}"#, 400, "currentPrice must be greater than 0, got 0", "not_allowed",
                "currentPrice"
            ),
            (
                "margin", #"{"accountType":"joint"}"#, 400,
                #"accountType must be \"margin\" or \"cash\", got \"joint\""#, "not_allowed", "accountType"
            ),
            (
                "find", #"{"currentPrice":0}"#, 400, "currentPrice must be greater than 0, got 0", "not_allowed",
                "currentPrice"
            ),
            (
                "find", #"{"ticker":"AAPL","options":[]}"#, 400, "options must not be given with ticker", "not_allowed",
                "options"
            ),
            (
                "find", #"{"t\u0069cker":"AAPL","options":[]}"#, 400, "options must not be given with ticker",
                "not_allowed", "options"
            ),
            (
                "find", #"{"expirationDates":[]}"#, 400, "ticker is required: 1 to 15 letters, digits or . - ^ : =",
                "missing", "ticker"
            ),
            ("recognise", #"{"id":1,"legs":[]}"#, 400, "legs must hold 1 to 200 legs, got 0", "not_allowed", "legs"),
            (
                "risk", #"{"timeToHorizon":0}"#, 400, "timeToHorizon must be greater than 0, got 0", "not_allowed",
                "timeToHorizon"
            ),
            ("chart", "[]", 400, "the request must be a JSON object, got an array", "wrong_type", ""),
            (
                "batch?format=xml", strategy, 400, #"format must be \"ndjson\" or \"csv\", got \"xml\""#, "not_allowed",
                "format"
            ),
            (
                "batch?metricsOnly=1", strategy, 400, #"metricsOnly must be \"true\" or \"false\", got \"1\""#,
                "not_allowed", "metricsOnly"
            ),
            (
                "price?allGreeks=", prices, 400, #"allGreeks must be \"true\" or \"false\", got \"\""#, "not_allowed",
                "allGreeks"
            ),
            (
                "implied-volatility?greeks=yes", quotes, 400, #"greeks must be \"true\" or \"false\", got \"yes\""#,
                "not_allowed", "greeks"
            ),
            (
                "price?marketUnits=TRUE", prices, 400, #"marketUnits must be \"true\" or \"false\", got \"TRUE\""#,
                "not_allowed", "marketUnits"
            ),
        ])
    func refusals(_ target: String, _ body: String, _ status: Int, _ sentence: String, _ code: String, _ path: String)
        async throws
    {
        let response = try await send("POST", "/api/rest/options/\(target)", body)
        #expect(response.status.code == status)
        #expect(response.headers[.contentType] == "application/json")
        #expect(
            String(buffer: response.body)
                == #"{"error":"\#(sentence)","code":"\#(code)"\#(path.isEmpty ? "" : #","path":"\#(path)""#)}"#)
    }

    @Test("a calculation beyond the strict limits is refused with the error of the library")
    func beyondLimits() async throws {
        let legs = Array(repeating: Self.leg, count: WorkLimits.strict.legs + 1).joined(separator: ",")
        let request = #"{"currentPrice":100,"legs":[\#(legs)]}"#
        let error = try #require(throws: ContractError.self) {
            try JSONContract.calculate(Array(request.utf8), AnswerOptions(limits: .strict))
        }
        let response = try await send("POST", "/api/rest/options/calculate", request)
        #expect(response.status.code == error.httpStatus)
        #expect(String(buffer: response.body) == String(decoding: error.json(), as: UTF8.self))
    }
}
