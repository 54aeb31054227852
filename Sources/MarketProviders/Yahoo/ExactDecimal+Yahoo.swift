internal import MarketData

extension ExactDecimal {
    /// The significant digits of a number of single precision.
    private static let singleDigits = 7
    /// The decimals of a price of a dollar or more.
    private static let decimals = 4

    /// Creates a price from one that Yahoo computes in single precision, such as 165.12001037597656; `nil` unless it is
    /// above zero.
    ///
    /// A price of a dollar or more has at most four decimals; in single precision it has seven digits, and at least two
    /// decimals. A price below a dollar has seven digits, or ten if it is not of single precision: coins cost
    /// 0.00000853.
    init?(yahoo value: Double?) {
        guard let value, value > 0, let exact = ExactDecimal(value), exact.significand > 0 else { return nil }
        let decimals = -Int(exact.exponent)
        // The digits before the decimal point; below 1, less the zeros after it.
        let place = "\(exact.significand)".utf8.count - decimals
        let isSingle = Double(Float(value)) == value
        let digits = isSingle ? Self.singleDigits : 10
        if decimals <= 2 {
            self = exact
        } else if place >= 1 {
            self = exact.rounded(decimals: min(Self.decimals, max(digits - place, 2)))
        } else {
            self = exact.rounded(decimals: digits - place)
        }
    }
}
