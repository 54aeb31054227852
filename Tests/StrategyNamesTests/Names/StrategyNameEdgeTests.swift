import ExactPayoff
import StrategyNames
import Testing

@Suite("Strategy names: roles and extremes")
struct StrategyNameEdgeTests {
    @Test("roles")
    func roles() throws {
        func roles(_ legs: String) throws -> [String?] { try StrategyName.recognise(NotedLeg.list(legs)).roles }
        #expect(
            try roles("-C105 +P90 +C110 -P95")
                == ["short call, body", "long put, lower wing", "long call, upper wing", "short put, body"])
        #expect(try roles("-C105 +S") == ["short call", "long stock"])
        #expect(try roles("+C100 -C105") == ["long call, lower strike", "short call, upper strike"])
        #expect(try roles("-C100 +C105") == ["short call, lower strike", "long call, upper strike"])
        #expect(try roles("+C100@far -C100@near") == ["long call, far expiration", "short call, near expiration"])
        #expect(try roles("-P95 -C105 +C110") == ["short put", "short call", "long call, insurance"])
        #expect(try roles("+S +C100 -C105") == [nil, nil, nil])
    }

    @Test("a leg that reduces another has no role")
    func reduced() throws {
        let strategy = try StrategyName.recognise(NotedLeg.list("+3C100 -C105 -2C100"))
        #expect(strategy.name == "bull call spread")
        #expect(strategy.roles == ["long call, lower strike", "short call, upper strike", nil])
    }

    @Test(
        "legs that cancel out are a closed position",
        arguments: ["+C100 -C100", "+S -S", "+2P95 -P95 -P95 +S -S", "+C0.3 -C0.30000000000000004"])
    func closed(_ legs: String) throws {
        let strategy = try StrategyName.recognise(NotedLeg.list(legs))
        #expect(strategy.name == "closed position")
        #expect(strategy.family == nil)
        #expect(strategy.roles.allSatisfy { $0 == nil })
    }

    @Test("shares count, not contracts")
    func shares() throws {
        let stock = try Leg.stock(.long, entryPrice: 100, quantity: 150)
        func call(quantity: Int, shares: Int) throws -> Leg {
            try .call(.short, strikePrice: 105, premium: 1, quantity: quantity, sharesPerContract: shares)
        }
        #expect(try StrategyName.recognise([stock, call(quantity: 1, shares: 150)]).name == "covered call")
        #expect(try StrategyName.recognise([stock, call(quantity: 15, shares: 10)]).name == "covered call")
        let mixed = [stock, try call(quantity: 1, shares: 100), try call(quantity: 5, shares: 10)]
        #expect(try StrategyName.recognise(mixed).name == "covered call")
        #expect(try StrategyName.recognise([stock, call(quantity: 2, shares: 100)]).name == "ratio call write")
        #expect(try StrategyName.recognise([stock, call(quantity: 1, shares: 100)]).name == StrategyName.unrecognised)
    }

    @Test("an unknown expiration prevents recognition")
    func unknownExpiration() throws {
        let legs = try NotedLeg.list("+C100 -C105").map { try $0.leg() }
        #expect(try StrategyName.recognise(legs, expirations: [0.5, nil]).name == StrategyName.unrecognised)
        #expect(try StrategyName.recognise(legs, expirations: [nil, nil]).name == "bull call spread")
        #expect(try StrategyName.recognise(legs, expirations: [0, -0.0]).name == "bull call spread")
        #expect(try StrategyName.recognise(legs, expirations: [0.5, 0.5.nextUp]).name == "short call diagonal spread")
    }

    @Test("three expirations are no calendar")
    func threeExpirations() throws {
        let legs = try NotedLeg.list("-P95 -C105 +P90 +C110").map { try $0.leg() }
        #expect(
            try StrategyName.recognise(legs, expirations: [0.1, 0.1, 0.2, 0.2]).name == "long double diagonal spread")
        #expect(
            try StrategyName.recognise(legs, expirations: [0.1, 0.1, 0.2, 0.3]).name == StrategyName.unrecognised)
    }

    @Test("strikes and quantities at the ends of their ranges")
    func extremes() throws {
        let strikes = [Double.leastNonzeroMagnitude, 1, .greatestFiniteMagnitude]
        let legs = try zip(strikes, [1, 2, 1]).map { strike, quantity in
            try Leg.call(quantity == 1 ? .long : .short, strikePrice: strike, premium: 0, quantity: quantity)
        }
        #expect(try StrategyName.recognise(legs).name == "long broken-wing call butterfly")

        let most = try Leg.call(
            .long, strikePrice: 1e308, premium: 0, quantity: 1_000_000_000, sharesPerContract: 1_000_000)
        let many = try StrategyName.recognise([Leg](repeating: most, count: 10_000))
        #expect(many.name == "long call")
        #expect(many.roles == [String?](repeating: "long call", count: 10_000))
    }

    @Test("ten thousand contracts have no name")
    func manyContracts() throws {
        let legs = try (1...10_000).map {
            try Leg.put(.long, strikePrice: Double($0) / 100, premium: 0, quantity: 1)
        }
        #expect(try StrategyName.recognise(legs).name == StrategyName.unrecognised)
        let closing = try legs.dropLast().prefix(4_999).map {
            try Leg($0.instrument, .short, premium: 0, quantity: 1, sharesPerContract: 100)
        }
        #expect(try StrategyName.recognise(Array(legs.prefix(5_000)) + closing).name == "long put")
    }

    @Test("errors")
    func errors() throws {
        let call = try Leg.call(.long, strikePrice: 100, premium: 1, quantity: 1)
        #expect(throws: StrategyError("legs", .count(1...10_000, .legs), .count(0))) { try StrategyName.recognise([]) }
        #expect(throws: StrategyError("legs", .count(1...10_000, .legs), .count(10_001))) {
            try StrategyName.recognise([Leg](repeating: call, count: 10_001))
        }
        #expect(throws: StrategyError("timeToExpiration", .finite, .number(.infinity))) {
            try StrategyName.recognise([call], expirations: [.infinity])
        }
        #expect(throws: StrategyError.self) { try StrategyName.recognise([call], expirations: [.nan]) }
    }
}
