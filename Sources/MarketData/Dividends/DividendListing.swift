/// A dividend as a source lists it.
public struct ListedDividend: Hashable, Sendable {
    /// The first day on which shares trade without it.
    public let exDate: CalendarDate
    /// The day of the payment; `nil` if the source does not give it.
    public let payDate: CalendarDate?
    /// The amount per share, of the ex-date or of the listing: see ``DividendListing/isAdjustedForSplits``.
    public let amount: ExactDecimal
    /// The currency of the amount, such as `USD`.
    public let currency: String
    /// The type as the source writes it, such as `CD`; `nil` if the source has no types.
    public let vendorType: String?

    /// Creates a row.
    public init(
        exDate: CalendarDate, payDate: CalendarDate? = nil, amount: ExactDecimal, currency: String = "USD",
        vendorType: String? = nil
    ) {
        self.exDate = exDate
        self.payDate = payDate
        self.amount = amount
        self.currency = currency
        self.vendorType = vendorType
    }
}

/// The dividends of a share that a source lists at one moment, from which ``dividends(at:through:isFund:calendar:)``
/// makes those of any later day.
public struct DividendListing: Hashable, Sendable {
    /// The source.
    public let source: MarketSource
    /// The instant of the listing.
    public let asOf: Timestamp
    /// The dividends in any order, declared ones included.
    public let rows: [ListedDividend]
    /// Whether amounts are per share of the day of ``asOf``; `false` if they are per share of their ex-date.
    public let isAdjustedForSplits: Bool
    /// The currency of the price of the share.
    public let priceCurrency: String
    /// The splits; `nil` if the source lists none.
    public var splits: [StockSplit]?

    /// Creates a listing.
    public init(
        source: MarketSource, asOf: Timestamp, rows: [ListedDividend], isAdjustedForSplits: Bool = false,
        priceCurrency: String = "USD", splits: [StockSplit]? = nil
    ) {
        self.source = source
        self.asOf = asOf
        self.rows = rows
        self.isAdjustedForSplits = isAdjustedForSplits
        self.priceCurrency = priceCurrency
        self.splits = splits
    }
}

extension DividendListing {
    /// The number of years before the current day whose dividends are answered.
    public static let yearsListed = 5
    /// The number of dividends before one without a type that decide it.
    private static let typingCount = 5

    /// Returns the dividends of a day, ascending: those listed of the last five years and ahead, and estimated ones.
    ///
    /// - Amounts are per share of the current day: divided by the splits since the day whose shares they are for, or
    ///   multiplied by those until it, if it is later.
    /// - The types `SC`, `LT` and `ST` are special, all others regular. A dividend without a type is special if its
    ///   amount is more than twice the median of the five before it in its currency; with fewer before it, it is
    ///   regular.
    /// - Rows without a positive amount and repeated rows are omitted.
    ///
    /// - Parameters:
    ///   - now: The current instant; an ex-date is compared with its day in New York.
    ///   - last: The last day that is answered, such as the last listed expiration; `nil` answers all that are listed,
    ///     and estimates none.
    ///   - isFund: Whether the share is of a fund, whose amounts vary: estimates use the mean of a year.
    ///   - calendar: The sessions of the exchange.
    /// - Returns: The dividends.
    public func dividends(
        at now: Timestamp, through last: CalendarDate?, isFund: Bool, calendar: ExchangeCalendar = .newYork
    ) -> [Dividend] {
        let today = NewYorkTime.date(at: now)
        let first = today.adding(years: -Self.yearsListed)
        let listed = typed(rescaled(on: today)).filter { row, _ in first <= row.exDate }.map { row, type in
            Dividend(
                exDate: row.exDate, payDate: row.payDate, amount: row.amount, currency: row.currency, type: type,
                status: row.exDate <= today ? .paid : .declared, source: source)
        }
        guard let last else { return listed }
        let series = DividendSeries(listed, currency: priceCurrency, today: today, isFund: isFund)
        let estimates = series?.estimates(through: last, source: source, calendar: calendar) ?? []
        // Those after the last day also keep estimates away.
        return (listed.filter { $0.exDate <= last } + estimates)
            .sorted { ($0.exDate, $0.order) < ($1.exDate, $1.order) }
    }

    /// The rows per share of a day, ascending.
    private func rescaled(on today: CalendarDate) -> [ListedDividend] {
        let listingDay = NewYorkTime.date(at: asOf)
        let rescaled = rows.map { row in
            let day = isAdjustedForSplits ? max(row.exDate, listingDay) : row.exDate
            let amount = SplitTerms(splits ?? [], from: day, to: today).converted(price: row.amount)
            return ListedDividend(
                exDate: row.exDate, payDate: row.payDate, amount: amount, currency: row.currency,
                vendorType: row.vendorType?.uppercased())
        }
        return Set(rescaled).filter { $0.amount > .zero }.sorted {
            ($0.exDate, $0.vendorType ?? "", $0.amount, $0.currency, $0.payDate ?? $0.exDate)
                < ($1.exDate, $1.vendorType ?? "", $1.amount, $1.currency, $1.payDate ?? $1.exDate)
        }
    }

    private func typed(_ rows: [ListedDividend]) -> [(ListedDividend, Dividend.Kind)] {
        var before: [String: [ExactDecimal]] = [:]
        return rows.map { row in
            defer { before[row.currency, default: []].append(row.amount) }
            if let type = row.vendorType {
                return (row, ["SC", "LT", "ST"].contains(type) ? .special : .regular)
            }
            let amounts = (before[row.currency] ?? []).suffix(Self.typingCount).sorted()
            guard amounts.count == Self.typingCount else { return (row, .regular) }
            let median = amounts[Self.typingCount / 2]
            return (row, row.amount > (median.adding(median) ?? median) ? .special : .regular)
        }
    }
}

extension Dividend {
    /// The order of the dividends of one day.
    fileprivate var order: Int { (type == .regular ? 0 : 2) + (status == .estimated ? 1 : 0) }
}
