/// The moment for which a requirement is computed.
public enum MarginMeasure: Hashable, Sendable, CaseIterable {
    /// Opening: options count with their premiums, shares with their entry prices.
    case initial
    /// Every day afterwards: options count with their market values, shares with the current price.
    case maintenance
}

/// A rule by which a group of positions is charged. Raw values are the JSON names.
public enum MarginRule: String, Hashable, Sendable, CaseIterable {
    /// A long option.
    case long
    /// A short option.
    case uncovered
    /// A short call and a short put.
    case shortStraddle
    /// Long and short options whose greatest loss is limited.
    case spread
    /// A European long box.
    case longBox
    /// Shares.
    case longShares
    /// Shares sold short.
    case shortShares
    /// A short option covered by shares.
    case covered
    /// Shares protected by a long option.
    case protected
    /// Long shares, a long put and a short call of the same strike and date.
    case conversion
    /// Short shares, a long call and a short put of the same strike and date.
    case reversal
    /// Long shares, a long put and a short call of a higher strike.
    case collar
    /// A short put whose strike is deposited in cash: cash accounts only.
    case cashSecured
}
