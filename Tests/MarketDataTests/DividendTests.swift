import MarketData
import Testing
import _TestSupport

@Suite("Dividends")
struct DividendTests {
    private typealias Row = (day: String, amount: String, type: String?)

    private func listing(
        _ rows: [Row], asOf: String = "2026-11-28T15:00:00Z", isAdjusted: Bool = false, splits: [StockSplit]? = nil
    ) -> DividendListing {
        DividendListing(
            source: .polygon, asOf: instant(asOf),
            rows: rows.map { ListedDividend(exDate: date($0.day), amount: decimal($0.amount), vendorType: $0.type) },
            isAdjustedForSplits: isAdjusted, splits: splits)
    }

    private func rows(_ days: [String], _ amount: String = "0.5", type: String? = "CD") -> [Row] {
        days.map { ($0, amount, type) }
    }

    private func estimates(
        _ listing: DividendListing, at now: String = "2026-11-28T15:00:00Z", through last: String, isFund: Bool = false
    ) -> [Dividend] {
        listing.dividends(at: instant(now), through: date(last), isFund: isFund).filter { $0.status == .estimated }
    }

    @Test("repeats the quarters of a year at the next sessions, with the amount that is declared")
    func quarterly() {
        let raised = ["2026-03-13", "2026-06-15", "2026-09-15", "2026-12-01"]
        let listing = listing(
            rows(["2025-03-14", "2025-06-13", "2025-09-15", "2025-12-01"], "0.51") + rows(raised, "0.53"))
        let dividends = listing.dividends(
            at: instant("2026-11-28T15:00:00Z"), through: date("2028-12-15"), isFund: false)
        #expect(
            dividends.map(\.status.rawValue).prefix(8) == [
                "paid", "paid", "paid", "paid", "paid", "paid", "paid", "declared",
            ])
        // 2027-03-13 is a Saturday. The one of 2026-12-01 is declared, and not estimated again.
        let days = [
            "2027-03-15", "2027-06-15", "2027-09-15", "2027-12-01", "2028-03-13", "2028-06-15", "2028-09-15",
            "2028-12-01",
        ]
        #expect(dividends.dropFirst(8).map(\.exDate.description) == days)
        for dividend in dividends.dropFirst(8) {
            let expected = Dividend(
                exDate: dividend.exDate, amount: decimal("0.53"), status: .estimated, source: .polygon)
            #expect(dividend == expected)
        }
    }

    @Test("repeats months, weeks and years")
    func frequencies() {
        let months = (1...11).map { "2026-\($0 < 10 ? "0" : "")\($0)-15" } + ["2025-11-14", "2025-12-15"]
        // 2027-02-15 is the birthday of Washington.
        #expect(
            estimates(listing(rows(months)), through: "2027-03-19").map(\.exDate.description)
                == ["2026-12-15", "2027-01-15", "2027-02-16", "2027-03-15"])

        // Wednesdays, of which 52 lie in the last 12 months.
        let weeks = listing(rows((0...60).compactMap { date("2026-11-25").adding(days: -7 * $0)?.description }))
        let weekly = estimates(weeks, through: "2027-12-03").map(\.exDate.description)
        #expect(weekly.prefix(4) == ["2026-12-03", "2026-12-10", "2026-12-17", "2026-12-24"])
        // 2027-11-25 is Thanksgiving.
        #expect(weekly.suffix(3) == ["2027-11-18", "2027-11-26", "2027-12-03"])
        #expect(weekly.count == 53)
        // On the day of a payment, the day after it is no estimate, though the one of 2025-11-26 is repeated on it.
        #expect(
            estimates(weeks, at: "2026-11-25T15:00:00Z", through: "2026-12-04").map(\.exDate.description) == [
                "2026-12-03"
            ])

        let years = listing([("2024-05-06", "2", "CD"), ("2025-05-05", "2.2", "CD"), ("2026-05-04", "2.4", "CD")])
        let yearly = estimates(years, through: "2029-06-15")
        #expect(yearly.map(\.exDate.description) == ["2027-05-04", "2028-05-04", "2029-05-04"])
        #expect(yearly.allSatisfy { $0.amount == decimal("2.4") })

        let leap = listing(rows(["2027-03-01", "2028-02-29"]), asOf: "2028-06-01T15:00:00Z")
        // 2031-03-01 is a Saturday.
        #expect(
            estimates(leap, at: "2028-06-01T15:00:00Z", through: "2031-06-20").map(\.exDate.description)
                == ["2029-03-01", "2030-03-01", "2031-03-03"])
    }

    @Test("estimates neither beside a paid one that came early, nor a gap where the declared one is late")
    func movedDates() {
        let early = listing(rows(["2025-11-14", "2026-02-13", "2026-05-15", "2026-08-14", "2026-11-06"]))
        #expect(
            estimates(early, at: "2026-11-10T15:00:00Z", through: "2027-12-17").map(\.exDate.description)
                == ["2027-02-16", "2027-05-17", "2027-08-16", "2027-11-08"])
        // The one of 2025-11-07 is older than 12 months, its successor is still ahead.
        let late = listing(
            rows(["2025-08-08", "2025-11-07", "2026-02-09", "2026-05-11", "2026-08-10", "2026-11-13"]))
        #expect(
            estimates(late, at: "2026-11-10T15:00:00Z", through: "2028-01-21").map(\.exDate.description)
                == ["2027-02-09", "2027-05-11", "2027-08-10", "2027-11-15"])
    }

    @Test("those through an earlier day are the first of those through a later one")
    func prefixes() {
        // The declared one is near the estimate of 2026-11-09, and after the expiration of 2026-11-13.
        let listing = listing(
            rows(["2025-11-07", "2026-02-09", "2026-05-11", "2026-08-10"]) + rows(["2026-11-16"], "0.6"),
            asOf: "2026-11-03T15:00:00Z")
        func dividends(_ last: String) -> [Dividend] {
            listing.dividends(at: instant("2026-11-03T15:00:00Z"), through: date(last), isFund: false)
        }
        let all = dividends("2028-01-21")
        #expect(all.contains { $0.exDate == date("2027-02-09") && $0.amount == decimal("0.6") })
        for last in ["2026-11-13", "2026-11-20", "2027-03-19", "2027-12-17"] {
            #expect(dividends(last) == all.filter { $0.exDate <= date(last) })
        }
        #expect(dividends("2026-11-13").count == 4)
    }

    @Test("uses the mean of a year for funds")
    func funds() {
        let fund = listing([
            ("2025-09-19", "9", "CD"), ("2025-12-19", "1.5", "CD"), ("2026-03-20", "1.7", "CD"),
            ("2026-06-18", "1.6", "CD"),
            ("2026-09-18", "1.9", "CD"), ("2026-12-18", "8", "CD"),
        ])
        #expect(Set(estimates(fund, through: "2028-01-21", isFund: true).map(\.amount)) == [decimal("1.675")])
        #expect(Set(estimates(fund, through: "2028-01-21").map(\.amount)) == [decimal("8")])
        let thirds = listing([("2026-02-02", "0.1", "CD"), ("2026-06-01", "0.1", "CD"), ("2026-10-01", "0.2", "CD")])
        #expect(Set(estimates(thirds, through: "2028-01-21", isFund: true).map(\.amount)) == [decimal("0.133333")])
    }

    @Test("estimates none after more than one and a half intervals, and none from a single one")
    func stopped() {
        let listing = listing(rows(["2026-05-01", "2026-06-30"]))
        // 60 days apart: 90 days later is within one and a half intervals. 2027-05-01 is a Saturday.
        #expect(
            estimates(listing, at: "2026-09-28T15:00:00Z", through: "2027-07-16").map(\.exDate.description)
                == ["2027-05-03", "2027-06-30"])
        #expect(estimates(listing, at: "2026-09-29T15:00:00Z", through: "2027-07-16").isEmpty)
        #expect(estimates(self.listing(rows(["2026-11-02"])), through: "2028-01-21").isEmpty)
        #expect(estimates(self.listing([]), through: "2028-01-21").isEmpty)
    }

    @Test("takes special ones from types, and without types from the five before")
    func specials() {
        let types: [Row] = [
            ("2026-01-02", "1", "CD"), ("2026-02-02", "1", "SC"), ("2026-03-02", "1", "lt"), ("2026-04-01", "1", "ST"),
            ("2026-05-01", "9", "XX"),
        ]
        let now = instant("2026-11-28T15:00:00Z")
        let typed = listing(types).dividends(at: now, through: nil, isFund: false)
        #expect(typed.map(\.type) == [.regular, .special, .special, .special, .regular])

        // Twice the median is regular. The median of 0.5, 0.5, 0.5, 0.5 and 1 is 0.5.
        let amounts = ["5", "0.5", "0.5", "0.5", "0.5", "1", "1.01", "0.5"]
        let untyped = zip(1..., amounts).map { Row("2026-0\($0)-02", $1, nil) }
        #expect(
            listing(untyped).dividends(at: now, through: nil, isFund: false).map(\.type)
                == [.regular, .regular, .regular, .regular, .regular, .regular, .special, .regular])

        // A special one is neither repeated, nor a reason to omit a regular one, nor an amount.
        let days = ["2025-08-03", "2025-11-03", "2026-02-02", "2026-05-04", "2026-08-03", "2026-11-02"]
        let withSpecial = listing(rows(days) + [("2026-12-01", "20", "SC"), ("2026-11-10", "3", "SC")])
        #expect(estimates(withSpecial, through: "2028-12-15") == estimates(listing(rows(days)), through: "2028-12-15"))
        #expect(estimates(withSpecial, through: "2028-12-15").first?.exDate == date("2027-02-02"))
    }

    @Test("divides by later splits")
    func splits() {
        // Apple and NVIDIA as they were paid: 0.82 before 4 for 1, 0.04 before 10 for 1.
        let apple = listing(
            [("2020-05-08", "0.82", "CD"), ("2020-08-07", "0.82", "CD"), ("2020-11-06", "0.205", "CD")],
            asOf: "2020-12-01T15:00:00Z", splits: [StockSplit(date: date("2020-08-31"), numerator: 4, denominator: 1)])
        let adjusted = apple.dividends(at: instant("2020-12-01T15:00:00Z"), through: nil, isFund: false)
        #expect(adjusted.map(\.amount) == ["0.205", "0.205", "0.205"].map { decimal($0) })

        let split = StockSplit(date: date("2024-06-10"), numerator: 10, denominator: 1)
        let paid: [Row] = [("2024-03-05", "0.04", "CD"), ("2024-06-11", "0.01", "CD")]
        let raw = listing(paid, asOf: "2024-06-01T15:00:00Z", splits: [split])
        // Before the split, its shares are those that trade.
        func amounts(_ listing: DividendListing, _ now: String) -> [String] {
            listing.dividends(at: instant(now), through: nil, isFund: false).map(\.amount.description)
        }
        // One of them becomes ten, each with 0.01.
        #expect(amounts(raw, "2024-06-07T15:00:00Z") == ["0.04", "0.1"])
        #expect(amounts(raw, "2024-06-10T15:00:00Z") == ["0.004", "0.01"])
        // What was listed per share of the day of the listing is divided by the splits since.
        for (asOf, amount) in [("2024-06-01T15:00:00Z", "0.04"), ("2024-06-12T15:00:00Z", "0.004")] {
            let listed = listing([("2024-03-05", amount, nil)], asOf: asOf, isAdjusted: true, splits: [split])
            #expect(amounts(listed, "2024-06-20T15:00:00Z") == ["0.004"])
            // Quotes of the close before the split are of shares before it.
            #expect(amounts(listed, "2024-06-07T15:00:00Z") == ["0.04"])
        }
    }

    @Test("answers five years, by the day in New York, each row once")
    func answer() {
        let listed = listing(
            rows(["2021-11-27", "2021-11-28", "2026-11-30", "2026-12-01", "2026-12-01"]) + [("2026-10-01", "0", "CD")])
        // 22:00 on 2026-11-30 in New York; five years before it is 2021-11-30.
        let late = listed.dividends(at: instant("2026-12-01T03:00:00Z"), through: nil, isFund: false)
        #expect(late.map(\.exDate.description) == ["2026-11-30", "2026-12-01"])
        #expect(late.map(\.status) == [.paid, .declared])
        let before = listed.dividends(at: instant("2026-11-28T15:00:00Z"), through: date("2026-11-30"), isFund: false)
        #expect(before.map(\.exDate.description) == ["2021-11-28", "2026-11-30"])
    }

    @Test("lists other currencies, and neither repeats nor uses them")
    func currencies() {
        let days = ["2025-11-03", "2026-02-02", "2026-05-04", "2026-08-03", "2026-11-02"].map { date($0) }
        func row(_ day: CalendarDate, _ currency: String) -> ListedDividend {
            ListedDividend(exDate: day, amount: decimal("1"), currency: currency, vendorType: "CD")
        }
        func listing(_ rows: [ListedDividend]) -> [Dividend] {
            DividendListing(source: .tradier, asOf: instant("2026-11-28T15:00:00Z"), rows: rows)
                .dividends(at: instant("2026-11-28T15:00:00Z"), through: date("2027-12-17"), isFund: false)
        }
        let foreign = listing(days.map { row($0, "EUR") } + [row(date("2026-12-07"), "EUR")])
        #expect(foreign.map(\.currency) == ["EUR", "EUR", "EUR", "EUR", "EUR", "EUR"])
        #expect(foreign.used(.estimated, after: date("2026-11-28"), through: date("2027-12-17")).isEmpty)
        let both = listing(days.map { row($0, "USD") } + [row(date("2027-02-01"), "CAD")])
        #expect(both.filter { $0.status == .estimated }.first?.exDate == date("2027-02-02"))
    }

    @Test("uses what is ahead through the expiration")
    func used() {
        let days = ["2025-12-01", "2026-03-02", "2026-06-01", "2026-08-31", "2026-11-30"]
        let dividends = listing(rows(days)).dividends(
            at: instant("2026-11-28T15:00:00Z"), through: date("2028-12-15"), isFund: false)
        func used(_ use: DividendUse, _ day: String, _ last: String) -> [String] {
            dividends.used(use, after: date(day), through: date(last)).map(\.exDate.description)
        }
        #expect(used(.estimated, "2026-11-27", "2027-03-02") == ["2026-11-30", "2027-03-02"])
        #expect(used(.estimated, "2026-11-30", "2027-03-01") == [])
        #expect(used(.declared, "2026-11-27", "2027-03-02") == ["2026-11-30"])
        #expect(used(.none, "2026-11-27", "2027-03-02") == [])
    }

    @Test("holds its laws for random payers")
    func laws() {
        var random = SeededGenerator(seed: 37)
        let today = date("2026-11-28")
        let now = instant("2026-11-28T15:00:00Z")
        let last = date("2029-01-19")
        for _ in 0..<300 {
            let interval = [7, 14, 30, 91, 182, 365].randomElement(using: &random) ?? 91
            var rows: [ListedDividend] = []
            var day = Int.random(in: -1900 ... -1700, using: &random)
            let end = Int.random(in: -700...60, using: &random)
            while day < end {
                guard let exDate = today.adding(days: day) else { return }
                let cents = Int64.random(in: 1...400, using: &random)
                rows.append(
                    ListedDividend(
                        exDate: exDate, amount: ExactDecimal(significand: cents, exponent: -2),
                        currency: Int.random(in: 0..<20, using: &random) == 0 ? "CAD" : "USD",
                        vendorType: Int.random(in: 0..<10, using: &random) == 0 ? "SC" : "CD"))
                day += max(1, interval + Int.random(in: -(interval / 8)...(interval / 8), using: &random))
            }
            let isFund = Bool.random(using: &random)
            func dividends(_ rows: [ListedDividend], _ splits: [StockSplit]? = nil) -> [Dividend] {
                DividendListing(source: .tradier, asOf: now, rows: rows, splits: splits)
                    .dividends(at: now, through: last, isFund: isFund)
            }
            let answer = dividends(rows)
            let days = answer.map(\.exDate)
            #expect(days == days.sorted())
            #expect(answer == dividends(rows.shuffled(using: &random)))
            let listed = answer.filter { $0.status != .estimated }
            let recent = rows.map(\.exDate).filter { $0 >= date("2021-11-28") }
            #expect(listed.map(\.exDate) == recent)

            let regular = listed.filter { $0.type == .regular && $0.currency == "USD" }.map(\.exDate)
            let estimated = answer.filter { $0.status == .estimated }
            #expect(Set(estimated.map(\.amount)).count <= 1)
            if let newest = regular.last, newest.days(to: today) > 2 * interval + interval / 4 {
                #expect(estimated.isEmpty)
            }
            for (place, dividend) in estimated.enumerated() {
                #expect(dividend.exDate > today && dividend.exDate <= last)
                #expect(ExchangeCalendar.newYork.isSession(dividend.exDate))
                // The median interval is at least seven eighths of the usual one.
                for other in regular + estimated[..<place].map(\.exDate) {
                    #expect(16 * abs(other.days(to: dividend.exDate)) > 7 * interval - 8)
                }
            }
            // A split of today scales what was listed before it.
            let split = StockSplit(date: today, numerator: 2, denominator: 1)
            let halved = rows.map {
                ListedDividend(
                    exDate: $0.exDate, amount: $0.exDate < today ? split.rescaled(price: $0.amount) : $0.amount,
                    currency: $0.currency, vendorType: $0.vendorType)
            }
            #expect(dividends(rows, [split]) == dividends(halved))
        }
    }
}
