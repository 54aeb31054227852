import ExactPayoff
import Testing
import _TestSupport

@testable import StrategyRequests

@Suite("Members of a leg")
struct LegMembersTests {
    @Test("a leg and its members refuse the same values, in the same order")
    func rules() throws {
        var generator = SeededGenerator(seed: 17)
        let numbers: [Double] = [-1, 0, 0.5, 5, 100, .infinity]
        let integers = [-1, 0, 1, 100, 1_000_000, 1_000_001, 1_000_000_000, 1_000_000_001]
        var refused: Set<String> = []
        for _ in 0..<20_000 {
            func number() -> Double { numbers.randomElement(using: &generator) ?? 0 }
            func optional() -> Double? { Bool.random(using: &generator) ? number() : nil }
            let kind = Leg.Kind.allCases.randomElement(using: &generator) ?? .call
            let (strike, premium, years, volatility, fee) = (number(), optional(), optional(), optional(), number())
            let quantity = integers.randomElement(using: &generator) ?? 1
            let shares = integers.randomElement(using: &generator) ?? 1

            var members = LegMembers(valuation: nil, absentPremium: kind == .stock ? .refused : .ignored)
            (members.type, members.position) = (kind, .long)
            members.strikePrice = kind == .stock ? nil : strike
            (members.premium, members.timeToExpiration, members.impliedVolatility) = (premium, years, volatility)
            (members.quantity, members.sharesPerContract, members.fee) = (quantity, shares, fee)
            let instrument: Leg.Instrument =
                switch kind {
                case .call: .call(strikePrice: strike)
                case .put: .put(strikePrice: strike)
                case .stock: .stock
                }
            let ofMembers = error { () throws(StrategyError) in try members.validate() }
            let ofLeg = error { () throws(StrategyError) in
                _ = try Leg(
                    instrument, .long, premium: premium, quantity: quantity, sharesPerContract: shares,
                    expiration: years.map { .years($0) }, impliedVolatility: volatility, fee: fee)
            }
            #expect(ofLeg == ofMembers)
            if let ofLeg { refused.insert(ofLeg.path) }
        }
        #expect(
            refused == [
                "strikePrice", "timeToExpiration", "impliedVolatility", "premium", "quantity", "sharesPerContract",
                "fee",
            ])
    }

    private func error(_ body: () throws(StrategyError) -> Void) -> StrategyError? {
        do throws(StrategyError) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
