import ExactPayoff
import StrategyNames
import Testing
import _TestSupport

@Suite("Accounts: splits known by hand")
struct AccountSplitTests {
    // swift-format-ignore
    @Test(
        "the fewest strategies, then the most specific",
        arguments: [
            // One strategy, once and several times.
            ("+P90 -P95 -C105 +C110", ["1 iron condor: 1 of 0, 1 of 1, 1 of 2, 1 of 3"]),
            ("+2P90 -2P95 -2C105 +2C110", ["2 iron condor: 2 of 0, 2 of 1, 2 of 2, 2 of 3"]),
            ("+3S -3C105", ["3 covered call: 300 of 0, 3 of 1"]),
            // Only round lots of shares cover calls.
            ("+3S -2C105", ["2 covered call: 200 of 0, 2 of 1", "100 long stock: 100 of 0"]),
            ("+S -2C105", ["1 ratio call write: 100 of 0, 2 of 1"]),
            // Two strategies share a contract.
            ("+2C100 -C105 -C110", ["1 bull call spread: 1 of 0, 1 of 1", "1 bull call spread: 1 of 0, 1 of 2"]),
            ("+S +P95 -C105 -P80", ["1 put spread collar: 100 of 0, 1 of 1, 1 of 2, 1 of 3"]),
            // A straddle and a strangle have more conditions than two strangles.
            ("+C100 +P100 +C110 +P90", ["1 long straddle: 1 of 0, 1 of 1", "1 long strangle: 1 of 2, 1 of 3"]),
            // A butterfly, and put spreads twice.
            ("+C90 -2C95 +C100 +2P70 -2P80",
             ["1 long call butterfly: 1 of 0, 2 of 1, 1 of 2", "2 bull put spread: 2 of 3, 2 of 4"]),
            // A calendar, and shares with a call of the far expiration.
            ("-P100@near +P100@far +S -C110@far",
             ["1 long put calendar spread: 1 of 0, 1 of 1", "1 covered call: 100 of 2, 1 of 3"]),
            // Bought and sold quantities of a contract close first; the rest is a strategy.
            ("+3C100 -C100 -2C105", ["2 bull call spread: 2 of 0, 2 of 2", "1 closed position: 1 of 0, 1 of 1"]),
            ("+C100 -C100", ["1 closed position: 1 of 0, 1 of 1"]),
            // A contract in several legs.
            ("+C100 -2C105 +C100", ["2 bull call spread: 1 of 0, 2 of 1, 1 of 2"]),
            // No strategy of several legs matches.
            ("+C100 +C105", ["1 long call: 1 of 0", "1 long call: 1 of 1"]),
        ])
    func known(_ legs: String, _ expected: [String]) throws {
        let split = try AccountSplit.recognise(NotedLeg.list(legs))
        #expect(split.summary == expected)
        #expect(split.isOptimal)
    }

    @Test("shares below a round lot cover no contract, and mini contracts need fewer")
    func contractSizes() throws {
        let shares = try Leg.stock(.long, entryPrice: 100, quantity: 99)
        let call = try Leg.call(.short, strikePrice: 105, premium: 1, quantity: 1)
        #expect(try AccountSplit.recognise([shares, call]).strategies.map(\.name) == ["long stock", "short call"])
        let mini = try Leg.call(.short, strikePrice: 105, premium: 1, quantity: 9, sharesPerContract: 10)
        let split = try AccountSplit.recognise([shares, mini])
        #expect(split.summary == ["9 covered call: 90 of 0, 9 of 1", "9 long stock: 9 of 0"])
        // Contracts on different numbers of shares are different contracts.
        let long = try Leg.call(.long, strikePrice: 105, premium: 1, quantity: 1)
        #expect(try AccountSplit.recognise([long, mini]).strategies.map(\.name) == ["long call", "short call"])
        let units = try Leg.stock(.long, entryPrice: 100, quantity: 2, sharesPerContract: 100)
        #expect(try AccountSplit.recognise([units, call]).summary[0] == "1 covered call: 1 of 0, 1 of 1")
    }

    @Test("aliases and roles")
    func details() throws {
        let split = try AccountSplit.recognise(NotedLeg.list("+S -2C105"))
        #expect(split.strategies[0].aliases == ["ratio covered call", "short call synthetic straddle"])
        #expect(split.strategies[0].family == .covered)
        #expect(split.strategies[0].legs.map(\.role) == ["long stock", "short call"])
        #expect(try AccountSplit.recognise(NotedLeg.list("+2S -6C105")).strategies[0].aliases == ["ratio covered call"])
    }

    @Test("invalid input is rejected")
    func errors() throws {
        let call = try Leg.call(.long, strikePrice: 100, premium: 1, quantity: 1)
        #expect(throws: StrategyError("legs", .count(1...200, .legs), .count(0))) {
            try AccountSplit.recognise([Leg]())
        }
        #expect(throws: StrategyError("legs", .count(1...200, .legs), .count(201))) {
            try AccountSplit.recognise([Leg](repeating: call, count: 201))
        }
        #expect(throws: StrategyError("timeToExpiration", .finite, .number(.infinity))) {
            try AccountSplit.recognise([call], expirations: [.infinity])
        }
    }

    @Test("200 legs of one contract, and the greatest quantities")
    func extremes() throws {
        let most = try Leg.call(
            .long, strikePrice: 1, premium: 0, quantity: 1_000_000_000, sharesPerContract: 1_000_000)
        let shares = try Leg.stock(.short, entryPrice: 1, quantity: 1_000_000_000, sharesPerContract: 1_000_000)
        let legs = [Leg](repeating: most, count: 100) + [Leg](repeating: shares, count: 100)
        let split = try AccountSplit.recognise(legs)
        #expect(split.strategies.map(\.name) == ["protective call"])
        #expect(split.strategies[0].quantity == 100_000_000_000)
        #expect(split.strategies[0].legs.map(\.quantity) == [Int](repeating: 1_000_000_000, count: 200))
    }
}
