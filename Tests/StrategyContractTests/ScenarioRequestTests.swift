import StrategyContract
import StrategyRequests
import Testing

@Suite("Scenarios of books")
struct ScenarioRequestTests {
    private static let call = #"{"type":"call","position":"short","strikePrice":100,"premium":4.5,"quantity":1"#

    private func message(_ positions: String, _ members: String = #""timeToExpiration":0.5"#) -> String? {
        let request = #"{"currentPrice":100,"volatility":0.2,\#(members),"positions":\#(positions)}"#
        do throws(ContractError) {
            _ = try JSONContract.scenario(Array(request.utf8))
            return nil
        } catch {
            return error.message
        }
    }

    @Test("each position is answered as if it were alone, and the sum with them")
    func positions() throws {
        let put = #"{"type":"put","position":"long","strikePrice":95,"premium":1.5,"quantity":3}"#
        let shares = #"{"type":"stock","position":"long","premium":98,"quantity":100}"#
        let market = #""currentPrice":100,"timeToExpiration":0.5,"riskFreeRate":0.03,"volatility":0.2"#
        let lists = ["[\(Self.call)}]", "[\(shares),\(Self.call)},\(put)]", "[\(put)]"]
        let positions = lists.enumerated().map { #"{"id":\#($0),"legs":\#($1)}"# }.joined(separator: ",")
        let book = try ScenarioRequest(json: Array("{\(market),\"positions\":[\(positions)]}".utf8)).scenarios()
        let alone = try lists.map { legs in
            try ScenarioRequest(json: Array("{\(market),\"legs\":\(legs)}".utf8)).scenarios()
        }
        for (position, own) in zip(try #require(book.positions), alone) {
            #expect(position.scenarios.stockPrices == own.scenarios.stockPrices)
            #expect(position.scenarios.dates == own.scenarios.dates)
            #expect(position.legs == own.conventions.legs)
            for (profit, expected) in zip(position.scenarios.profitLoss, own.scenarios.profitLoss) {
                #expect(abs(profit - expected) <= 1.5e-8)
            }
        }
        for (index, total) in book.scenarios.profitLoss.enumerated() {
            #expect(abs(total - alone.reduce(0) { $0 + $1.scenarios.profitLoss[index] }) <= 5e-8)
        }
        #expect(book.conventions.legs == nil)
    }

    @Test(
        "an error is named with its position",
        arguments: [
            ("[]", "positions must hold 1 to 10000 positions, got 0"),
            ("{}", "positions must be an array, got an object"),
            ("[5]", "positions[0] must be an object, got 5"),
            ("[{}]", "positions[0].legs is required"),
            (#"[{"legs":[]}]"#, "positions[0].legs must hold 1 to 10000 legs, got 0"),
            (
                #"[{"legs":[CALL}]},{"legs":[CALL,"premium":-1}]}]"#,
                "positions[1].legs[0].premium must be 0 or greater, got -1"
            ),
            (
                #"[{"legs":[CALL,"impliedVolatility":-1}]}]"#,
                "positions[0].legs[0].impliedVolatility must be 0 or greater, got -1"
            ),
        ])
    func refused(positions: String, message: String) {
        #expect(self.message(positions.replacing("CALL", with: Self.call)) == message)
    }

    @Test("one position without an expiration, among others with one")
    func silent() {
        let positions = #"[{"legs":[\#(Self.call),"timeToExpiration":0.5}]},{"legs":[\#(Self.call)}]}]"#
        #expect(message(positions, #""riskFreeRate":0"#) == "timeToExpiration is required")
        #expect(
            message(#"[{"legs":[\#(Self.call)}]}]"#, #""legs":[],"timeToExpiration":1"#)
                == "legs must not be given with positions, got an array")
    }

    @Test("shares expire with the options of other positions")
    func shares() {
        let positions =
            #"[{"legs":[\#(Self.call),"timeToExpiration":0.5}]},"#
            + #"{"legs":[{"type":"stock","position":"long","premium":98,"quantity":100}]}]"#
        #expect(message(positions, #""timeToExpiration":0.1,"scenarioGrid":{"dates":[0.3]}"#) == nil)
        #expect(
            message(positions, #""timeToExpiration":0.1,"scenarioGrid":{"dates":[0.6]}"#)
                == "scenarioGrid.dates[0] must not be after the first expiration, got 0.6")
    }

    @Test("more contracts than fit into memory are refused")
    func contracts() {
        let list = "[" + (0..<1000).map { "\(Double($0) / 1000)" }.joined(separator: ",") + "]"
        let grid =
            #""timeToExpiration":1,"scenarioGrid":{"spotShifts":\#(list),"volatilityShifts":\#(list),"dates":[0]}"#
        let legs = (1...60).map {
            #"{"type":"call","position":"long","strikePrice":\#($0),"premium":1,"quantity":1,"impliedVolatility":0.2}"#
        }
        #expect(
            message(#"[{"legs":[\#(legs.joined(separator: ","))]}]"#, grid)
                == "positions must have at most 50000000 values of different contracts, got 61000000")
    }

    @Test("more scenarios than a book may have")
    func limit() {
        let list = "[" + [String](repeating: "0", count: 1000).joined(separator: ",") + "]"
        let grid =
            #""timeToExpiration":1,"scenarioGrid":{"spotShifts":\#(list),"volatilityShifts":\#(list),"dates":[0]}"#
        let positions = [String](repeating: #"{"legs":[\#(Self.call)}]}"#, count: 11).joined(separator: ",")
        #expect(
            message("[\(positions)]", grid)
                == "positions must have at most 10000000 scenarios of all positions together, got 11000000")
    }
}
