/// A dividend that is paid at an ex-date, as an amount of money or as a proportion of the price.
///
/// At the ex-date, the price of the underlying falls by the dividend; by an amount, at most to 0.
///
/// ## Units
/// Times are in years from the valuation. Amounts are in the currency of the underlying, per share; proportions are decimals.
///
/// > Source: Haug, Haug and Lewis, "Back to Basics: A New Approach to the Discrete Dividend Problem", *Wilmott Magazine*,
/// > September 2003, 37–47, whose models have these dividends.
public struct DiscreteDividend: Hashable, Sendable {
    /// By how much the price of the underlying falls at an ex-date.
    public enum Payment: Hashable, Sendable {
        /// Money per share.
        case amount(Double)
        /// A proportion of the price before the ex-date: 0.01 means 1 %.
        case proportion(Double)
    }

    /// Years from the valuation to the ex-date; negative if it has passed.
    public let timeToExDate: Double
    /// By how much the price falls.
    public let payment: Payment
    /// The ex-date from which ``timeToExDate`` was counted; `nil` if the time was given. It has no effect on values.
    public let exDate: CalendarDate?

    /// Creates a dividend.
    ///
    /// - Parameters:
    ///   - timeToExDate: Years to the ex-date; finite.
    ///   - payment: An amount that is finite and 0 or greater, or a proportion from 0 to 1.
    ///   - exDate: The ex-date from which the time was counted, if it is known.
    /// - Throws: ``PricingError`` naming the first parameter outside its domain.
    public init(timeToExDate: Double, _ payment: Payment, exDate: CalendarDate? = nil) throws(PricingError) {
        try PricingError.requireFinite(.timeToExDate, timeToExDate)
        switch payment {
        case .amount(let amount): try PricingError.requireNonNegative(.amount, amount)
        case .proportion(let proportion):
            try PricingError.requireNonNegative(.proportion, proportion)
            guard proportion <= 1 else { throw .greaterThanOne(.proportion, proportion) }
        }
        self.timeToExDate = timeToExDate
        self.payment = payment
        self.exDate = exDate
    }

    /// Whether the price falls after the valuation, and at or before an expiration.
    func counts(until timeToExpiration: Double) -> Bool { timeToExDate > 0 && timeToExDate <= timeToExpiration }

    /// Whether it precedes another one: by time and, at one time, proportions before amounts.
    static func precedes(_ left: DiscreteDividend, _ right: DiscreteDividend) -> Bool {
        if left.timeToExDate != right.timeToExDate { return left.timeToExDate < right.timeToExDate }
        if case .proportion = left.payment, case .amount = right.payment { return true }
        return false
    }

    /// The price after the ex-date, if both it and the amount are discounted.
    func applied(to price: Double, discountFactor: Double) -> Double {
        switch payment {
        case .amount(let amount):
            let paid = amount * discountFactor
            guard paid > 0 else { return price }
            return price > paid ? price - paid : 0
        case .proportion(let proportion): return price * (1 - proportion)
        }
    }
}
