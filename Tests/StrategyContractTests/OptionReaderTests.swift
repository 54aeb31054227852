import ExactPayoff
import Foundation
import OptionPricing
import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

/// A row of `Fixtures/contract/contracts-refused.json`: a line of a command and the message it must be refused with,
/// written by hand from the rules.
struct RefusedOption: Decodable, CustomTestStringConvertible {
    enum Command: String, Decodable {
        case price
        case impliedVolatility = "implied-volatility"
    }

    let name, request, error: String
    let command: Command

    var testDescription: String { name }

    static let all = (try? Fixture.decode([RefusedOption].self, "Fixtures/contract/contracts-refused.json")) ?? []
}

@Suite("Reading options")
struct OptionReaderTests {
    @Test("the table is not empty")
    func table() {
        #expect(RefusedOption.all.count { $0.command == .price } >= 100)
        #expect(RefusedOption.all.count { $0.command == .impliedVolatility } >= 100)
    }

    @Test("bad lines are refused by the exact message", arguments: RefusedOption.all)
    func refused(_ row: RefusedOption) throws {
        let json = Array(row.request.utf8)
        let error = try #require(throws: ContractError.self) {
            var output: [UInt8] = []
            switch row.command {
            case .price:
                var answerer = PriceAnswerer()
                try answerer.appendAnswer(to: json.span, &output)
            case .impliedVolatility:
                var answerer = ImpliedVolatilityAnswerer()
                try answerer.appendAnswer(to: json.span, &output)
            }
        }
        #expect(error.message == row.error)
    }

    @Test(
        "unusual lines are read correctly",
        arguments: [
            #"{"type":"put","currentPrice":100,"strikePrice":105.5,"timeToExpiration":2,"volatility":0.25}"#,
            #"{"volatility":0.25,"timeToExpiration":2,"strikePrice":105.5,"currentPrice":100,"type":"put"}"#,
            " "
                + #"{"type" : "put" ,"currentPrice":1e2,"strikePrice":1055e-1,"timeToExpiration":2.0,"volatility":0.25}"#
                + "\t\r",
            #"{"type":"p\u0075t","currentPrice":100,"strikePrice":105.5,"timeToExpiration":2,"volatility":0.25}"#,
            #"{"\u0074ype":"put","currentPrice":100,"strikePrice":105.5,"timeToExpiration":2,"volatility":0.25}"#,
            #"{"type":"put","currentPrice":100,"strikePrice":105.5,"timeToExpiration":2,"volatility":0.25,"riskFreeRate":null,"dividendYield":null,"valuationDate":null,"expirationDate":null}"#,
            #"{"type":"put","currentPrice":100,"strikePrice":105.5,"timeToExpiration":2,"volatility":0.25,"riskFreeRate":-0.0,"dividendYield":0}"#,
            // Members of implied-volatility and calculate are ignored here.
            #"{"price":"x","premium":-1,"legs":5,"position":[],"type":"put","currentPrice":100,"strikePrice":105.5,"timeToExpiration":2,"volatility":0.25}"#,
            #"{"symbol":"XYZ","x":{"type":"call","strikePrice":[1]},"type":"put","currentPrice":100,"strikePrice":105.5,"timeToExpiration":2,"volatility":0.25}"#,
            #"{"type":"call","type":"put","volatility":-1,"currentPrice":100,"strikePrice":105.5,"timeToExpiration":2,"volatility":0.25}"#,
            // 730 days over 365.
            #"{"type":"put","currentPrice":100,"strikePrice":105.5,"valuationDate":"2025-01-01","expirationDate":"2027-01-01","volatility":0.25}"#,
            #"{"expirationDate":"2027-01-01","type":"put","currentPrice":100,"strikePrice":105.5,"volatility":0.25,"valuationDate":"2025-01-01"}"#,
            #"{"type":"put","currentPrice":100,"strikePrice":105.5,"valuationDate":"\u0032025-01\u002d01","expirationDate":"2027-01-01","volatility":0.25,"timeToExpiration":null}"#,
            // A valuation date has no effect if the time is given.
            #"{"type":"put","currentPrice":100,"strikePrice":105.5,"valuationDate":"2025-01-01","timeToExpiration":2,"volatility":0.25}"#,
            "\u{FEFF}"
                + #"{"type":"put","currentPrice":100,"strikePrice":105.5,"timeToExpiration":2,"volatility":0.25}"#,
        ])
    func accepted(request: String) throws {
        let option = try ModelledOption(.put, spot: 100, strike: 105.5, timeToExpiration: 2)
        #expect(try PriceRequest(json: Array(request.utf8)) == PriceRequest(option, volatility: 0.25))
    }

    @Test("the extreme doubles are valid numbers")
    func extremes() throws {
        let request = try ImpliedVolatilityRequest(
            json: Array(
                #"{"type":"call","currentPrice":5e-324,"strikePrice":1.7976931348623157e308,"timeToExpiration":1e-300,"riskFreeRate":-1e300,"dividendYield":1e300,"price":0}"#
                    .utf8))
        let option = try ModelledOption(
            .call, spot: .leastNonzeroMagnitude, strike: .greatestFiniteMagnitude, timeToExpiration: 1e-300,
            riskFreeRate: -1e300, dividendYield: 1e300)
        #expect(try request == ImpliedVolatilityRequest(option, price: 0))
    }

    @Test("days between dates are years of 365")
    func dates() throws {
        for (start, end, days) in [("2024-02-28", "2024-03-01", 2), ("2026-01-02", "2026-12-18", 350)] {
            let json =
                #"{"type":"call","currentPrice":1,"strikePrice":1,"price":0.1,"valuationDate":"\#(start)","expirationDate":"\#(end)"}"#
            let request = try ImpliedVolatilityRequest(json: Array(json.utf8))
            #expect(request.option.timeToExpiration == Double(days) / 365)
        }
    }

    @Test("a decoder reads on after a refused line")
    func reuse() throws {
        var decoder = OptionReader()
        let line = Array(#"{"type":"call","currentPrice":1,"strikePrice":1,"timeToExpiration":1,"volatility":1}"#.utf8)
        let expected = try PriceRequest(json: line)
        let refused = RefusedOption.all.filter { $0.command == .price }
        try #require(refused.count >= 10)
        for row in refused {
            _ = try? decoder.readPriceRequest(Array(row.request.utf8).span)
            let request = try decoder.readPriceRequest(line.span)
            #expect(request == expected)
        }
    }

    @Test("Swift requests are held to the same rules")
    func values() throws {
        let option = try ModelledOption(.call, spot: 1, strike: 1, timeToExpiration: 1)
        func message<Request>(_ request: () throws(StrategyError) -> Request) -> String? {
            do {
                _ = try request()
                return nil
            } catch {
                return ContractError(error).message
            }
        }
        #expect(message { () throws(StrategyError) in try PriceRequest(option, volatility: 0) } == nil)
        #expect(
            message { () throws(StrategyError) in try PriceRequest(option, volatility: -1) }
                == "volatility must be 0 or greater, got -1")
        #expect(
            message { () throws(StrategyError) in try PriceRequest(option, volatility: .nan) }
                == "volatility must be finite, got nan")
        #expect(
            message { () throws(StrategyError) in try ImpliedVolatilityRequest(option, price: .infinity) }
                == "price must be finite, got inf")
    }
}
