internal import DecimalNumbers
public import OptionPricing

/// A lower bound of a requirement, with multipliers by which anyone can check it by arithmetic.
///
/// No group costs less than the prices of the contracts in it, so no grouping costs less than the sum of quantity × price.
/// `docs/margin.md` lists the inequalities.
public struct MarginCertificate: Hashable, Sendable {
    /// A multiplier of an option leg.
    public struct LegMultiplier: Hashable, Sendable {
        /// The index of the leg in the account.
        public let index: Int
        /// Money per contract.
        package let multiplier: ExactMoney
    }

    /// The multipliers of the spread of a date.
    public struct DateMultipliers: Hashable, Sendable {
        /// The date: no short expires after it, and no long before it.
        public let expirationDate: CalendarDate
        /// The shares of one contract; `nil` if all options of the account have the same.
        public let sharesPerContract: Int?
        package let callBalance, putBalance: ExactMoney
        /// Weights of losses at the strikes, whose sum is at most 1.
        package let weights: [(strikePrice: ExactMoney, weight: ExactMoney)]

        /// Whether two are equal.
        public static func == (left: Self, right: Self) -> Bool {
            left.expirationDate == right.expirationDate && left.sharesPerContract == right.sharesPerContract
                && left.callBalance == right.callBalance && left.putBalance == right.putBalance
                && left.weights.elementsEqual(right.weights, by: ==)
        }

        /// Hashes the date, which identifies the multipliers in a certificate.
        public func hash(into hasher: inout Hasher) { hasher.combine(expirationDate) }
    }

    /// The price of a contract of each option leg that remains after netting.
    public let prices: [LegMultiplier]
    /// The dates on which shorts expire.
    public let dates: [DateMultipliers]
    /// What a short that is charged in full pays less if it is the host of another; short legs only.
    public let hosts: [LegMultiplier]
    /// The price of a lot of shares.
    package let shares: ExactMoney
    /// The bound.
    package let bound: ExactMoney
}

/// An exact amount: `units` / 10^`places`.
package struct ExactMoney: Hashable, Sendable {
    package let units: Int128
    package let places: Int

    package init(units: Int128, places: Int) {
        self.units = units
        self.places = places
    }

    /// The double nearest to the amount, rounded to 8 decimals.
    package var rounded: Double { units.quotient(by: 1, scale: places, places: 8) }

    /// All digits, without trailing zeros: `-12.5`.
    package var text: String {
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        var fraction = padded.suffix(places)
        while fraction.last == "0" { fraction.removeLast() }
        let sign = units < 0 ? "-" : ""
        return sign + padded.dropLast(places) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
