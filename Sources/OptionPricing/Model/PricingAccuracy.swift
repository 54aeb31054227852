/// How accurately options with dividends at ex-dates are valued.
public enum PricingAccuracy: BitwiseCopyable, Hashable, Sendable {
    /// The accuracy of ``PricingModel``; American options: within 10⁻⁵ of the larger of spot and strike, 99 of 100 within 2 · 10⁻⁶.
    case full
    /// American options: within 5 · 10⁻⁵ of the larger of spot and strike, 99 of 100 within 10⁻⁵, in about half of the time. Other
    /// options have the full accuracy.
    case reduced
    /// American options: within 5 · 10⁻⁵, 99 of 100 within 2 · 10⁻⁵, in about a quarter of the time.
    case rough
}
