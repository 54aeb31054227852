/// The regular dividends of a share in the currency of its price, from which further ones are estimated.
///
/// Each one of the last 12 months is repeated one, two and three years later, so that weekly, monthly, quarterly and
/// yearly payers keep their dates. Declared ones are repeated too, where nothing else is estimated: the one of the year
/// before may be older than 12 months by some days.
struct DividendSeries {
    /// The number of years for which dividends are repeated.
    private static let years = 3
    /// The number of decimals of a mean.
    private static let decimals = 6

    /// The ex-dates of the last 12 months.
    private let paid: [CalendarDate]
    /// The ex-dates that are ahead.
    private let declared: [CalendarDate]
    /// All ex-dates, ascending, without repetition.
    private let dates: [CalendarDate]
    /// Twice the median of the days between two ex-dates.
    private let doubleInterval: Int
    private let amount: ExactDecimal
    private let currency: String
    private let today: CalendarDate

    /// Creates the series of dividends in ascending order; `nil` if nothing can be estimated: there are fewer than two
    /// ex-dates, or the last one is older than one and a half intervals.
    init?(_ dividends: [Dividend], currency: String, today: CalendarDate, isFund: Bool) {
        let regular = dividends.filter { $0.type == .regular && $0.currency == currency }
        let dates = Set(regular.map(\.exDate)).sorted()
        guard let last = regular.last, dates.count > 1 else { return nil }
        let intervals = zip(dates, dates.dropFirst()).map { $0.days(to: $1) }.sorted()
        doubleInterval = intervals[intervals.count / 2] + intervals[(intervals.count - 1) / 2]
        guard 4 * last.exDate.days(to: today) <= 3 * doubleInterval else { return nil }
        let yearAgo = today.adding(years: -1)
        let year = regular.filter { yearAgo < $0.exDate && $0.exDate <= today }
        amount = (isFund ? Self.mean(year.map(\.amount)) : nil) ?? last.amount
        paid = year.map(\.exDate)
        declared = dates.filter { $0 > today }
        self.dates = dates
        self.currency = currency
        self.today = today
    }

    /// Returns the dividends that are estimated through a day, ascending.
    ///
    /// One within half the median interval of a listed one, or of one that is estimated before it, is omitted.
    func estimates(through last: CalendarDate, source: MarketSource, calendar: ExchangeCalendar) -> [Dividend] {
        var taken = dates
        var estimated: [CalendarDate] = []
        for day in repeated(paid, calendar) + repeated(declared, calendar) {
            let isNear = taken.contains { 4 * abs($0.days(to: day)) <= doubleInterval }
            guard today < day, day <= last, !isNear else { continue }
            taken.append(day)
            estimated.append(day)
        }
        return estimated.sorted().map {
            Dividend(exDate: $0, amount: amount, currency: currency, status: .estimated, source: source)
        }
    }

    /// The sessions one, two and three years after some days, ascending.
    private func repeated(_ days: [CalendarDate], _ calendar: ExchangeCalendar) -> [CalendarDate] {
        (1...Self.years).flatMap { years in
            days.compactMap { calendar.sessionDate(onOrAfter: $0.adding(years: years)) }
        }.sorted()
    }

    /// The mean, rounded half to even to six decimals; `nil` of nothing, and if it is rounded to zero.
    private static func mean(_ amounts: [ExactDecimal]) -> ExactDecimal? {
        let sum = amounts.reduce(ExactDecimal.zero) { $0.adding($1) ?? $0 }
        let mean = sum.divided(by: ExactDecimal(significand: Int64(amounts.count), exponent: 0))
        return mean?.rounded(decimals: decimals).unlessZero
    }
}

extension ExactDecimal {
    fileprivate var unlessZero: ExactDecimal? { self == .zero ? nil : self }
}

extension CalendarDate {
    /// Returns the same day of another year; 1 March if that year has no 29 February.
    func adding(years: Int) -> CalendarDate {
        CalendarDate(year: year + years, month: month, day: day)
            ?? CalendarDate(year: year + years, month: 3, day: 1) ?? self
    }
}
