import Foundation
import MarketData
import OptionPricing
import StrategyValuation
import Testing
import VolatilitySmile
import _TestSupport

@Suite("Chain analysis")
struct ChainAnalysisTests {
    /// A market with Black–Scholes–Merton prices. Another test checks the model against 50 digits.
    struct Model {
        var spot = 165.12
        var rate = 0.04
        var yield = 0.012
        var now = "2026-11-20T15:30:00.5Z"
        var expiration = "2026-12-18"
        /// 28 days and 5.5 hours, less half a second
        var time = 2_438_999.5 / 31_536_000
        var strikes = stride(from: 130.0, through: 200.0, by: 2.5).map { $0 }

        /// A smile of the form that is fitted, at the exact forward.
        func volatility(_ strike: Double) -> Double {
            let offset: Double = log(strike / forward) - 0.01
            let hypotenuse: Double = (offset * offset + 0.01).squareRoot()
            let variance: Double = 0.002 + 0.05 * (hypotenuse - 0.4 * offset)
            return (variance / time).squareRoot()
        }

        var forward: Double { spot * exp((rate - yield) * time) }

        func greeks(_ kind: OptionKind, _ strike: Double) throws -> Greeks {
            let option = try ModelledOption(
                kind, spot: spot, strike: strike, timeToExpiration: time, riskFreeRate: rate, dividendYield: yield)
            return try option.greeks(volatility: volatility(strike))
        }

        /// Quotes whose mids are the prices to nine digits.
        func snapshot(change: (inout ContractQuote) -> Void = { _ in }) throws -> ChainSnapshot {
            try snapshot(
                quotes: strikes.flatMap { strike in
                    try [OptionKind.call, .put].map { kind in
                        var quote = ContractQuote(try contract(kind, strike))
                        let price = try greeks(kind, strike).price
                        let half = max(price / 100, 1e-4)
                        quote.bid = ExactDecimal(rounding: price - half, decimals: 9)
                        quote.ask = ExactDecimal(rounding: price + half, decimals: 9)
                        change(&quote)
                        return quote
                    }
                })
        }

        func snapshot(quotes: [ContractQuote]) throws -> ChainSnapshot {
            ChainSnapshot(
                underlying: try #require(Ticker("ZZCO")), expiration: date(expiration), spot: ExactDecimal(spot),
                quotes: quotes, asOf: instant(now))
        }

        func contract(_ kind: OptionKind, _ strike: Double, shares: Int = 100) throws -> ListedContract {
            ListedContract(
                symbol: "O:ZZCO-\(kind)-\(strike)-\(shares)", underlying: try #require(Ticker("ZZCO")), kind: kind,
                expiration: date(expiration), strike: try #require(ExactDecimal(strike)), sharesPerContract: shares)
        }

        func analysis(_ snapshot: ChainSnapshot, exercise: ExerciseStyle = .european) -> ChainAnalysis {
            ChainAnalysis(snapshot, at: instant(now), riskFreeRate: rate, exercise: exercise)
        }
    }

    private let model = Model()

    private func isNear(_ value: Double?, _ expected: Double, _ tolerance: Double) -> Bool {
        value.map { abs($0 - expected) <= tolerance } ?? false
    }

    @Test("recovers the volatilities, greeks, forward and carry of the prices")
    func findsModel() throws {
        let snapshot = try model.snapshot()
        let analysis = model.analysis(snapshot)
        #expect(isNear(analysis.timeToExpiration, model.time, 1e-16))
        #expect(isNear(analysis.forward, model.forward, 1e-7))
        #expect(isNear(analysis.carry, model.rate - model.yield, 1e-7))
        #expect(analysis.strikes.map(\.strike.doubleValue) == model.strikes)
        for row in analysis.strikes {
            let strike = row.strike.doubleValue
            for kind in [OptionKind.call, .put] {
                let option = try #require(row[kind])
                let expected = try model.greeks(kind, strike).converted(to: .market)
                #expect(snapshot.quotes[option.quote].contract.kind == kind)
                #expect(snapshot.quotes[option.quote].contract.strike == row.strike)
                let greeks = try #require(option.greeks)
                // The price of a deep option with nine decimals determines few digits of its volatility.
                let tolerance = max(1e-6, 1e-7 / expected.vega)
                if tolerance < 1e-3 {
                    #expect(isNear(option.volatility.value, model.volatility(strike), tolerance), "\(kind) \(strike)")
                    #expect(option.greeksVolatility == .quote)
                    #expect(option.delta == ChainDelta(value: greeks.delta, source: .quote))
                    // A bid in the money may lie below intrinsic value.
                    if (strike >= model.forward) == (kind == .call) {
                        let bid = try #require(option.bidVolatility.value)
                        let mid = try #require(option.volatility.value)
                        let ask = try #require(option.askVolatility.value)
                        #expect(bid < mid && mid < ask)
                    }
                }
                #expect(isNear(greeks.delta, expected.delta, 1e-4))
                #expect(isNear(greeks.gamma, expected.gamma, 1e-4))
                #expect(isNear(greeks.theta, expected.theta, 1e-4))
                #expect(isNear(greeks.vega, expected.vega, 1e-4))
                #expect(isNear(greeks.rho, expected.rho, 1e-4))
            }
        }
        let smile = try #require(analysis.smile)
        #expect(analysis.smileFailure == nil)
        #expect(smile.rootMeanSquare.volatility < 1e-5)
        #expect(smile.uses.allSatisfy { $0 == .fitted })
        #expect(smile.strikeRange == 130...200)
        #expect(isNear(try smile.volatility(at: 171), model.volatility(171), 1e-5))
        #expect(analysis.arbitrage.isEmpty)
        #expect(model.analysis(snapshot, exercise: .american).arbitrage.isEmpty)
    }

    @Test("the greeks of the call and the put of a strike satisfy parity")
    func parityOfGreeks() throws {
        let analysis = model.analysis(try model.snapshot())
        let carry = try #require(analysis.carry)
        let share = exp((carry - model.rate) * model.time)
        let bond = exp(-model.rate * model.time)
        let rows = analysis.strikes.filter { (150...180).contains($0.strike.doubleValue) }
        try #require(rows.count >= 3)
        for row in rows {
            let (call, put) = (try #require(row.call?.greeks), try #require(row.put?.greeks))
            #expect(isNear(call.delta - put.delta, share, 1e-6))
            #expect(isNear(call.gamma, put.gamma, 1e-6))
            #expect(isNear(call.vega, put.vega, 1e-6))
            #expect(isNear(call.rho - put.rho, row.strike.doubleValue * model.time * bond / 100, 1e-6))
        }
    }

    @Test(
        "expires at the close of the last session on or before the expiration date",
        arguments: [
            ("2026-12-18", "2026-12-18T21:00:00Z"), ("2026-11-27", "2026-11-27T18:00:00Z"),
            ("2026-07-17", "2026-07-17T20:00:00Z"),
            // Good Friday, and a Saturday
            ("2027-03-26", "2027-03-25T20:00:00Z"), ("2014-11-22", "2014-11-21T21:00:00Z"),
        ])
    func expiration(day: String, expected: String) {
        #expect(ExchangeCalendar.newYork.expiration(on: date(day)) == instant(expected))
    }

    @Test("counts years with nanoseconds")
    func years() {
        let start = instant("2026-11-20T21:00:00Z")
        #expect(start.years(to: instant("2027-11-20T21:00:00Z")) == 1)
        #expect(start.years(to: instant("2025-11-20T21:00:00Z")) == -1)
        #expect(start.years(to: instant("2026-11-20T21:00:00.000000001Z")) == 1 / (365 * 86_400e9))
        #expect(instant("2026-11-20T21:00:00.000000001Z").years(to: start) == -1 / (365 * 86_400e9))
        #expect(start.years(to: instant("2026-11-21T03:00:00Z")) == 0.25 / 365)
    }

    @Test(
        "an expired chain has no greeks, and its status is expired",
        arguments: ["2026-12-18T21:00:00Z", "2026-12-18T21:00:00.1Z", "2027-01-01"])
    func expired(now: String) throws {
        let snapshot = try model.snapshot { quote in
            if quote.contract.kind == .call {
                quote.vendorGreeks = VendorGreeks(delta: 0.5, gamma: 0, theta: 0, vega: 0)
            }
        }
        let analysis = ChainAnalysis(snapshot, at: instant(now), riskFreeRate: 0.04)
        #expect(analysis.forward == nil && analysis.carry == nil && analysis.smile == nil)
        #expect(analysis.smileFailure == .expired)
        #expect(analysis.arbitrage.isEmpty)
        #expect(analysis.strikes.count == model.strikes.count)
        for row in analysis.strikes {
            #expect(row.call?.volatility.status == .expired && row.call?.volatility.value == nil)
            #expect(row.put?.bidVolatility.status == .expired && row.put?.askVolatility.status == .expired)
            #expect(row.call?.greeks == nil && row.put?.greeks == nil)
            #expect(row.call?.delta == ChainDelta(value: 0.5, source: .vendor))
            #expect(row.put?.delta == nil)
        }
        let before = ChainAnalysis(snapshot, at: instant("2026-12-18T20:59:59.999999999Z"), riskFreeRate: 0.04)
        #expect(before.forward != nil)
    }

    @Test(
        "quotes that determine no volatility have a status with the reason",
        arguments: [
            (nil, nil, ChainVolatility.Status.noQuote, .noQuote, .noQuote), ("0", "0", .noQuote, .noQuote, .noQuote),
            ("-1", "0", .noQuote, .noQuote, .noQuote), (nil, "2", .noBid, .noBid, .ok), ("0", "2", .noBid, .noBid, .ok),
            ("2", nil, .ok, .noAsk, .noAsk), ("2", "0", .ok, .noAsk, .noAsk), ("2", "1", .crossed, .crossed, .crossed),
            ("200", "1000", .aboveMaximum, .aboveMaximum, .aboveMaximum),
        ] as [(String?, String?, ChainVolatility.Status, ChainVolatility.Status, ChainVolatility.Status)])
    func statuses(
        bid: String?, ask: String?, onBid: ChainVolatility.Status, onMid: ChainVolatility.Status,
        onAsk: ChainVolatility.Status
    ) throws {
        let analysis = model.analysis(
            try model.snapshot { quote in
                guard quote.contract.kind == .call, quote.contract.strike == decimal("170") else { return }
                (quote.bid, quote.ask) = (bid.map { decimal($0) }, ask.map { decimal($0) })
            })
        let option = try #require(analysis.option(.call, strike: decimal("170")))
        #expect(option.bidVolatility.status == onBid)
        #expect(option.volatility.status == onMid)
        #expect(option.askVolatility.status == onAsk)
        #expect((option.bidVolatility.value != nil) == (onBid == .ok))
        #expect((option.askVolatility.value != nil) == (onAsk == .ok))
        // The greeks come from the smile of the other quotes.
        let expected = try model.greeks(.call, 170)
        #expect(option.greeksVolatility == .smile)
        #expect(isNear(option.greeks?.delta, expected.delta, 1e-4))
        #expect(option.delta?.source == .smile)
    }

    @Test("a price below intrinsic value has that status, and violates no bound that American contracts have not")
    func belowIntrinsic() throws {
        let snapshot = try model.snapshot { quote in
            if quote.contract.kind == .put, quote.contract.strike == decimal("200") {
                (quote.bid, quote.ask) = (decimal("34"), decimal("34.1"))
            }
        }
        let american = model.analysis(snapshot, exercise: .american)
        #expect(american.option(.put, strike: decimal("200"))?.volatility.status == .belowIntrinsic)
        #expect(!american.arbitrage.contains { $0.condition == .lowerBound || $0.condition == .putCallParity })
        #expect(american.arbitrage.contains { $0.condition == .immediateExercise })
        let european = Set(model.analysis(snapshot, exercise: .european).arbitrage.map(\.condition))
        #expect(european.isSuperset(of: [.lowerBound, .putCallParity]))
    }

    @Test("a crossed quote and a butterfly of negative price are arbitrage, and name the quotes of the snapshot")
    func findsArbitrage() throws {
        let snapshot = try model.snapshot { quote in
            guard quote.contract.kind == .call else { return }
            if quote.contract.strike == decimal("190") { (quote.bid, quote.ask) = (decimal("0.9"), decimal("0.5")) }
            if quote.contract.strike == decimal("170") {
                (quote.bid, quote.ask) = (quote.bid?.adding(decimal("0.5")), quote.ask?.adding(decimal("0.5")))
            }
        }
        let found = model.analysis(snapshot).arbitrage
        #expect(Set(found.map(\.condition)).isSuperset(of: [.crossedQuote, .butterfly]))
        for finding in found {
            #expect(finding.profit > 0)
            for trade in finding.trades {
                let quote = snapshot.quotes[trade.quote]
                #expect(trade.price == (trade.quantity > 0 ? quote.ask : quote.bid)?.doubleValue)
            }
            if finding.condition == .butterfly {
                let sold = finding.trades.filter { $0.quantity < 0 }
                #expect(sold.map { snapshot.quotes[$0.quote].contract.strike } == [decimal("170")])
            }
        }
    }

    @Test("arbitrage-free prices of American options show no arbitrage, and imply a forward near the market's")
    func americanPrices() throws {
        // Prices from a binomial tree, which are independent of the model
        var model = Model()
        (model.rate, model.yield, model.expiration) = (0.06, 0.01, "2027-05-21")
        model.time = instant(model.now).years(to: instant("2027-05-21T20:00:00Z"))
        model.strikes = stride(from: 100, through: 240, by: 5).map { $0 }
        let quotes = try model.strikes.flatMap { strike in
            try [OptionKind.call, .put].map { kind in
                var quote = ContractQuote(try model.contract(kind, strike))
                let price = americanPrice(kind, strike: strike, model: model, volatility: 0.3)
                quote.bid = ExactDecimal(rounding: max(price - 0.02, 0), decimals: 2)
                quote.ask = ExactDecimal(rounding: price + 0.02, decimals: 2)
                return quote
            }
        }
        let analysis = model.analysis(try model.snapshot(quotes: quotes), exercise: .american)
        #expect(analysis.arbitrage.isEmpty)
        // Put–call parity misses it by 0.3 %: the right to exercise a put at the money early is worth up to 2 % of it.
        #expect(isNear(analysis.forward, model.forward, 0.0004 * model.forward))
        let smile = try #require(analysis.smile)
        #expect(isNear(try smile.volatility(at: 165), 0.3, 0.001))
        #expect(isNear(try smile.volatility(at: 200), 0.3, 0.001))
        // Such prices violate the European bounds, so a violation of these bounds is not reported as arbitrage.
        #expect(!model.analysis(analysis.snapshot, exercise: .european).arbitrage.isEmpty)
    }

    /// Cox, Ross and Rubinstein's tree of 500 steps.
    private func americanPrice(_ kind: OptionKind, strike: Double, model: Model, volatility: Double) -> Double {
        let steps = 500
        let step = model.time / Double(steps)
        let up = exp(volatility * step.squareRoot())
        let probability = (exp((model.rate - model.yield) * step) - 1 / up) / (up - 1 / up)
        let discount = exp(-model.rate * step)
        let sign = kind == .call ? 1.0 : -1.0
        var spots = [model.spot * exp(-volatility * step.squareRoot() * Double(steps))]
        for _ in 0..<2 * steps { spots.append(spots[spots.count - 1] * up) }
        var values = (0...steps).map { max(sign * (spots[2 * $0] - strike), 0) }
        for level in stride(from: steps - 1, through: 0, by: -1) {
            for node in 0...level {
                let (up, down): (Double, Double) = (values[node + 1], values[node])
                let held: Double = discount * (down + probability * (up - down))
                let exercised: Double = sign * (spots[steps - level + 2 * node] - strike)
                values[node] = max(held, exercised)
            }
        }
        return values[0]
    }

    @Test("without a spot, volatilities are computed from the forward of the quotes")
    func noSpot() throws {
        let full = try model.snapshot()
        let snapshot = ChainSnapshot(
            underlying: full.underlying, expiration: full.expiration, spot: nil, quotes: full.quotes, asOf: full.asOf)
        let analysis = model.analysis(snapshot)
        #expect(isNear(analysis.forward, model.forward, 1e-7))
        #expect(analysis.carry == nil)
        #expect(isNear(analysis.option(.call, strike: decimal("165"))?.volatility.value, model.volatility(165), 1e-6))
    }

    @Test("without pairs at the money, the forward follows from the spot and the rate")
    func noPairs() throws {
        let calls = try model.snapshot().quotes.filter { $0.contract.kind == .call }
        let analysis = model.analysis(try model.snapshot(quotes: calls))
        #expect(analysis.forwardSource == .spot)
        #expect(isNear(analysis.forward, model.spot * exp(model.rate * model.time), 1e-9))
        #expect(analysis.carry == model.rate)
        // A pair deep in the money does not determine the forward.
        let deep = try model.snapshot { quote in if quote.contract.strike > decimal("130") { quote.bid = nil } }
        #expect(model.analysis(deep).forwardSource == .spot)
    }

    @Test("without quotes, a spot and a history give deltas")
    func history() throws {
        let contracts = try model.strikes.map { ContractQuote(try model.contract(.put, $0)) }
        let snapshot = try model.snapshot(quotes: contracts)
        let analysis = ChainAnalysis(
            snapshot, at: instant(model.now), riskFreeRate: model.rate, historicalVolatility: 0.3)
        #expect(analysis.smileFailure == .noQuotes)
        for row in analysis.strikes {
            let option = try ModelledOption(
                .put, spot: model.spot, strike: row.strike.doubleValue, timeToExpiration: model.time,
                riskFreeRate: model.rate, exercise: .american)
            let expected = try option.greeks(volatility: 0.3).delta
            #expect(row.put?.delta?.source == .history)
            #expect(isNear(row.put?.delta?.value, expected, 1e-12))
            #expect(row.put?.greeks == nil)
            #expect(row.put?.volatility.status == .noQuote)
            #expect(row.call == nil)
        }
        #expect(model.analysis(snapshot).strikes.allSatisfy { $0.put?.delta == nil })
    }

    @Test("without spot and pairs, only the vendor's delta is available")
    func noUnderlying() throws {
        var quote = ContractQuote(try model.contract(.call, 165))
        (quote.bid, quote.ask) = (decimal("5"), decimal("5.1"))
        quote.vendorGreeks = VendorGreeks(delta: 0.544, gamma: 0.012, theta: -0.05, vega: 0.15)
        let snapshot = ChainSnapshot(
            underlying: try #require(Ticker("ZZCO")), expiration: date(model.expiration), spot: nil, quotes: [quote],
            asOf: instant(model.now))
        let analysis = model.analysis(snapshot)
        #expect(analysis.smileFailure == .noUnderlying)
        #expect(analysis.strikes[0].call?.volatility.status == .noUnderlying)
        #expect(analysis.strikes[0].call?.delta == ChainDelta(value: 0.544, source: .vendor))
        #expect(analysis.strikes[0].call?.greeks == nil)
    }

    @Test("without a quote, the vendor's volatility takes precedence over the smile's")
    func vendorVolatility() throws {
        let analysis = model.analysis(
            try model.snapshot { quote in
                guard quote.contract.strike == decimal("170") else { return }
                (quote.bid, quote.ask, quote.vendorVolatility) = (nil, nil, 0.5)
            })
        let option = try #require(analysis.option(.call, strike: decimal("170")))
        let expected = try ModelledOption(
            .call, spot: model.spot, strike: 170, timeToExpiration: model.time, riskFreeRate: model.rate,
            dividendYield: model.yield
        ).greeks(volatility: 0.5)
        #expect(option.greeksVolatility == .vendor)
        #expect(option.delta?.source == .vendor)
        #expect(isNear(option.greeks?.delta, expected.delta, 1e-6))
        #expect(isNear(option.greeks?.theta, expected.theta / 365, 1e-6))
    }

    @Test("non-standard contracts are omitted if a standard one exists")
    func nonStandard() throws {
        var quotes = try model.snapshot().quotes
        // An adjusted contract before a standard one of the same strike, and one at a strike of its own
        for (strike, place) in [(150.0, 0), (163.33, 1)] {
            var quote = ContractQuote(try model.contract(.call, strike, shares: 150))
            (quote.bid, quote.ask) = (decimal("40"), decimal("41"))
            quotes.insert(quote, at: place)
        }
        let analysis = model.analysis(try model.snapshot(quotes: quotes))
        let option = try #require(analysis.option(.call, strike: decimal("150")))
        #expect(quotes[option.quote].contract.isStandard)
        #expect(analysis.strikes.count == model.strikes.count + 1)
        let adjusted = try #require(analysis.option(.call, strike: decimal("163.33")))
        #expect(adjusted.volatility.status == .nonStandard)
        #expect(adjusted.greeks == nil && adjusted.delta == nil)
        #expect(isNear(analysis.forward, model.forward, 1e-7))
        #expect(analysis.arbitrage.isEmpty)
        // Without a standard contract, non-standard ones are analysed.
        let alone = try model.snapshot(
            quotes: model.snapshot().quotes.map { standard in
                var quote = ContractQuote(
                    try model.contract(standard.contract.kind, standard.contract.strike.doubleValue, shares: 10))
                (quote.bid, quote.ask) = (standard.bid, standard.ask)
                return quote
            })
        #expect(model.analysis(alone).strikes.allSatisfy { $0.call?.greeks != nil })
    }

    @Test("quotes in any order give the same rows")
    func anyOrder() throws {
        let snapshot = try model.snapshot()
        var generator = SeededGenerator(seed: 9)
        let shuffled = model.analysis(try model.snapshot(quotes: snapshot.quotes.shuffled(using: &generator)))
        let sorted = model.analysis(snapshot)
        #expect(shuffled.strikes.map(\.strike) == sorted.strikes.map(\.strike))
        #expect(shuffled.strikes.map { $0.call?.volatility } == sorted.strikes.map { $0.call?.volatility })
        #expect(shuffled.forward == sorted.forward)
        #expect(shuffled.smile?.parameters == sorted.smile?.parameters)
    }

    @Test("an empty chain has no rows")
    func empty() throws {
        let analysis = model.analysis(try model.snapshot(quotes: []))
        #expect(analysis.strikes.isEmpty)
        #expect(analysis.smileFailure == .noQuotes)
        #expect(analysis.option(.call, strike: .zero) == nil)
    }

    @Test("the middle of bid and ask is exact")
    func midpoint() throws {
        func midpoint(_ bid: String?, _ ask: String?) throws -> ExactDecimal? {
            var quote = ContractQuote(try model.contract(.call, 165))
            (quote.bid, quote.ask) = (bid.map { decimal($0) }, ask.map { decimal($0) })
            return quote.midpoint
        }
        #expect(try midpoint("9.2", "9.3") == decimal("9.25"))
        #expect(try midpoint("0", "0.05") == decimal("0.025"))
        #expect(try midpoint("0.1", "0.1") == decimal("0.1"))
        #expect(try midpoint("0.2", "0.1") == nil)
        #expect(try midpoint(nil, "0.1") == nil)
        #expect(try midpoint("0.1", nil) == nil)
        #expect(try midpoint("0", "0") == nil)
        #expect(try midpoint("-1", "1") == nil)
    }

    @Test("random quotes never trap, and no value is NaN or infinite", arguments: 0..<40)
    func randomQuotes(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let extremes = ["0", "-1", "1e-100", "1e-9", "0.01", "1", "164.99", "165", "1e6", "1e100", "-1e100"].map {
            decimal($0)
        }
        func price() -> ExactDecimal? {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: nil
            case 1: extremes.randomElement(using: &generator)
            default: ExactDecimal(rounding: generator.logUniform(0.001, 400), decimals: 2)
            }
        }
        let times = ["2026-11-20T15:30:00Z", "2026-12-18T20:59:59.999999999Z", "0001-01-01", "2026-12-17T21:00:00Z"]
        for _ in 0..<10 {
            let quotes = try (0..<60).map { _ in
                let strike = price().flatMap { $0 == .zero ? nil : $0 } ?? decimal("165")
                var quote = ContractQuote(
                    ListedContract(
                        symbol: "", underlying: try #require(Ticker("A")),
                        kind: Bool.random(using: &generator) ? .call : .put, expiration: date("2026-12-18"),
                        strike: strike, sharesPerContract: Int.random(in: 99...101, using: &generator)))
                (quote.bid, quote.ask, quote.last) = (price(), price(), price())
                quote.vendorVolatility =
                    [nil, .nan, -1, 0, 1e-300, 0.3, 1e300, .infinity].randomElement(using: &generator) ?? nil
                if Bool.random(using: &generator) {
                    quote.vendorGreeks = VendorGreeks(delta: .nan, gamma: .infinity, theta: 0, vega: 0)
                }
                return quote
            }
            let snapshot = ChainSnapshot(
                underlying: try #require(Ticker("A")), expiration: date("2026-12-18"), spot: price(), quotes: quotes,
                asOf: instant("2026-11-20"))
            let now = times.randomElement(using: &generator) ?? "2026-11-20"
            let analysis = ChainAnalysis(
                snapshot, at: instant(now), riskFreeRate: generator.uniform(-0.1, 0.3),
                historicalVolatility: [nil, .nan, 0, 0.3].randomElement(using: &generator) ?? nil)
            var numbers = [analysis.forward, analysis.carry, analysis.timeToExpiration]
            for option in analysis.strikes.flatMap({ [$0.call, $0.put] }).compactMap(\.self) {
                for volatility in [option.bidVolatility, option.volatility, option.askVolatility] {
                    #expect((volatility.value != nil) == (volatility.status == .ok))
                    numbers.append(volatility.value)
                }
                numbers += [
                    option.delta?.value, option.greeks?.delta, option.greeks?.gamma, option.greeks?.theta,
                    option.greeks?.vega, option.greeks?.rho,
                ]
            }
            for finding in analysis.arbitrage { numbers += [finding.profit, finding.cash, finding.shares] }
            #expect(numbers.allSatisfy { $0?.isFinite ?? true })
        }
    }
}
