import MarketData
import Testing

@Suite("Trades")
struct TradeTests {
    private static let expiration = "2026-12-18"

    private func leg(
        _ instrument: TradeLeg.Instrument? = nil, _ side: TradeLeg.Side = .long, quantity: Int = 2, shares: Int = 100,
        at price: String = "9.25", fee: String = "1.3", on opened: String = "2026-11-20", closes: [TradeClose] = [],
        rolledFrom: Int? = nil, entered: String = "2026-11-20"
    ) -> TradeLeg {
        TradeLeg(
            instrument ?? .option(.call, strike: decimal("165"), expiration: date(Self.expiration)), side,
            quantity: quantity, sharesPerContract: shares,
            opened: TradeLeg.Opening(date: date(opened), price: decimal(price), fee: decimal(fee)), closes: closes,
            rolledFrom: rolledFrom, entered: date(entered))
    }

    private func close(
        _ quantity: Int, at price: String, fee: String = "0", on day: String = "2026-11-24",
        _ kind: TradeClose.Kind = .trade
    ) -> TradeClose {
        TradeClose(date: date(day), quantity: quantity, price: decimal(price), fee: decimal(fee), kind: kind)
    }

    private func trade(_ legs: [TradeLeg]) throws -> Trade {
        try Trade(id: #require(TradeIdentifier("a")), name: "A", underlying: #require(Ticker("ZZCO")), legs: legs)
    }

    private func price(_ text: String, _ source: TradePrice.Source = .mid) -> TradePrice {
        TradePrice(price: decimal(text), source: source, asOf: instant("2026-11-24T21:00:00Z"))
    }

    private func put(_ strike: String, expiration: String = expiration) -> TradeLeg.Instrument {
        .option(.put, strike: decimal(strike), expiration: date(expiration))
    }

    @Test("an identifier has 1 to 64 letters, digits, hyphens and underscores")
    func identifiers() {
        for text in ["a", "History", "my-trade_2", String(repeating: "x", count: 64)] {
            #expect(TradeIdentifier(text)?.text == text)
        }
        for text in ["", "history", "a b", "é", "a/b", String(repeating: "x", count: 65)] {
            #expect(TradeIdentifier(text) == nil)
        }
    }

    @Test("the first violated rule is named with its values")
    func rules() throws {
        let late = leg(on: "2026-12-19")
        #expect(
            throws: TradeError.opensAfterExpiration(
                leg: 1, opened: date("2026-12-19"), expiration: date(Self.expiration))
        ) { try trade([leg(), late]) }
        #expect(
            throws: TradeError.closesBeforeOpening(
                leg: 0, close: 1, date: date("2026-11-19"), opened: date("2026-11-20"))
        ) { try trade([leg(closes: [close(1, at: "1"), close(1, at: "1", on: "2026-11-19")])]) }
        #expect(throws: TradeError.closesMoreThanOpened(leg: 0, closed: 3, quantity: 2)) {
            try trade([leg(closes: [close(1, at: "1"), close(2, at: "1")])])
        }
        for (instrument, side, kind, allowed) in [
            (nil, .long, .assigned, [.trade, .expired, .exercised]),
            (nil, .short, .exercised, [.trade, .expired, .assigned]), (.shares, .long, .expired, [.trade]),
        ] as [(TradeLeg.Instrument?, TradeLeg.Side, TradeClose.Kind, [TradeClose.Kind])] {
            #expect(throws: TradeError.closesByKind(leg: 0, close: 0, kind: kind, allowed: allowed)) {
                try trade([leg(instrument, side, closes: [close(1, at: "0", kind)])])
            }
        }
        for index in [-1, 1, 2] {
            #expect(throws: TradeError.rollsFromNoOtherLeg(leg: 1, rolledFrom: index)) {
                try trade([leg(), leg(rolledFrom: index)])
            }
        }
        _ = try trade([
            leg(rolledFrom: 1), leg(on: Self.expiration, closes: [close(2, at: "0", on: "2026-12-21", .expired)]),
        ])
    }

    @Test("a trade as it was entered")
    func entered() throws {
        // A vertical spread at a debit of 2 × 100 × (9.25 − 4.1) = 1030, with fees of 2.60:
        // worth 2 × 100 × (10.125 − 4.625) = 1100, so the profit is 1100 − 1030 − 2.60.
        let short = leg(.option(.call, strike: decimal("175"), expiration: date(Self.expiration)), .short, at: "4.1")
        let value = TradeValue([
            TradeLegValue(leg(), at: price("10.125")), TradeLegValue(short, at: price("4.625", .model)),
        ])
        #expect(value.legs.map(\.value) == [decimal("2025"), decimal("-925")])
        #expect(value.legs.map(\.profit) == [decimal("173.7"), decimal("-106.3")])
        #expect(value.value == decimal("1100"))
        #expect(value.profit == decimal("67.4"))
        #expect(value.realised == .zero)
        #expect(value.status == .open && value.unpriced == [])
    }

    @Test("a part that is closed is realised, before fees")
    func partlyClosed() throws {
        // Short 3 puts at 5.05, fee 1.95; 2 bought back at 2.2 for 1.30: realised 2 × 100 × (5.05 − 2.2) = 570.
        // The open one is worth −100 × 1.375; profit 570 + 505 − 137.5 − 1.95 − 1.30.
        let part = leg(
            put("150"), .short, quantity: 3, at: "5.05", fee: "1.95", closes: [close(2, at: "2.2", fee: "1.3")])
        let value = TradeValue([TradeLegValue(part, at: price("1.375"))])
        #expect(value.legs[0].leg.openQuantity == 1)
        #expect(value.realised == decimal("570"))
        #expect(value.value == decimal("-137.5"))
        #expect(value.profit == decimal("934.25"))
        // Without a price, what is realised stays, and the profit is unknown.
        let unpriced = TradeValue([TradeLegValue(part, at: nil)])
        #expect(unpriced.realised == decimal("570") && unpriced.profit == nil && unpriced.value == nil)
        #expect(unpriced.unpriced == [0] && unpriced.status == .open)
        // A leg without a price is left out of the sums.
        let both = TradeValue([TradeLegValue(leg(), at: price("10.125")), TradeLegValue(part, at: nil)])
        #expect(both.value == decimal("2025") && both.profit == decimal("173.7") && both.realised == decimal("570"))
        #expect(both.unpriced == [1])
    }

    @Test("a roll is a close and another leg")
    func rolled() throws {
        // The call is sold at 6.4: realised 2 × 100 × (6.4 − 9.25) = −570, fees 1.30 + 1.30. The new one, bought at 4.75 for
        // 1.30, is worth 5.05: 2 × 100 × 0.30 − 1.30.
        let old = leg(closes: [close(2, at: "6.4", fee: "1.3")])
        let new = leg(
            .option(.call, strike: decimal("180"), expiration: date("2027-01-15")), at: "4.75", on: "2026-11-24",
            rolledFrom: 0)
        let trade = try trade([old, new])
        let value = TradeValue([
            TradeLegValue(trade.legs[0], at: price("6.5")), TradeLegValue(trade.legs[1], at: price("5.05")),
        ])
        #expect(value.legs[0].price == nil && value.legs[0].value == .zero)
        #expect(value.legs.map(\.profit) == [decimal("-572.6"), decimal("58.7")])
        #expect(value.realised == decimal("-570"))
        #expect(value.value == decimal("1010"))
        #expect(value.profit == decimal("-513.9"))
        #expect(value.status == .open)
    }

    @Test("the states of a trade")
    func states() {
        let closed = leg(closes: [close(2, at: "1")])
        func status(_ legs: (TradeLeg, Bool)...) -> TradeValue.Status {
            TradeValue(legs.map { TradeLegValue($0.0, at: price("1"), isExpired: $0.1) }).status
        }
        #expect(status((leg(), false)) == .open)
        #expect(status((leg(), true)) == .expired)
        #expect(status((leg(), true), (leg(), false)) == .open)
        #expect(status((leg(), true), (closed, false)) == .expired)
        #expect(status((closed, true), (closed, false)) == .closed)
    }

    @Test("an expired option has its intrinsic value at the close, in the shares of the leg")
    func expired() throws {
        let split = StockSplit(date: date("2026-12-07"), numerator: 4, denominator: 1)
        let end = instant("2026-12-18T21:00:00Z")
        func value(_ leg: TradeLeg, close: String, on today: String) -> TradeLegValue {
            let terms = SplitTerms([split], from: leg.termsDate, to: date(today))
            return TradeLegValue(leg, at: leg.price(atClose: decimal(close), asOf: end, terms: terms), isExpired: true)
        }
        // Entered before the split: the close of 41.4375 new shares is 165.75 for an old one. The call of 160 is worth
        // 5.75: 2 × 100 × (5.75 − 9.25) − 1.30.
        let call = leg(.option(.call, strike: decimal("160"), expiration: date(Self.expiration)))
        let over = value(call, close: "41.4375", on: "2026-12-21")
        #expect(over.price?.price == decimal("5.75") && over.price?.source == .intrinsic)
        #expect(over.value == decimal("1150"))
        #expect(over.profit == decimal("-701.3"))
        // Entered in new shares after the split: the strike of 40 and the premium of 2.3125.
        let again = leg(
            .option(.call, strike: decimal("40"), expiration: date(Self.expiration)), quantity: 8, at: "2.3125",
            entered: "2026-12-08")
        #expect(value(again, close: "41.4375", on: "2026-12-21").value == decimal("1150"))
        #expect(value(again, close: "41.4375", on: "2026-12-21").profit == decimal("-701.3"))
        // A contract that expired before the split is in old shares, whenever it was entered.
        let before = leg(put("170", expiration: "2026-11-27"), entered: "2026-12-30")
        #expect(before.termsDate == date("2026-11-27"))
        #expect(value(before, close: "41.4375", on: "2026-12-31").price?.price == decimal("4.25"))
        // Out of the money
        #expect(value(leg(put("160")), close: "41.4375", on: "2026-12-21").value == .zero)
        #expect(
            leg(.shares).price(
                atClose: decimal("1"), asOf: end,
                terms: SplitTerms([], from: date("2026-11-20"), to: date("2026-11-20"))) == nil)
    }

    @Test("prices are converted over splits in both directions")
    func terms() {
        let splits = [
            StockSplit(date: date("2026-12-07"), numerator: 3, denominator: 2),
            StockSplit(date: date("2026-11-30"), numerator: 4, denominator: 1),
        ]
        let later = SplitTerms(splits, from: date("2026-11-27"), to: date("2026-12-07"))
        #expect(later.splits.map(\.numerator) == [4, 3])
        #expect(later.converted(price: decimal("165")) == decimal("27.5"))
        #expect(later.reversed(price: decimal("27.5")) == decimal("165"))
        let earlier = SplitTerms(splits, from: date("2026-12-06"), to: date("2026-11-27"))
        #expect(earlier.splits.map(\.numerator) == [4])
        #expect(earlier.converted(price: decimal("41.25")) == decimal("165"))
        #expect(earlier.reversed(price: decimal("165")) == decimal("41.25"))
        let none = SplitTerms(splits, from: date("2026-12-07"), to: date("2026-12-31"))
        #expect(none.splits.isEmpty && none.converted(price: decimal("165")) == decimal("165"))
    }

    @Test("legs whose terms are unchanged keep the day of their entry")
    func replacing() throws {
        let earlier = try trade([leg(entered: "2026-11-20"), leg(put("150"), entered: "2026-11-23")])
        let later = try trade([
            leg(put("150"), closes: [close(1, at: "2")], entered: "2026-12-08"),
            leg(quantity: 8, entered: "2026-12-08"), leg(entered: "2026-12-08"),
        ])
        #expect(
            later.replacing(earlier).legs.map(\.entered) == ["2026-11-23", "2026-12-08", "2026-11-20"].map { date($0) })
    }

    @Test("a leg as it was after a day")
    func past() {
        let leg = leg(closes: [close(1, at: "1"), close(1, at: "2", on: "2026-11-25")])
        #expect(leg.on(date("2026-11-19")) == nil)
        #expect(leg.on(date("2026-11-20"))?.openQuantity == 2)
        #expect(leg.on(date("2026-11-24"))?.openQuantity == 1)
        #expect(leg.on(date("2026-11-25")) == leg)
    }
}
