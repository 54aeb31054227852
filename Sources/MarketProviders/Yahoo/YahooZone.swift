internal import MarketData

/// The clock of an exchange at Yahoo.
enum YahooZone: Hashable, Sendable {
    case newYork
    case utc
    /// The offset from UTC in seconds at the time of the response.
    case offset(Int)

    /// Creates the clock of a time zone.
    ///
    /// - Parameters:
    ///   - name: The name, such as `America/New_York`.
    ///   - offset: Its offset from UTC in seconds at the time of the response, for zones with unknown rules.
    init?(name: String?, offset: Int?) {
        switch name {
        case "America/New_York", "US/Eastern": self = .newYork
        case "UTC", "Etc/UTC", "GMT", "Etc/GMT": self = .utc
        default:
            guard let offset, abs(offset) <= 14 * 3600 else { return nil }
            self = .offset(offset)
        }
    }

    /// Returns the day of a daily row.
    ///
    /// A row begins at midnight or when the exchange opens. If only the present offset is known, a row of the other
    /// half of the year may appear to begin an hour before midnight, so an hour is added.
    func day(ofRow start: Timestamp) -> CalendarDate {
        switch self {
        case .newYork: NewYorkTime.date(at: start)
        case .utc: start.date
        case .offset(let seconds): start.adding(seconds: seconds + 3600).date
        }
    }

    /// Returns the day at an instant near the answer.
    func today(at now: Timestamp) -> CalendarDate {
        switch self {
        case .newYork: NewYorkTime.date(at: now)
        case .utc: now.date
        case .offset(let seconds): now.adding(seconds: seconds).date
        }
    }
}
