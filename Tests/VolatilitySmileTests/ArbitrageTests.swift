import Foundation
import OptionPricing
import Testing
import VolatilitySmile
import _TestSupport

@Suite("Arbitrage between quotes")
struct ArbitrageTests {
    /// Spot 100 and rates of 0, so that the forward is 100 and discount factors are 1.
    private static func arbitrage(_ quotes: [OptionQuote]) throws -> [ArbitrageViolation] {
        try OptionChain(spot: 100, timeToExpiration: 1, quotes: quotes).arbitrage()
    }

    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let quotes: [OptionQuote]
        let condition: ArbitrageViolation.Condition
        let quantities: [Double]
        var shares = 0.0
        var cash = 0.0
        let profit: Double
    }

    private static func call(_ strike: Double, _ price: Double) -> OptionQuote {
        OptionQuote(.call, strike: strike, .price(price))
    }

    private static func put(_ strike: Double, _ price: Double) -> OptionQuote {
        OptionQuote(.put, strike: strike, .price(price))
    }

    /// Amounts computed by hand; they are binary fractions and therefore exact.
    static let examples = [
        Example(
            testDescription: "a bid above the ask",
            quotes: [OptionQuote(.call, strike: 100, .bidAsk(bid: 5, ask: 4.75))],
            condition: .crossedQuote, quantities: [-1, 1], profit: 0.25),
        Example(
            testDescription: "a call below intrinsic value", quotes: [call(80, 19.5)], condition: .lowerBound,
            quantities: [1], shares: -1, cash: 80, profit: 0.5),
        Example(
            testDescription: "a put below intrinsic value", quotes: [put(120, 19)], condition: .lowerBound,
            quantities: [1], shares: 1, cash: -120, profit: 1),
        Example(
            testDescription: "a call above the forward", quotes: [call(80, 101)], condition: .upperBound,
            quantities: [-1], shares: 1, profit: 1),
        Example(
            testDescription: "a put above its strike", quotes: [put(50, 50.5)], condition: .upperBound,
            quantities: [-1], cash: 50, profit: 0.5),
        Example(
            testDescription: "an expensive call with a cheap put", quotes: [call(100, 7), put(100, 5)],
            condition: .putCallParity, quantities: [-1, 1], shares: 1, cash: -100, profit: 2),
        Example(
            testDescription: "a cheap call with an expensive put", quotes: [call(100, 5), put(100, 7.5)],
            condition: .putCallParity, quantities: [-1, 1], shares: -1, cash: 100, profit: 2.5),
        Example(
            testDescription: "a call above one with a lower strike", quotes: [call(100, 6), call(105, 6.5)],
            condition: .verticalSpread, quantities: [1, -1], profit: 0.5),
        Example(
            testDescription: "a put above one with a higher strike", quotes: [put(95, 6), put(100, 5)],
            condition: .verticalSpread, quantities: [-1, 1], profit: 1),
        Example(
            testDescription: "calls farther apart than their strikes", quotes: [call(100, 9), call(105, 3)],
            condition: .verticalSpread, quantities: [-1, 1], cash: 5, profit: 1),
        Example(
            testDescription: "puts farther apart than their strikes", quotes: [put(95, 2), put(100, 8)],
            condition: .verticalSpread, quantities: [1, -1], cash: 5, profit: 1),
        Example(
            testDescription: "a call above the line between unevenly spaced others",
            quotes: [call(120, 2), call(88, 14), call(96, 12)], condition: .butterfly,
            quantities: [0.75, -1, 0.25], profit: 1),
        Example(
            testDescription: "a put above the line between others",
            quotes: [put(80, 1), put(90, 5), put(100, 7)], condition: .butterfly, quantities: [0.5, -1, 0.5], profit: 1),
        Example(
            testDescription: "a call in conflict only with strikes farther out",
            quotes: [
                OptionQuote(.call, strike: 80, .bidAsk(bid: 21, ask: 22)),
                OptionQuote(.call, strike: 90, .bidAsk(bid: 14, ask: 18)),
                OptionQuote(.call, strike: 100, .bidAsk(bid: 12.5, ask: 13)),
                OptionQuote(.call, strike: 110, .bidAsk(bid: 5, ask: 10)),
                OptionQuote(.call, strike: 120, .bidAsk(bid: 1, ask: 2)),
            ],
            condition: .butterfly, quantities: [0.5, -1, 0.5], profit: 0.5),
    ]

    @Test("is found, with its trades and its profit", arguments: examples)
    func found(example: Example) throws {
        let violations = try Self.arbitrage(example.quotes)
        try #require(violations.count == 1)
        #expect(violations[0].condition == example.condition)
        #expect(violations[0].trades.map(\.quantity) == example.quantities)
        #expect(violations[0].shares == example.shares && violations[0].cash == example.cash)
        #expect(violations[0].profit == example.profit)
    }

    @Test("is discounted")
    func discounted() throws {
        let chain = try OptionChain(
            spot: 100, timeToExpiration: 2, riskFreeRate: 0.05, dividendYield: 0.02,
            quotes: [Self.call(100, 9), Self.call(105, 3)])
        let violations = chain.arbitrage()
        try #require(violations.map(\.condition) == [.verticalSpread])
        #expect(abs(violations[0].profit - (6 - 5 * exp(-0.1))) <= 1e-14)
    }

    @Test("in mids is not reported if the spread covers it")
    func spreads() throws {
        let quotes = [(90.0, 11.0), (100, 9), (110, 2)].map { strike, mid in
            OptionQuote(.call, strike: strike, .bidAsk(bid: mid - 1.5, ask: mid + 1.5))
        }
        #expect(try Self.arbitrage(quotes).isEmpty)
        #expect(try Self.arbitrage(quotes.map { Self.call($0.strike, $0.mid) }).map(\.condition) == [.butterfly])
    }

    @Test("requires an ask")
    func noAsk() throws {
        let quotes = [
            OptionQuote(.call, strike: 90, .bidAsk(bid: 0, ask: 0)),
            OptionQuote(.call, strike: 100, .bidAsk(bid: 3, ask: 4)),
        ]
        #expect(try Self.arbitrage(quotes).isEmpty)
    }

    @Test("does not occur in model prices", arguments: 0..<300)
    func none(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let (spot, time) = (generator.logUniform(1e-3, 1e6), generator.logUniform(0.001, 10))
        let (rate, yield) = (generator.uniform(-0.05, 0.15), generator.uniform(-0.02, 0.1))
        let volatility = generator.logUniform(0.01, 2)
        let width = generator.logUniform(0.01, 10) * volatility * time.squareRoot()
        let quotes = try (-25...25).flatMap { step in
            try [OptionKind.call, .put].map { kind in
                let option = try ModelledOption(
                    kind, spot: spot, strike: spot * exp(width * Double(step) / 25), timeToExpiration: time,
                    riskFreeRate: rate, dividendYield: yield)
                let price = try option.price(volatility: volatility)
                return OptionQuote(kind, strike: option.strike, .price(price))
            }
        }
        let chain = try OptionChain(
            spot: spot, timeToExpiration: time, riskFreeRate: rate, dividendYield: yield, quotes: quotes)
        #expect(chain.arbitrage() == [])
    }

    /// Quotes at random distances from model prices.
    static func noisyChain(_ generator: inout SeededGenerator) throws -> OptionChain {
        let rate = generator.uniform(-0.02, 0.1)
        let noise = generator.logUniform(0.01, 3)
        let quotes = try (0..<24).map { index in
            let kind: OptionKind = index % 2 == 0 ? .call : .put
            let strike = 70 + 5 * Double(index / 2)
            let option = try ModelledOption(kind, spot: 100, strike: strike, timeToExpiration: 0.5, riskFreeRate: rate)
            let price = try option.price(volatility: 0.2)
            let (low, high) = (generator.uniform(-1, 0.4) * noise, generator.uniform(-0.4, 1) * noise)
            return OptionQuote(kind, strike: strike, .bidAsk(bid: max(price + low, 0), ask: max(price + high, 0)))
        }
        return try OptionChain(spot: 100, timeToExpiration: 0.5, riskFreeRate: rate, quotes: quotes)
    }

    static let seeds = 0..<100

    @Test("is in nearly every noisy chain")
    func noise() throws {
        let found = try Self.seeds.count { seed in
            var generator = SeededGenerator(seed: UInt64(seed))
            return try !Self.noisyChain(&generator).arbitrage().isEmpty
        }
        #expect(found >= Self.seeds.count * 9 / 10)
    }

    @Test("pays its profit and never loses at expiration", arguments: seeds)
    func portfolios(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let chain = try Self.noisyChain(&generator)
        for violation in chain.arbitrage() {
            var cost = violation.shares * 100 + violation.cash * exp(-chain.riskFreeRate * 0.5)
            for trade in violation.trades {
                let quote = chain.quotes[trade.quote]
                guard case .bidAsk(let bid, let ask) = quote.value else {
                    Issue.record("\(quote)")
                    continue
                }
                #expect(trade.kind == quote.kind && trade.strike == quote.strike)
                #expect(trade.price == (trade.quantity > 0 ? ask : bid))
                cost += trade.quantity * trade.price
            }
            #expect(abs(cost + violation.profit) <= 1e-12 && violation.profit > 0)
            // The payoff is piecewise linear, so the kinks, 0 and one distant price suffice.
            for price in violation.trades.map(\.strike) + [0, 1e4] {
                let value = violation.trades.reduce(violation.shares * price + violation.cash) {
                    let sign: Double = $1.kind == .call ? 1 : -1
                    return $0 + $1.quantity * max(sign * (price - $1.strike), 0)
                }
                #expect(value >= -1e-10)
            }
        }
    }

    @Test("between strikes is the greatest over all pairs and triples", arguments: 0..<100)
    func greatest(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let chain = try Self.noisyChain(&generator)
        let violations = chain.arbitrage()
        let discount = exp(-chain.riskFreeRate * 0.5)
        let sound = chain.quotes.indices.filter { !chain.quotes[$0].isCrossed }
        for kind in [OptionKind.call, .put] {
            let options = sound.filter { chain.quotes[$0].kind == kind }.map { index in
                guard case .bidAsk(let bid, let ask) = chain.quotes[index].value else { return (index, 0.0, 0.0, 0.0) }
                return (index, chain.quotes[index].strike, bid, ask > 0 ? ask : .infinity)
            }
            for (sold, strike, bid, _) in options {
                var (below, above, middle) = (0.0, 0.0, 0.0)
                for (_, low, _, lowAsk) in options where low != strike {
                    let cover = max((kind == .call ? 1 : -1) * (low - strike), 0) * discount
                    if low < strike {
                        below = max(below, bid - lowAsk - cover)
                    } else {
                        above = max(above, bid - lowAsk - cover)
                    }
                    for (_, high, _, highAsk) in options where low < strike && strike < high {
                        let share = (high - strike) / (high - low)
                        middle = max(middle, bid - share * lowAsk - (1 - share) * highAsk)
                    }
                }
                let own = violations.filter { violation in
                    violation.trades.contains { $0.quote == sold && $0.quantity < 0 }
                }
                let spreads = own.filter { $0.condition == .verticalSpread }.map(\.profit).sorted()
                let expected = [below, above].filter { $0 > 1e-12 }.sorted()
                #expect(spreads.count == expected.count)
                #expect(zip(spreads, expected).allSatisfy { abs($0 - $1) <= 1e-11 })
                let butterflies = own.filter { $0.condition == .butterfly }.map(\.profit)
                #expect(butterflies.count == (middle > 1e-12 ? 1 : 0))
                #expect(butterflies.allSatisfy { abs($0 - middle) <= 1e-11 })
            }
        }
    }
}
