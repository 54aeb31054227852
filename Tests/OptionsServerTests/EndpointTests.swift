import ExactPayoff
import Foundation
import StrategyContract
import Testing
import _TestSupport

@testable import OptionsServer

@Suite("Endpoints")
struct EndpointTests {
    static let path = "/api/rest/options/calculate"

    @Test("the documented requests are answered with the golden bytes")
    func goldenBytes() async throws {
        try await withServer { (port: Int) throws in
            let suffix = ".response.json"
            let names = try Fixture.names(in: "Fixtures/contract", suffix: suffix).map { $0.dropLast(suffix.count) }
            #expect(names.count >= 30)
            for name in names {
                let request = String(decoding: try Fixture.bytes("Fixtures/contract/\(name).json"), as: UTF8.self)
                let expected = String(decoding: try Fixture.bytes("Fixtures/contract/\(name)\(suffix)"), as: UTF8.self)
                let response = try exchange(port, "POST", Self.path, body: request)
                #expect(response.status == 200)
                #expect(response.body + "\n" == expected, "\(name)")
                #expect(response.fields["content-type"] == "application/json")
            }
        }
    }

    @Test("the event loop and the pool answer with the same bytes")
    func immediateAndLarge() async throws {
        let leg = #"{"type":"call","position":"long","strikePrice":165,"premium":9.25,"quantity":1}"#
        for count in [1, 100, 101, 3000] {
            let legs = Array(repeating: leg, count: count).joined(separator: ",")
            let request = #"{"id":"a","currentPrice":165.12,"legs":[\#(legs)]}"#
            let expected = String(decoding: try JSONContract.calculate(Array(request.utf8)), as: UTF8.self)
            try await withServer { (port: Int) throws in
                let response = try exchange(port, "POST", Self.path, body: request)
                #expect(response.body == expected)
                let label = #"{method="POST",route="/api/rest/options/calculate"}"#
                try expectMetric("options_http_immediate_requests_total\(label) \(count <= 100 ? 1 : 0)\n", port)
            }
        }
    }

    @Test("a refused calculation is 400 with the engine's message, or 413 if the body exceeds the strict limit")
    func refusals() async throws {
        try await withServer { (port: Int) throws in
            let response = try exchange(port, "POST", Self.path, body: #"{"currentPrice":-1,"legs":[]}"#)
            #expect(response.status == 400)
            #expect(
                response.body
                    == #"{"error":"currentPrice must be greater than 0, got -1","code":"not_allowed","path":"currentPrice"}"#
            )
            #expect(try exchange(port, "POST", Self.path).status == 400)
            let long = try exchange(
                port, "POST", Self.path, fields: ["Content-Length": "16777217", "Connection": "close"])
            #expect(long.status == 413)
            #expect(long.body == #"{"error":"the body must be at most 16777216 bytes, got more","code":"too_large"}"#)
        }
    }

    @Test("a batch answers every line, in JSON, without curves and as CSV")
    func batch() async throws {
        let request =
            #"{"id":1,"currentPrice":100,"legs":[{"type":"put","position":"short","strikePrice":95,"premium":2.5,"quantity":1}]}"#
        try await withServer { (port: Int) throws in
            for (query, format) in [
                ("", AnswerFormat.json), ("?metricsOnly=true", .metrics), ("?format=csv", .csv),
                ("?format=ndjson&metricsOnly=false", .json),
            ] {
                var answerer = CalculationAnswerer(AnswerOptions(format: format))
                var answer: [UInt8] = []
                try answerer.appendAnswer(to: Array(request.utf8).span, &answer)
                let line = String(decoding: answer, as: UTF8.self)
                let response = try exchange(
                    port, "POST", "/api/rest/options/batch\(query)", fields: ["Content-Type": "application/x-ndjson"],
                    body: "\(request)\n{\n\n\(request)")
                #expect(response.status == 200)
                let lines = response.body.split(separator: "\n").map(String.init)
                let rest = format == .csv ? Array(lines.dropFirst()) : lines
                if format == .csv { #expect(lines.first == "id,netCost,maxProfit,maxLoss,breakEvenPoints,error") }
                #expect(rest.count == 3)
                #expect(rest.first == line && rest.last == line)
                #expect(rest[1].contains("not valid JSON"))
            }
            let wrong = try exchange(port, "POST", "/api/rest/options/batch?format=xml", body: request)
            #expect(wrong.status == 400)
            #expect(
                wrong.body
                    == #"{"error":"format must be \"ndjson\" or \"csv\", got \"xml\"","code":"not_allowed","path":"format"}"#
            )
            let twice = try exchange(
                port, "POST", "/api/rest/options/batch?metricsOnly=true&metricsOnly=false", body: request)
            #expect(twice.status == 400)
            #expect(
                twice.body
                    == #"{"error":"metricsOnly must be given once, got it twice","code":"not_allowed","path":"metricsOnly"}"#
            )
        }
    }

    @Test("lines of a batch are answered before the next ones arrive")
    func batchStreams() async throws {
        let request =
            #"{"currentPrice":100,"legs":[{"type":"put","position":"short","strikePrice":95,"premium":2.5,"quantity":1}]}"#
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            connection.sendText(
                "POST /api/rest/options/batch?metricsOnly=true HTTP/1.0\r\nHost: localhost\r\nContent-Length: \(2 * request.utf8.count + 2)\r\n\r\n"
            )
            var answerer = CalculationAnswerer(AnswerOptions(format: .metrics, limits: .strict))
            var answer: [UInt8] = []
            try answerer.appendAnswer(to: Array(request.utf8).span, &answer)
            for count in 0..<2 {
                connection.sendText(request + "\n")
                if count == 0 { #expect(try connection.receive()?.status == 200) }
                #expect(try connection.receiveLine(endingIn: "\n") == String(decoding: answer, as: UTF8.self))
            }
            #expect(try connection.isAtEnd())
        }
    }

    @Test("prices and implied volatilities, one per line")
    func lines() async throws {
        let option = #"{"type":"call","currentPrice":100,"strikePrice":105,"timeToExpiration":0.5,"#
        try await withServer { (port: Int) throws in
            let price = try exchange(
                port, "POST", "/api/rest/options/price?allGreeks=true", body: option + #""volatility":0.2}"#)
            #expect(price.status == 200)
            #expect(price.body.contains(#""ultima":"#))
            let volatility = try exchange(
                port, "POST", "/api/rest/options/implied-volatility", body: option + #""price":4}"#)
            #expect(volatility.status == 200)
            #expect(volatility.body.hasPrefix("{") && volatility.body.hasSuffix("}\n"))
        }
    }

    @Test("a scenario has the bytes of the command")
    func scenario() async throws {
        let request = String(decoding: try Fixture.bytes("Fixtures/extended/iron-condor.json"), as: UTF8.self)
        try await withServer { (port: Int) throws in
            let response = try exchange(port, "POST", "/api/rest/options/scenario", body: request)
            let expected = try JSONContract.scenario(Array(request.utf8), AnswerOptions(limits: .strict))
            #expect(response.status == 200)
            #expect(response.body == String(decoding: expected, as: UTF8.self))
        }
    }

    @Test("the risk of a portfolio has the bytes of the command")
    func risk() async throws {
        let request = String(decoding: try Fixture.bytes("Fixtures/extended/portfolio.json"), as: UTF8.self)
        try await withServer { (port: Int) throws in
            let response = try exchange(port, "POST", "/api/rest/options/risk", body: request)
            let expected = try JSONContract.risk(Array(request.utf8), AnswerOptions(limits: .strict))
            #expect(response.status == 200)
            #expect(response.body == String(decoding: expected, as: UTF8.self))
            let seed = request.replacing(#""seed": 1"#, with: #""seed": -1"#)
            let refused = try exchange(port, "POST", "/api/rest/options/risk", body: seed)
            #expect(refused.status == 400)
            #expect(refused.body.contains("seed must be an integer from 0 to 9007199254740991, got -1"))
        }
    }

    @Test("the margin of an account has the bytes of the command")
    func margin() async throws {
        let request = String(decoding: try Fixture.bytes("Fixtures/extended/account.json"), as: UTF8.self)
        try await withServer { (port: Int) throws in
            let response = try exchange(port, "POST", "/api/rest/options/margin", body: request)
            let expected = try JSONContract.margin(Array(request.utf8), AnswerOptions(limits: .strict))
            #expect(response.status == 200)
            #expect(response.body == String(decoding: expected, as: UTF8.self))
            let share = #"{"type":"stock","position":"long","premium":90,"quantity":1},"#
            let many = request.replacing(
                #""legs": ["#, with: #""legs": ["# + String(repeating: share, count: 98))
            let refused = try exchange(port, "POST", "/api/rest/options/margin", body: many)
            #expect(refused.status == 400)
            #expect(refused.body.contains("the request must take at most 100 legs, got more"))
        }
    }

    @Test("unknown paths and wrong methods are JSON, with Allow")
    func unknown() async throws {
        try await withServer { (port: Int) throws in
            let unknown = try exchange(port, "GET", "/api/rest/nothing?a=b")
            #expect(unknown.status == 404)
            #expect(unknown.body == #"{"error":"there is no /api/rest/nothing","code":"not_found"}"#)
            #expect(
                try exchange(port, "GET", "/v1/nothing").body
                    == #"{"detail":"there is no /v1/nothing","code":"not_found"}"#)
            let method = try exchange(port, "DELETE", Self.path)
            #expect(method.status == 405)
            #expect(method.fields["allow"] == "POST")
            #expect(try exchange(port, "POST", "/health/live").fields["allow"] == "GET, HEAD")
            for method in ["TRACE", "PATCH", "PROPFIND", "BREW"] {
                let response = try exchange(port, method, "/health/live")
                #expect(response.status == 405 || response.status == 400)
                #expect(response.body.hasPrefix(#"{"error":"#))
            }
        }
    }

    @Test("HEAD has the fields of GET and no body")
    func head() async throws {
        try await withServer { (port: Int) throws in
            for path in ["/health/live", "/api/rest/openapi.json"] {
                let head = try exchange(port, "HEAD", path)
                let get = try exchange(port, "GET", path)
                #expect(head.status == 200 && get.status == 200)
                #expect(head.fields["content-length"] == get.fields["content-length"])
                #expect(head.fields["content-type"] == get.fields["content-type"])
            }
        }
    }

    @Test("every response has an identifier, its own or the client's, and forbids sniffing")
    func identifiers() async throws {
        try await withServer { (port: Int) throws in
            let first = try exchange(port, "GET", "/health/live")
            let second = try exchange(port, "GET", "/nothing")
            #expect(first.fields["x-request-id"] != second.fields["x-request-id"])
            #expect(second.fields["x-content-type-options"] == "nosniff")
            let own = try exchange(port, "GET", "/health/live", fields: ["X-Request-ID": "abc-123"])
            #expect(own.fields["x-request-id"] == "abc-123")
            let wrong = try exchange(port, "GET", "/health/live", fields: ["X-Request-ID": "a b"])
            #expect(wrong.fields["x-request-id"]?.utf8.count == 16)
        }
    }

    @Test("a body of another media type is 415")
    func mediaTypes() async throws {
        try await withServer { (port: Int) throws in
            let body = #"{"currentPrice":100,"legs":[]}"#
            for type in ["application/json", "Application/JSON; charset=utf-8"] {
                #expect(try exchange(port, "POST", Self.path, fields: ["Content-Type": type], body: body).status == 400)
            }
            let text = try exchange(port, "POST", Self.path, fields: ["Content-Type": "text/plain"], body: body)
            #expect(text.status == 415)
            #expect(
                text.body
                    == #"{"error":"Content-Type must be application/json, got text/plain","code":"unsupported_media_type"}"#
            )
            #expect(
                try exchange(port, "POST", Self.path, fields: ["Content-Encoding": "gzip"], body: body).status == 415)
        }
    }

    /// `LineStreamTests` tests the order of the work, and the memory.
    @Test("long answers of a batch arrive whole, in the order of the lines")
    func batchOfLongAnswers() async throws {
        let range = #""curveRange":{"minimum":0,"maximum":1000,"points":100000}"#
        let lines = [95, 96, 97].map { strike in
            #"{"id":\#(strike),"currentPrice":100,\#(range),"legs":[{"type":"put","position":"short","#
                + #""strikePrice":\#(strike),"premium":2.5,"quantity":1}]}"#
        }
        var answerer = CalculationAnswerer(AnswerOptions(limits: .strict))
        let expected = try lines.map { line in
            var answer: [UInt8] = []
            try answerer.appendAnswer(to: Array(line.utf8).span, &answer)
            return String(decoding: answer, as: UTF8.self)
        }
        #expect(expected.allSatisfy { $0.utf8.count > 1 << 20 } && Set(expected).count == lines.count)
        try await withServer { (port: Int) throws in
            let body = lines.joined(separator: "\n")
            let response = try exchange(port, "POST", "/api/rest/options/batch", body: body)
            #expect(response.status == 200)
            let isExpected = response.body.split(separator: "\n").elementsEqual(expected) { $0 == $1 }
            #expect(isExpected)
        }
    }
}
