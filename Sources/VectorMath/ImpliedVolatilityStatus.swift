/// What the price of an option says about volatility.
///
/// Raw values are those of the kernels, which write a column of statuses as bytes.
@frozen
public enum ImpliedVolatilityStatus: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// The price determines the volatility.
    case ok = 0
    /// The price is below the discounted intrinsic value, which no volatility reaches.
    case belowIntrinsic = 1
    /// The price is above what any volatility gives: the discounted spot of a call, the discounted strike of a put.
    case aboveMaximum = 2
    /// The price carries no information: it is within rounding of the intrinsic value or of the maximum.
    case notDeterminable = 3
    /// There is no answer: an input is outside what is answered.
    case unanswered = 4
}
