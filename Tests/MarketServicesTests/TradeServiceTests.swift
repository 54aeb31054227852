import MarketData
import MarketStore
import SimulatedMarket
import Testing

@testable import MarketServices

@Suite struct TradeServiceTests {
    private static let expiration = "2026-03-20"

    private func leg(
        _ instrument: TradeLeg.Instrument, _ side: TradeLeg.Side = .long, quantity: Int = 2, shares: Int = 100,
        at price: String = "9.25", on opened: String = "2026-03-02", closes: [TradeClose] = [],
        entered: String = "2026-03-02"
    ) throws -> TradeLeg {
        TradeLeg(
            instrument, side, quantity: quantity, sharesPerContract: shares,
            opened: TradeLeg.Opening(date: try day(opened), price: try decimal(price), fee: try decimal("1.3")),
            closes: closes, entered: try day(entered))
    }

    private func option(
        _ kind: OptionKind, _ strike: String, _ expiration: String = expiration
    ) throws -> TradeLeg.Instrument {
        .option(kind, strike: try decimal(strike), expiration: try day(expiration))
    }

    private func trade(_ legs: [TradeLeg], id: String = "a", on underlying: String = "ZZCO") throws -> Trade {
        try Trade(id: #require(TradeIdentifier(id)), name: "A", underlying: ticker(underlying), legs: legs)
    }

    private func closes(_ closes: [(String, String)], splits: [StockSplit] = [], in market: TestMarket) async throws {
        let prices = try closes.map { DailyPrice(date: try day($0.0), close: try decimal($0.1)) }
        let last = try day(closes.last?.0 ?? "2026-03-04")
        try await market.store.prices.store(
            PriceHistory(source: .yahoo, prices: prices, splits: splits), of: asset("ZZCO"),
            answered: try day("2026-03-02")...last, adjustedTo: last)
    }

    private func quote(_ price: String, _ market: TestMarket) throws {
        var quote = StockQuote(try ticker("ZZCO"))
        quote.last = try decimal(price)
        quote.asOf = market.clock.now
        market.source.script { $0.quotes = { [quote] _ throws(MarketDataError) in [quote] } }
    }

    /// A chain of calls with the bids and asks that are given, at a volatility of about a half.
    private func chain(_ quotes: [(String, String?, String?, String?)], _ market: TestMarket) throws {
        let (underlying, expiration) = (try ticker("ZZCO"), try day(Self.expiration))
        let contracts = try quotes.map { strike, bid, ask, last in
            var quote = ContractQuote(
                ListedContract(
                    symbol: "O:ZZCO\(strike)", underlying: underlying, kind: .call, expiration: expiration,
                    strike: try decimal(strike)))
            quote.bid = bid.flatMap { ExactDecimal($0) }
            quote.ask = ask.flatMap { ExactDecimal($0) }
            quote.last = last.flatMap { ExactDecimal($0) }
            return quote
        }
        let snapshot = ChainSnapshot(
            underlying: underlying, expiration: expiration, spot: try decimal("165"), quotes: contracts,
            asOf: market.clock.now)
        market.source.script {
            $0.chain = { day throws(MarketDataError) in day == expiration ? snapshot : nil }
        }
    }

    @Test func legsHaveThePricesOfTheirChainsAndShares() async throws {
        let market = try TestMarket()
        try chain([("160", "9.9", "10.35", "8"), ("165", nil, nil, "7.5")], market)
        try quote("165.5", market)
        let value = try #require(
            await market.trades().put(
                trade([
                    leg(option(.call, "160")), leg(option(.call, "165"), .short),
                    leg(.shares, quantity: 200, shares: 1, at: "163.25"), leg(option(.call, "160", "2026-04-17")),
                ]))
        ).value
        // 2 × 100 × 10.125, −2 × 100 × 7.5 by the last trade, and 200 × 165.5; there is no chain of April.
        #expect(value.legs.map { $0.price?.source } == [.mid, .last, .stock, nil])
        #expect(value.legs.map(\.value) == [try decimal("2025"), try decimal("-1500"), try decimal("33100"), nil])
        #expect(value.value == (try decimal("33625")))
        // 175 + 350 + 450, and three fees of 1.30
        #expect(value.profit == (try decimal("971.1")))
        #expect(value.unpriced == [3] && value.status == .open)
        #expect(value.legs[0].price?.asOf == market.clock.now && value.legs[0].price?.isStale == false)
    }

    @Test func contractWithoutQuotesHasTheValueOfTheModel() async throws {
        let market = try TestMarket()
        try chain(
            [
                ("150", "18.4", "18.6", nil), ("155", "14.9", "15.1", nil), ("160", "11.8", "12", nil),
                ("165", nil, nil, "7.5"), ("170", "7", "7.2", nil), ("175", "5.3", "5.5", nil),
                ("180", "3.9", "4.1", nil),
            ], market)
        let row = try #require(await market.trades().put(trade([leg(option(.call, "165"))])))
        let price = try #require(row.value.legs[0].price)
        #expect(price.source == .model)
        // Between its neighbours, and convex in the strike
        #expect((7.1...11.9).contains(price.price.doubleValue) && price.price.doubleValue < (11.9 + 7.1) / 2)
        #expect(price.price == price.price.rounded(decimals: 4))
    }

    @Test func sourceThatFailsLeavesWhatIsRealised() async throws {
        let market = try TestMarket()
        market.source.script {
            $0.chain = { _ throws(MarketDataError) in throw .timedOut(.yahoo) }
            $0.quotes = { _ throws(MarketDataError) in throw .timedOut(.yahoo) }
        }
        let close = TradeClose(date: try day("2026-03-03"), quantity: 1, price: try decimal("10"))
        let row = try #require(await market.trades().put(trade([leg(option(.call, "160"), closes: [close])])))
        #expect(row.value.realised == (try decimal("75")))
        #expect(row.value.value == nil && row.value.profit == nil && row.value.unpriced == [0])
    }

    @Test func tradeExpiresOverASplitAndARestart() async throws {
        let market = try TestMarket()
        // 4 new shares for one on 9 March; the store has the closes of 20 March in new shares.
        let split = StockSplit(date: try day("2026-03-09"), numerator: 4, denominator: 1)
        _ = try await market.trades().put(
            trade([leg(option(.call, "160")), leg(option(.put, "150"), .short, at: "2.5")]))
        market.clock.set(try instant("2026-03-20T20:20:00Z"))
        try await closes(
            (2...20).compactMap { ("2026-03-\($0 < 10 ? "0" : "")\($0)", "41.4375") }.filter {
                ExchangeCalendar.newYork.isSession(try day($0.0))
            }, splits: [split], in: market)
        // 165.75 in old shares: 5.75 for the call, nothing for the put; 2 × 100 × (5.75 − 9.25 + 2.5) less 2.60 of fees.
        func expect(_ row: TradeRow) throws {
            #expect(row.value.legs.map { $0.price?.price } == [try decimal("5.75"), .zero])
            #expect(row.value.legs.map { $0.price?.source } == [.intrinsic, .intrinsic])
            #expect(row.value.legs[0].price?.asOf == (try instant("2026-03-20T20:00:00Z")))
            #expect(row.value.value == (try decimal("1150")))
            #expect(row.value.profit == (try decimal("-202.6")))
            #expect(row.value.status == .expired)
            #expect(row.splits == [[split], [split]])
        }
        try expect(try #require(await market.trades().trades().first))
        let restarted = try TestMarket(restarting: market)
        restarted.clock.set(try instant("2026-03-23T15:00:00Z"))
        try expect(try #require(await restarted.trades().trades().first))
        // A person closes the legs, at prices in old shares.
        let closed = try trade([
            leg(
                option(.call, "160"),
                closes: [TradeClose(date: day("2026-03-20"), quantity: 2, price: decimal("5.75"), kind: .exercised)],
                entered: "2026-03-23"),
            leg(
                option(.put, "150"), .short, at: "2.5",
                closes: [TradeClose(date: day("2026-03-20"), quantity: 2, price: .zero, kind: .expired)],
                entered: "2026-03-23"),
        ])
        let row = try #require(await restarted.trades().put(closed))
        #expect(row.value.status == .closed && row.value.value == .zero)
        #expect(row.value.realised == (try decimal("-200")))
        #expect(row.value.profit == (try decimal("-202.6")))
        #expect(row.splits == [[], []])
        #expect(row.trade.legs.map(\.entered) == [try day("2026-03-02"), try day("2026-03-02")])
    }

    @Test func splitConvertsTheContractThatIsListed() async throws {
        let market = try TestMarket(at: "2026-03-10T15:00:00Z")
        let split = StockSplit(date: try day("2026-03-09"), numerator: 4, denominator: 1)
        try await closes([("2026-03-06", "41.25"), ("2026-03-09", "41.5")], splits: [split], in: market)
        // The strike of 160 is 40 now, and the midpoint of 2.625 is 10.5 for an old share; 41.5 is 166.
        try chain([("40", "2.6", "2.65", nil)], market)
        try quote("41.5", market)
        let row = try #require(
            await market.trades().put(
                trade([leg(option(.call, "160")), leg(.shares, quantity: 100, shares: 1, at: "165")])))
        #expect(row.value.legs.map { $0.price?.price } == [try decimal("10.5"), try decimal("166")])
        #expect(row.value.value == (try decimal("18700")))
        #expect(row.splits == [[split], [split]])
    }

    @Test func underlyingsAreInUse() async throws {
        let market = try TestMarket()
        _ = try await market.trades().put(trade([leg(.shares)]))
        #expect(try await market.prices().assetsInUse() == [asset("ZZCO")])
    }

    @Test func pastOfTheSimulatedMarketIsValued() async throws {
        let market = try TestMarket(at: "2026-03-04T22:00:00Z", market: .simulated)
        let clock = market.clock
        let simulation = MarketSimulation(now: { clock.now })
        func sources(_ market: MarketSimulation) -> MarketSources {
            var sources = MarketSources(simulated: market)
            sources.past = { MarketSources(simulated: market.stopped(at: $0)) }
            return sources
        }
        let first = try instant("2026-02-27T21:00:00Z")
        let chain = try #require(
            simulation.chain(of: ticker("COIN"), expiration: day("2026-03-20"), at: first))
        let contract = chain.quotes[chain.quotes.count / 2 & ~1]
        let strike = contract.contract.strike
        let close = TradeClose(date: try day("2026-03-03"), quantity: 1, price: try decimal("7"))
        let option = TradeLeg.Instrument.option(.call, strike: strike, expiration: try day("2026-03-20"))
        _ = try await market.trades(sources(simulation)).put(
            trade([leg(option, on: "2026-02-27", closes: [close]), leg(.shares, .short)], on: "COIN"))
        let days = try await market.trades(sources(simulation)).history(
            from: day("2026-01-01"), through: day("2026-03-31"))
        #expect(
            days.map(\.date) == [
                try day("2026-02-27"), try day("2026-03-02"), try day("2026-03-03"), try day("2026-03-04"),
            ])
        #expect(days.allSatisfy { $0.unpriced.isEmpty })
        // The last day is the present one, and a past day is what the service would have answered then.
        let now = try #require(await market.trades(sources(simulation)).trades().first?.value.profit)
        #expect(days.last?.profit == now)
        let past = try instant("2026-03-03T21:00:00Z")
        let then = try #require(
            await market.trades(sources(simulation.stopped(at: past)), at: past).trades().first?.value.profit)
        #expect(days[2].profit == then)
        // On the first day, nothing was closed, and there were no shares.
        let mid = try #require(contract.midpoint)
        let gain = try #require(mid.subtracting(decimal("9.25"))?.multiplied(by: decimal("200")))
        #expect(days[0].profit == gain.subtracting(try decimal("1.3")))
    }

    @Test func liveHistoryIsWhatWasStored() async throws {
        let market = try TestMarket()
        let stored = TradeDay(date: try day("2026-03-03"), profit: try decimal("5"), unpriced: [])
        try await market.store.personal.store(stored)
        let days = try await market.trades().history(from: day("2026-03-01"), through: day("2026-03-31"))
        #expect(days == [stored])
    }
}
