internal import ExactPayoff
public import OptionPricing

/// A dividend of a request.
///
/// ```swift
/// extensions.valuation = Timestamp("2026-11-23")
/// extensions.dividends = [RequestDividend(.date(CalendarDate("2026-12-11")!), .amount(0.24))]
/// ```
public struct RequestDividend: Hashable, Sendable {
    /// When the price of the underlying falls.
    public enum ExDate: Hashable, Sendable {
        /// 00:00 UTC of a date; requires a valuation.
        case date(CalendarDate)
        /// Years after the valuation.
        case years(Double)
    }

    /// The ex-date.
    public var exDate: ExDate
    /// By how much the price falls.
    public var payment: DiscreteDividend.Payment

    /// Creates a dividend.
    public init(_ exDate: ExDate, _ payment: DiscreteDividend.Payment) {
        self.exDate = exDate
        self.payment = payment
    }
}

extension [RequestDividend] {
    /// Returns the dividends as seen from a valuation. Their members are valid.
    func discreteDividends(from valuation: Timestamp?) throws(StrategyError) -> [DiscreteDividend] {
        if isEmpty { return [] }
        return try map { (dividend) throws(StrategyError) in
            let (years, date): (Double, CalendarDate?)
            switch dividend.exDate {
            case .years(let own): (years, date) = (own, nil)
            case .date(let own):
                guard let valuation else { throw .missing("valuationDate") }
                (years, date) = (DayCount.actual365Fixed(from: valuation, to: own), own)
            }
            return try StrategyError.converting { () throws(PricingError) in
                try DiscreteDividend(timeToExDate: years, dividend.payment, exDate: date)
            }
        }
    }
}
