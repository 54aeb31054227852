import Foundation
import MarketData
import OptionPricing
import StrategyValuation
import Testing
import VolatilitySmile
import _TestSupport

/// Chains of American options with prices of a known market: a surface of volatilities, a yield, and dividends.
@Suite("American chains")
struct AmericanChainTests {
    /// The hidden market.
    struct Hidden {
        var spot = 180.0
        var rate = 0.04
        var yield = 0.006
        var now = "2026-11-20T15:30:00Z"
        var expiration = "2027-09-17"
        var exercise = ExerciseStyle.american
        /// Ex-dates and amounts.
        var dividends = [("2026-12-11", "0.9"), ("2027-03-12", "0.9"), ("2027-06-11", "0.95"), ("2027-09-10", "0.95")]
        /// Half the spread, as a part of the price.
        var halfSpread = 0.01

        var time: Double {
            instant(now).years(to: ExchangeCalendar.newYork.expiration(on: date(expiration)) ?? instant(now))
        }

        /// The dividends as a source lists them.
        func listed() -> [Dividend] {
            dividends.map { day, amount in
                Dividend(exDate: date(day), amount: decimal(amount), status: .declared, source: .polygon)
            }
        }

        /// The market, with ex-dates at 9:30 in New York.
        func market() throws -> OptionMarket {
            try OptionMarket(
                spot: spot, riskFreeRate: rate, dividendYield: yield,
                dividends: dividends.map { day, amount in
                    let open = try #require(ExchangeCalendar.newYork.session(on: date(day))?.open)
                    return try DiscreteDividend(
                        timeToExDate: instant(now).years(to: open), .amount(decimal(amount).doubleValue))
                })
        }

        /// A smile of the form that is fitted.
        func volatility(_ strike: Double, forward: Double) -> Double {
            let offset: Double = log(strike / forward) - 0.02
            let hypotenuse: Double = (offset * offset + 0.02).squareRoot()
            let variance: Double = 0.02 + 0.14 * (hypotenuse - 0.5 * offset)
            return variance.squareRoot()
        }

        var strikes: [Double] { stride(from: 90.0, through: 310.0, by: 5).map { $0 } }

        /// Quotes in cents around the prices, bids rounded down and asks up.
        func snapshot() throws -> ChainSnapshot {
            let market = try market()
            let forward = market.carry(to: time).forward
            let ticker = try #require(Ticker("ZZCO"))
            let quotes = try strikes.flatMap { strike in
                try [OptionKind.call, .put].map { kind in
                    let option = try ModelledOption(
                        OptionTerms(kind, strike: strike, timeToExpiration: time, exercise: exercise), in: market)
                    let price = try option.price(volatility: volatility(strike, forward: forward))
                    var quote = ContractQuote(
                        ListedContract(
                            symbol: "O:ZZCO-\(kind)-\(strike)", underlying: ticker, kind: kind,
                            expiration: date(expiration), strike: try #require(ExactDecimal(strike))))
                    quote.bid = ExactDecimal(
                        significand: Int64((100 * price * (1 - halfSpread)).rounded(.down)), exponent: -2)
                    quote.ask = ExactDecimal(
                        significand: Int64((100 * price * (1 + halfSpread)).rounded(.up)), exponent: -2)
                    return quote
                }
            }
            return ChainSnapshot(
                underlying: ticker, expiration: date(expiration), spot: ExactDecimal(spot), quotes: quotes,
                asOf: instant(now), exercise: exercise)
        }

        func analysis(dividends: [Dividend]? = nil) throws -> ChainAnalysis {
            ChainAnalysis(
                try snapshot(), at: instant(now), riskFreeRate: rate, dividends: dividends ?? listed())
        }

        /// The largest error of the volatilities between 10 and 90 delta, of smile and mids out of the money, and
        /// that of the carry.
        func errors(_ analysis: ChainAnalysis) throws -> (volatility: Double, carry: Double) {
            let market = try market()
            let forward = market.carry(to: time).forward
            var error = 0.0
            var compared = 0
            for row in analysis.strikes {
                let strike = row.strike.doubleValue
                let expected = volatility(strike, forward: forward)
                let deviation = expected * time.squareRoot()
                let distance: Double = log(forward / strike) / deviation + deviation / 2
                // Between 10 and 90 delta of the call
                guard abs(distance) < 1.2816 else { continue }
                let side = strike >= forward ? row.call : row.put
                error = max(error, abs(try #require(analysis.smile).volatility(at: strike) - expected))
                error = max(error, abs(try #require(side?.volatility.value) - expected))
                compared += 1
            }
            #expect(compared >= 8)
            return (error, abs(try #require(analysis.carry) - log(forward / spot) / time))
        }
    }

    @Test("recovers the surface and the carry of a hidden market", arguments: [0.01, 0.03], ExerciseStyle.allCases)
    func hiddenMarket(halfSpread: Double, exercise: ExerciseStyle) throws {
        var hidden = Hidden()
        (hidden.halfSpread, hidden.exercise) = (halfSpread, exercise)
        for yield in [0.006, 0.0, -0.004] {
            hidden.yield = yield
            let analysis = try hidden.analysis()
            let (volatility, carry) = try hidden.errors(analysis)
            #expect(volatility < 0.003 && carry < 0.001, "\(yield): \(volatility) \(carry)")
            #expect(analysis.dividends.count == 4 && analysis.exercise == exercise)
            #expect(analysis.arbitrage.isEmpty)
            // The market of the analysis has the forward of the analysis, and the yield that was hidden.
            let market = try #require(analysis.market)
            let forward = try #require(analysis.forward)
            #expect(abs(market.carry(to: hidden.time).forward - forward) < 1e-12 * forward)
            #expect(abs(market.dividendYield - yield) < 0.001)
            #expect(market.underlyingPrice == hidden.spot && market.dividends.count == 4)
        }
    }

    /// Calls that are exercised before the dividend keep calls and puts far from parity.
    @Test("recovers the forward after a large dividend that is near", arguments: ["3", "9", "18"])
    func largeDividend(amount: String) throws {
        var hidden = Hidden()
        (hidden.expiration, hidden.dividends, hidden.yield) = ("2026-12-18", [("2026-12-04", amount)], 0)
        let analysis = try hidden.analysis()
        let forward = try hidden.market().carry(to: hidden.time).forward
        #expect(abs(try #require(analysis.forward) / forward - 1) < 3e-4)
        let volatility = try #require(analysis.volatilityAtTheMoney)
        #expect(abs(volatility - hidden.volatility(forward, forward: forward)) < 0.005)
    }

    @Test("a hidden market is not recovered if its dividends are left out", arguments: [0.01, 0.03])
    func withoutDividends(halfSpread: Double) throws {
        var hidden = Hidden()
        // A large dividend soon, for which calls are exercised
        (hidden.halfSpread, hidden.dividends) = (halfSpread, [("2026-12-11", "9"), ("2027-06-11", "9")])
        let (volatility, carry) = try hidden.errors(hidden.analysis())
        #expect(volatility < 0.003 && carry < 0.001)
        let (missed, other) = try hidden.errors(hidden.analysis(dividends: []))
        #expect(missed > 0.003 || other > 0.001, "\(missed) \(other)")
    }

    @Test("the greeks of a call and a put have one volatility, that of the option out of the money")
    func oneVolatility() throws {
        var hidden = Hidden()
        hidden.halfSpread = 0.03
        let analysis = try hidden.analysis()
        let forward = try #require(analysis.forward)
        let market = try #require(analysis.market)
        var compared = 0
        for row in analysis.strikes {
            guard let call = row.call, let put = row.put else { continue }
            let strike = row.strike.doubleValue
            let outside = strike >= forward ? call : put
            let inside = strike >= forward ? put : call
            guard let volatility = outside.volatility.value else { continue }
            #expect(call.modelVolatility == volatility && put.modelVolatility == volatility)
            #expect(call.greeksVolatility == .quote && put.greeksVolatility == .quote)
            // The greeks are those of an American option with the dividends.
            let terms = try OptionTerms(
                strike >= forward ? .put : .call, strike: strike, timeToExpiration: hidden.time, exercise: .american)
            let greeks = try ModelledOption(terms, in: market).greeks(volatility: volatility).converted(to: .market)
            #expect(abs(try #require(inside.greeks).delta - greeks.delta) < 2e-4)
            #expect(abs(try #require(inside.greeks).vega - greeks.vega) < 2e-3)
            if inside.volatility.value != volatility { compared += 1 }
        }
        // Each quote keeps its own volatility.
        #expect(compared > 20)
    }

    @Test("without a quote out of the money, greeks use the volatility of the option itself")
    func missingSide() throws {
        let hidden = Hidden()
        let full = try hidden.snapshot()
        let quotes = full.quotes.map { quote in
            var quote = quote
            if quote.contract.kind == .call, quote.contract.strike == decimal("200") { quote.bid = nil }
            return quote
        }
        let snapshot = ChainSnapshot(
            underlying: full.underlying, expiration: full.expiration, spot: full.spot, quotes: quotes, asOf: full.asOf)
        let analysis = ChainAnalysis(
            snapshot, at: full.asOf, riskFreeRate: hidden.rate, dividends: hidden.listed())
        let put = try #require(analysis.option(.put, strike: decimal("200")))
        #expect(put.volatility.status == .ok && put.modelVolatility == put.volatility.value)
        let call = try #require(analysis.option(.call, strike: decimal("200")))
        #expect(call.volatility.status == .noBid && call.greeksVolatility == .smile)
    }

    @Test("an option below its payoff is arbitrage; put–call parity is not")
    func immediateExercise() throws {
        let hidden = Hidden()
        let full = try hidden.snapshot()
        func found(_ kind: OptionKind, _ strike: String, bid: String, ask: String) -> [ChainArbitrage] {
            let quotes = full.quotes.map { quote in
                var quote = quote
                if quote.contract.kind == kind, quote.contract.strike == decimal(strike) {
                    (quote.bid, quote.ask) = (decimal(bid), decimal(ask))
                }
                return quote
            }
            let snapshot = ChainSnapshot(
                underlying: full.underlying, expiration: full.expiration, spot: full.spot, quotes: quotes,
                asOf: full.asOf)
            return ChainAnalysis(snapshot, at: full.asOf, riskFreeRate: hidden.rate, dividends: hidden.listed())
                .arbitrage
        }
        let call = found(.call, "90", bid: "89", ask: "89.5").filter { $0.condition == .immediateExercise }
        #expect(call.count == 1)
        #expect(call.first?.profit == 0.5 && call.first?.shares == -1 && call.first?.cash == 90)
        #expect(call.first?.trades.map(\.quantity) == [1])
        let put = found(.put, "310", bid: "129", ask: "129.75").filter { $0.condition == .immediateExercise }
        #expect(put.first?.profit == 0.25 && put.first?.shares == 1 && put.first?.cash == -310)
        #expect(found(.put, "310", bid: "129", ask: "130").allSatisfy { $0.condition != .immediateExercise })
    }

    @Test(
        "the distribution gives European prices after the dividends; the smile does not",
        arguments: ExerciseStyle.allCases)
    func distribution(_ exercise: ExerciseStyle) throws {
        var hidden = Hidden()
        (hidden.exercise, hidden.halfSpread) = (exercise, 0.001)
        let market = try hidden.market()
        let forward = market.carry(to: hidden.time).forward
        let analysis = try hidden.analysis()
        let (distribution, smile) = (try #require(analysis.distribution), try #require(analysis.smile))
        #expect(abs(distribution.chain.forward - forward) < 2e-3 * forward)
        #expect(distribution.chain.timeToExpiration == hidden.time)
        // A European option on the price after the dividends is worth its value in a market without them that has the same forward.
        let plain = try OptionMarket(
            spot: hidden.spot, riskFreeRate: hidden.rate,
            dividendYield: hidden.rate - log(forward / hidden.spot) / hidden.time)
        var (worst, worstOfSmile) = (0.0, 0.0)
        for strike in stride(from: 150.0, through: 220, by: 10) {
            let terms = try OptionTerms(.call, strike: strike, timeToExpiration: hidden.time)
            let price = try ModelledOption(terms, in: market).price(
                volatility: hidden.volatility(strike, forward: forward))
            guard case .volatility(let expected) = try ModelledOption(terms, in: plain).impliedVolatility(price: price)
            else {
                Issue.record("the price of \(strike) determines no volatility")
                continue
            }
            worst = max(worst, abs(try distribution.volatility(at: strike) - expected))
            worstOfSmile = max(worstOfSmile, abs(try smile.volatility(at: strike) - expected))
        }
        #expect(worst < 1e-3)
        #expect(worstOfSmile > 2e-3)
        hidden.dividends = []
        let without = try hidden.analysis()
        #expect(without.distribution != nil && without.distribution == without.smile)
    }

    @Test("dividends count after the valuation and up to the expiration")
    func counting() throws {
        var hidden = Hidden()
        (hidden.now, hidden.expiration) = ("2026-12-11T14:00:00Z", "2027-03-12")
        // 9:00 in New York of the first ex-date; the third one is after the expiration.
        #expect(try hidden.analysis().dividends.map(\.exDate) == [date("2026-12-11"), date("2027-03-12")])
        hidden.now = "2026-12-11T14:30:00Z"
        hidden.dividends.removeFirst()
        let later = ChainAnalysis(
            try hidden.snapshot(), at: instant(hidden.now), riskFreeRate: hidden.rate, dividends: Hidden().listed())
        #expect(later.dividends.map(\.exDate) == [date("2027-03-12")])
    }

    @Test("more dividends than the model takes are paid together")
    func weeklyPayer() throws {
        var hidden = Hidden()
        (hidden.expiration, hidden.dividends) = ("2029-01-19", [])
        let sessions = ExchangeCalendar.newYork.sessions(from: date("2026-11-23"), through: date("2029-01-16"))
        let listed = stride(from: 0, to: sessions.count, by: 4).map {
            Dividend(exDate: sessions[$0], amount: decimal("0.05"), status: .estimated, source: .polygon)
        }
        #expect(listed.count > 100)
        let analysis = try hidden.analysis(dividends: listed)
        #expect(analysis.dividends.count == listed.count)
        let market = try #require(analysis.market)
        #expect(market.dividends.count <= 100)
        let paid = market.dividends.reduce(0.0) { sum, dividend in
            if case .amount(let amount) = dividend.payment { sum + amount } else { sum }
        }
        #expect(abs(paid - 0.05 * Double(listed.count)) < 1e-9)
    }

    @Test(
        "options on indices are European, others American",
        arguments: [
            ("SPX", ExerciseStyle.european), ("^SPX", .european), ("I:NDX", .european), ("XSP", .european),
            ("VIX", .european), ("RUT", .european), ("DJX", .european), ("SPXW", .european), ("^GSPC", .european),
            ("SPY", .american), ("AAPL", .american), ("BRK.B", .american), ("OEX", .american), ("^OEX", .american),
        ])
    func listedExercise(symbol: String, expected: ExerciseStyle) throws {
        let ticker = try #require(Ticker(symbol))
        #expect(ExerciseStyle.ofListedOptions(on: ticker) == expected)
        func snapshot(_ exercise: ExerciseStyle?) -> ChainSnapshot {
            ChainSnapshot(
                underlying: ticker, expiration: date("2026-12-18"), spot: nil, quotes: [], asOf: instant("2026-11-20"),
                exercise: exercise)
        }
        #expect(snapshot(nil).exercise == expected)
        // What a source states comes first.
        #expect(ExerciseStyle.allCases.allSatisfy { snapshot($0).exercise == $0 })
    }
}
