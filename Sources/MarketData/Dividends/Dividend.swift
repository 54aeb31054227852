/// A dividend in cash of a share: paid, declared, or estimated from those before it.
public struct Dividend: Hashable, Sendable {
    /// Whether a payer is expected to pay it again.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// One of a series.
        case regular
        /// Paid once; never repeated by estimates.
        case special
    }

    /// How certain it is.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// The ex-date is the current day in New York or earlier.
        case paid
        /// The source lists it, and its ex-date is ahead.
        case declared
        /// No source lists it.
        case estimated
    }

    /// The first day on which shares trade without it.
    public let exDate: CalendarDate
    /// The day of the payment; `nil` if the source does not give it.
    public let payDate: CalendarDate?
    /// The amount per share of the current day, greater than 0: divided by the splits since.
    public let amount: ExactDecimal
    /// The currency of the amount, such as `USD`.
    public let currency: String
    /// Whether it is one of a series; the JSON member `type`.
    public let type: Kind
    /// How certain it is.
    public let status: Status
    /// The source that lists it, or lists those from which it is estimated.
    public let source: MarketSource

    /// Creates a dividend.
    public init(
        exDate: CalendarDate, payDate: CalendarDate? = nil, amount: ExactDecimal, currency: String = "USD",
        type: Kind = .regular, status: Status, source: MarketSource
    ) {
        self.exDate = exDate
        self.payDate = payDate
        self.amount = amount
        self.currency = currency
        self.type = type
        self.status = status
        self.source = source
    }
}

/// The dividends that an analysis of option chains uses. Raw values are those of the query parameter `dividends`.
public enum DividendUse: String, Hashable, Sendable, CaseIterable {
    /// The declared and the estimated ones.
    case estimated
    /// The declared ones.
    case declared
    /// None.
    case none
}

extension [Dividend] {
    /// Returns the dividends that an option uses: those with an ex-date after the day of its valuation, and on its
    /// expiration or before, in the order of this array.
    ///
    /// Options expire at the close, so a share trades without a dividend when an option expires on its ex-date.
    ///
    /// - Parameters:
    ///   - use: Which of them to use.
    ///   - day: The day of the valuation in New York.
    ///   - expiration: The day of the expiration.
    ///   - currency: The currency of the price. Dividends in other currencies are not used.
    /// - Returns: The dividends.
    public func used(
        _ use: DividendUse, after day: CalendarDate, through expiration: CalendarDate, currency: String = "USD"
    ) -> [Dividend] {
        filter { dividend in
            guard day < dividend.exDate, dividend.exDate <= expiration, dividend.currency == currency else {
                return false
            }
            return switch use {
            case .estimated: true
            case .declared: dividend.status != .estimated
            case .none: false
            }
        }
    }
}
