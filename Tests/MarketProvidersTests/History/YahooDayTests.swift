import MarketData
import Testing

@testable import MarketProviders

@Suite("Days of Yahoo")
struct YahooDayTests {
    private func closes(
        _ rows: [(start: String, close: String)], from: String, through: String, at now: String,
        zone: String = "America/New_York", offset: Int = -18_000, meta: String = ""
    ) async throws -> [String] {
        let fixture = HistoryFixture(
            at: now, HistorySample.yahoo(rows, zone: zone, offset: offset, meta: meta))
        return try await fixture.yahoo.history(HistorySample.share, from, through).closes
    }

    @Test("finds the day on both sides of daylight saving time", arguments: [-18_000, -14_400])
    func daylightSavingTime(_ offset: Int) async throws {
        let rows = [
            ("2026-03-06T14:30:00Z", "1"), ("2026-03-09T13:30:00Z", "2"), ("2026-10-30T13:30:00Z", "3"),
            ("2026-11-02T14:30:00Z", "4"),
        ]
        let expected = ["2026-03-06 1", "2026-03-09 2", "2026-10-30 3", "2026-11-02 4"]
        let now = "2026-12-01T12:00:00Z"
        #expect(
            try await closes(rows, from: "2026-01-01", through: "2026-11-30", at: now, offset: offset) == expected)
        // Rows of futures begin at midnight in New York. For half of the year, the current offset from UTC differs from
        // that of the row by an hour.
        let midnights = [
            ("2026-03-06T05:00:00Z", "1"), ("2026-03-09T04:00:00Z", "2"), ("2026-10-30T04:00:00Z", "3"),
            ("2026-11-02T05:00:00Z", "4"),
        ]
        #expect(
            try await closes(midnights, from: "2026-01-01", through: "2026-11-30", at: now, offset: offset) == expected)
    }

    @Test("finds the day of exchanges elsewhere, in both halves of the year")
    func otherZones() async throws {
        let now = "2026-12-01T12:00:00Z"
        for offset in [0, 3600] {
            // London opens at 08:00; currencies begin at midnight in London.
            let rows = [("2026-01-15T08:00:00Z", "1"), ("2026-07-01T07:00:00Z", "2"), ("2026-07-01T23:00:00Z", "3")]
            #expect(
                try await closes(
                    rows, from: "2026-01-01", through: "2026-11-30", at: now, zone: "Europe/London", offset: offset)
                    == ["2026-01-15 1", "2026-07-01 2", "2026-07-02 3"])
        }
        #expect(
            try await closes(
                [("2026-07-01T00:00:00Z", "1"), ("2026-07-01T23:00:00Z", "2")], from: "2026-07-01",
                through: "2026-07-02", at: now, zone: "Australia/Sydney", offset: 36_000)
                == ["2026-07-01 1", "2026-07-02 2"])
        #expect(
            try await closes(
                [("2026-02-07T00:00:00Z", "1"), ("2026-02-08T00:00:00Z", "2")], from: "2026-02-07",
                through: "2026-02-08", at: now, zone: "UTC", offset: 0) == ["2026-02-07 1", "2026-02-08 2"])
    }

    @Test(
        "returns the current day of New York from 15 minutes after its close",
        arguments: [
            ("2026-11-25", "2026-11-25T14:30:00Z", "2026-11-25T21:14:59Z", "2026-11-25T21:15:00Z"),
            ("2026-07-01", "2026-07-01T13:30:00Z", "2026-07-01T20:14:59Z", "2026-07-01T20:15:00Z"),
            ("2026-11-27", "2026-11-27T14:30:00Z", "2026-11-27T18:14:59Z", "2026-11-27T18:15:00Z"),
        ])
    func runningDay(_ day: String, _ start: String, _ before: String, _ after: String) async throws {
        let rows = [(start, "10")]
        #expect(try await closes(rows, from: day, through: day, at: before) == [])
        #expect(try await closes(rows, from: day, through: day, at: after) == ["\(day) 10"])
    }

    @Test("returns the current day of other time zones when it is over")
    func runningDayElsewhere() async throws {
        let coin = [("2026-02-10T00:00:00Z", "10"), ("2026-02-10T21:00:00Z", "11")]
        for (now, expected) in [("2026-02-11T00:14:59Z", []), ("2026-02-11T00:15:00Z", ["2026-02-10 11"])] {
            #expect(
                try await closes(coin, from: "2026-02-10", through: "2026-02-10", at: now, zone: "UTC", offset: 0)
                    == expected)
        }
        // London closes at 16:30.
        let end = HistorySample.seconds("2026-02-10T16:30:00Z")
        let meta = #","currentTradingPeriod":{"regular":{"start":0,"end":\#(end)}}"#
        for (now, expected) in [("2026-02-10T16:44:59Z", []), ("2026-02-10T16:45:00Z", ["2026-02-10 10"])] {
            #expect(
                try await closes(
                    [("2026-02-10T08:00:00Z", "10")], from: "2026-02-10", through: "2026-02-10", at: now,
                    zone: "Europe/London", offset: 0, meta: meta) == expected)
        }
    }

    @Test("keeps the later of two rows of a day, if it has a price")
    func duplicates() async throws {
        let now = "2026-02-10T21:30:00Z"
        let first = (start: "2026-02-10T14:30:00Z", close: "10")
        for (close, expected) in [("11", "2026-02-10 11"), ("null", "2026-02-10 10")] {
            let rows = [first, (start: "2026-02-10T21:00:01Z", close: close)]
            #expect(try await closes(rows, from: "2026-02-09", through: "2026-02-10", at: now) == [expected])
            #expect(
                try await closes(rows.reversed(), from: "2026-02-09", through: "2026-02-10", at: now) == [expected])
        }
    }

    @Test("omits the current row after the end of the requested time")
    func rowAfterEnd() async throws {
        let rows = [
            (start: "2026-02-06T14:30:00Z", close: "10"), (start: "2026-02-10T16:00:00Z", close: "99"),
        ]
        #expect(
            try await closes(rows, from: "2026-02-06", through: "2026-02-06", at: "2026-02-10T16:00:10Z")
                == ["2026-02-06 10"])
        // The clock of the source is ahead: the row does not replace the one before.
        let ahead = [
            (start: "2026-02-10T14:30:00Z", close: "10"), (start: "2026-02-10T21:15:01Z", close: "99"),
        ]
        #expect(
            try await closes(ahead, from: "2026-02-10", through: "2026-02-10", at: "2026-02-10T21:15:00Z")
                == ["2026-02-10 10"])
    }

    @Test("throws an error if the time zone is unknown")
    func unknownZone() async throws {
        let body = HistorySample.yahoo([("2026-02-10T14:30:00Z", "10")], zone: "Mars/Phobos")
            .replacing("-18000", with: "99999999")
        let fixture = HistoryFixture(at: "2026-02-11T12:00:00Z", body)
        await #expect(throws: MarketDataError.broken(.yahoo, reason: "chart: meta.exchangeTimezoneName is missing")) {
            try await fixture.yahoo.history(HistorySample.share, "2026-02-10", "2026-02-10")
        }
    }
}
