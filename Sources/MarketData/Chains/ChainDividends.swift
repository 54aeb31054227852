internal import OptionPricing

extension [Dividend] {
    /// The largest number of dividends that the model takes.
    private static let limit = 100

    /// Returns the dividends that count for options: those with an ex-date after the valuation and not after the expiration, by ex-date.
    ///
    /// A share trades without a dividend from the open of the session on the ex-date, or of the next one.
    func counting(
        from now: Timestamp, until expiration: Double, _ calendar: ExchangeCalendar
    ) -> [(dividend: Dividend, timeToExDate: Double)] {
        compactMap { dividend in
            let session = calendar.sessionDate(onOrAfter: dividend.exDate).flatMap { calendar.session(on: $0) }
            guard let open = session?.open else { return nil }
            let time = now.years(to: open)
            return time > 0 && time <= expiration ? (dividend, time) : nil
        }.sorted { $0.timeToExDate < $1.timeToExDate }
    }

    /// Returns dividends as the model takes them. More than it takes are paid together: as many at a time as necessary, at the last of their
    /// ex-dates.
    static func discrete(_ dividends: [(dividend: Dividend, timeToExDate: Double)]) -> [DiscreteDividend] {
        let size = Swift.max((dividends.count + limit - 1) / limit, 1)
        return stride(from: 0, to: dividends.count, by: size).compactMap { start in
            let group = dividends[start..<Swift.min(start + size, dividends.count)]
            guard let last = group.last else { return nil }
            let amount = group.reduce(0) { $0 + $1.dividend.amount.doubleValue }
            return try? DiscreteDividend(
                timeToExDate: last.timeToExDate, .amount(amount), exDate: last.dividend.exDate)
        }
    }
}
