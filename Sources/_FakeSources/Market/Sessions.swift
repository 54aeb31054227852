/// The sessions of the New York Stock Exchange.
enum Sessions {
    static func contains(_ day: Day) -> Bool {
        (1...5).contains(day.weekday) && !closings.contains(day)
    }

    static func isShort(_ day: Day) -> Bool { shortDays.contains(day) }

    /// The Unix times of the opening and the close.
    static func hours(_ day: Day) -> (open: Int, close: Int) {
        (NewYork.time(day, 9, 30), NewYork.time(day, isShort(day) ? 13 : 16))
    }

    /// The sessions from one day through another.
    static func days(_ from: Day, _ through: Day) -> [Day] {
        from > through ? [] : (from.number...through.number).map { Day($0) }.filter(contains)
    }

    static func before(_ day: Day) -> Day {
        var day = day - 1
        while !contains(day) { day = day - 1 }
        return day
    }

    static func onOrBefore(_ day: Day) -> Day { contains(day) ? day : before(day) }

    static func onOrAfter(_ day: Day) -> Day {
        var day = day
        while !contains(day) { day = day + 1 }
        return day
    }

    // swift-format-ignore
    private static let table: [(year: Int, closed: String, short: String)] = [
        (2010, "01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24", "11-26"),
        (2011, "01-17 02-21 04-22 05-30 07-04 09-05 11-24 12-26", "11-25"),
        (2012, "01-02 01-16 02-20 04-06 05-28 07-04 09-03 10-29 10-30 11-22 12-25", "07-03 11-23 12-24"),
        (2013, "01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25", "07-03 11-29 12-24"),
        (2014, "01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25", "07-03 11-28 12-24"),
        (2015, "01-01 01-19 02-16 04-03 05-25 07-03 09-07 11-26 12-25", "11-27 12-24"),
        (2016, "01-01 01-18 02-15 03-25 05-30 07-04 09-05 11-24 12-26", "11-25"),
        (2017, "01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25", "07-03 11-24"),
        (2018, "01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25", "07-03 11-23 12-24"),
        (2019, "01-01 01-21 02-18 04-19 05-27 07-04 09-02 11-28 12-25", "07-03 11-29 12-24"),
        (2020, "01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25", "11-27 12-24"),
        (2021, "01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24", "11-26"),
        (2022, "01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26", "11-25"),
        (2023, "01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25", "07-03 11-24"),
        (2024, "01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25", "07-03 11-29 12-24"),
        (2025, "01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25", "07-03 11-28 12-24"),
        (2026, "01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25", "11-27 12-24"),
        (2027, "01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24", "11-26"),
        (2028, "01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25", "07-03 11-24"),
        (2029, "01-01 01-15 02-19 03-30 05-28 06-19 07-04 09-03 11-22 12-25", "07-03 11-23 12-24"),
        (2030, "01-01 01-21 02-18 04-19 05-27 06-19 07-04 09-02 11-28 12-25", "07-03 11-29 12-24"),
    ]

    private static let closings = days(\.closed)
    private static let shortDays = days(\.short)

    private static func days(_ column: (((year: Int, closed: String, short: String))) -> String) -> Set<Day> {
        Set(table.flatMap { row in column(row).split(separator: " ").compactMap { Day("\(row.year)-\($0)") } })
    }

    /// The full closings from a day on.
    static func closings(after day: Day) -> [Day] { closings.filter { $0 > day }.sorted() }

    static func shortDays(after day: Day) -> [Day] { shortDays.filter { $0 > day }.sorted() }
}
