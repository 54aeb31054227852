internal import OptionKernels

/// The result of finding an implied volatility.
public enum ImpliedVolatility: Hashable, Sendable {
    /// The volatility at which the model price equals the given price, in the units of the model.
    case volatility(Double)
    /// The price is below the discounted intrinsic value, which no volatility reaches.
    case belowIntrinsic
    /// The price is above the value at any volatility: the discounted spot for a call, the discounted strike for a put.
    case aboveMaximum
    /// The price does not determine the volatility: it is within rounding of the intrinsic value or of the maximum.
    case notDeterminable

    /// The status without the volatility.
    public var status: ImpliedVolatilityStatus {
        switch self {
        case .volatility: .ok
        case .belowIntrinsic: .belowIntrinsic
        case .aboveMaximum: .aboveMaximum
        case .notDeterminable: .notDeterminable
        }
    }
}

extension ImpliedVolatility {
    /// Creates the result of a kernel; `nil` if it did not answer.
    init?(_ volatility: Double, _ status: ImpliedVolatilityStatus) {
        switch status {
        case .ok: self = .volatility(volatility)
        case .belowIntrinsic: self = .belowIntrinsic
        case .aboveMaximum: self = .aboveMaximum
        case .notDeterminable: self = .notDeterminable
        case .unanswered: return nil
        }
    }
}
