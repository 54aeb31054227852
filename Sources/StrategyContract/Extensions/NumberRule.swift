/// What a number of the extensions must be.
enum NumberRule {
    case finite, positive, price, nonNegative, atLeastMinusOne, betweenZeroAndOne

    /// The rule that `value` breaks, in words; `nil` when it breaks none.
    func broken(by value: Double) -> String? {
        guard value.isFinite else { return "must be finite" }
        return switch self {
        case .finite: nil
        case .positive: value > 0 ? nil : "must be greater than 0"
        // Beyond, exact amounts take integers of hundreds of digits.
        case .price: value > 0 && value <= 1e15 ? nil : "must be greater than 0 and at most 1000000000000000"
        case .nonNegative: value >= 0 ? nil : "must be 0 or greater"
        case .atLeastMinusOne: value >= -1 ? nil : "must be -1 or greater"
        case .betweenZeroAndOne: value > 0 && value < 1 ? nil : "must lie between 0 and 1"
        }
    }
}
