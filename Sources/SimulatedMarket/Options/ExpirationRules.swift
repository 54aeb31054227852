internal import MarketData

/// The expirations that are listed on a day.
///
/// All underlyings with options have the next twelve monthly expirations (the third Friday) and the Januaries of the
/// next two years; some also have the next eight Fridays. If a Friday has no session, the session before is used.
struct ExpirationRules: Sendable {
    /// An expiration, and the latest day of its listing.
    struct Expiration: Hashable, Sendable {
        /// The last day on which the contracts trade.
        let date: CalendarDate
        /// A day, in days since 1970, by which the listing had not begun or had just begun. It depends only on the
        /// expiration.
        let listingDay: Int
        /// Whether it is of a third Friday.
        let isMonthly: Bool
    }

    let calendar: ExchangeCalendar

    /// Returns the expirations that are listed on a day in New York, ascending.
    func expirations(on today: CalendarDate, weekly: Bool) -> [Expiration] {
        var found: [CalendarDate: Expiration] = [:]
        if weekly {
            for friday in fridays(from: today) where found.count < 8 {
                if let expiration = expiration(friday, listedBefore: 63, isMonthly: false), expiration.date >= today {
                    found[expiration.date] = expiration
                }
            }
        }
        var months = 0
        for offset in 0...12 where months < 12 {
            let month = today.year * 12 + today.month - 1 + offset
            guard let expiration = monthly(month / 12, month % 12 + 1, listedBefore: 375), expiration.date >= today
            else { continue }
            found[expiration.date] = expiration
            months += 1
        }
        for year in [today.year + 1, today.year + 2] {
            if let expiration = monthly(year, 1, listedBefore: 750) { found[expiration.date] = expiration }
        }
        return found.values.filter { $0.date.year <= SessionTable.lastYear }.sorted { $0.date < $1.date }
    }

    /// The Fridays of the ten weeks that begin with the week of a day. The first one may be past if its session was
    /// moved forward.
    private func fridays(from today: CalendarDate) -> [CalendarDate] {
        let offset = (Weekday.friday.rawValue - Weekday(today).rawValue + 7) % 7
        return (0..<10).compactMap { today.adding(days: offset + 7 * $0) }
    }

    private func monthly(_ year: Int, _ month: Int, listedBefore days: Int) -> Expiration? {
        Weekday.friday.nth(3, month: month, year: year).flatMap { friday in
            // A January is listed two years before.
            expiration(friday, listedBefore: month == 1 ? 750 : days, isMonthly: true)
        }
    }

    private func expiration(_ friday: CalendarDate, listedBefore days: Int, isMonthly: Bool) -> Expiration? {
        for offset in 0..<7 {
            if let date = friday.adding(days: -offset), calendar.session(on: date) != nil {
                return Expiration(date: date, listingDay: SessionTable.day(friday) - days, isMonthly: isMonthly)
            }
        }
        return nil
    }
}
