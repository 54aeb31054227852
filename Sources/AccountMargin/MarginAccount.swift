public import ExactPayoff
public import OptionPricing

/// The options and shares of a customer account on one underlying, for the margin that US rules require.
///
/// ```swift
/// let call = try Leg.call(.short, strikePrice: 70, premium: 8, quantity: 1, expiration: .date(expiration))
/// let account = MarginAccount(
///     .margin, valuation: valuation, currentPrice: 75, positions: [MarginPosition(call)])
/// try account.requirements().initial.requirement    // 2300
/// ```
///
/// `docs/margin.md` specifies the rules, with their sources.
public struct MarginAccount: Hashable, Sendable {
    /// The kind of account.
    public enum AccountType: String, Hashable, Sendable, CaseIterable {
        /// Requirements may be met by borrowing (Regulation T, section 220.12).
        case margin
        /// Everything is paid in full (Regulation T, section 220.8).
        case cash
    }

    /// The kind of account.
    public var accountType: AccountType
    /// The instant of valuation.
    public var valuation: Timestamp
    /// The current price of the underlying, per share.
    public var currentPrice: Double
    /// The underlying.
    public var underlying: MarginUnderlying
    /// The positions, in the order given.
    public var positions: [MarginPosition]

    /// Creates an account.
    public init(
        _ accountType: AccountType, valuation: Timestamp, currentPrice: Double,
        underlying: MarginUnderlying = MarginUnderlying(), positions: [MarginPosition]
    ) {
        self.accountType = accountType
        self.valuation = valuation
        self.currentPrice = currentPrice
        self.underlying = underlying
        self.positions = positions
    }
}

/// The properties of an underlying on which requirements depend.
public struct MarginUnderlying: Hashable, Sendable {
    /// The class of the underlying. A fund has the class of its index.
    public enum Class: String, Hashable, Sendable, CaseIterable {
        /// A share, or a fund on a share.
        case equity
        /// An index of few shares.
        case narrowIndex
        /// An index of many shares, whose percentage for uncovered options is 15 rather than 20.
        case broadIndex
    }

    /// The class by which risk-based margin chooses the range of prices.
    public enum PortfolioClass: String, Hashable, Sendable, CaseIterable {
        /// A share: 15 % down to 15 % up.
        case equity
        /// An index of few shares: 15 % down to 15 % up.
        case narrowIndex
        /// A broad index of highly capitalised shares: 8 % down to 6 % up.
        case highCapBroadIndex
        /// Another broad index: 10 % down to 10 % up.
        case broadIndex
    }

    /// The settlement of options after exercise.
    public enum Settlement: String, Hashable, Sendable, CaseIterable {
        /// Shares are delivered.
        case physical
        /// The intrinsic value is paid. There are no shares.
        case cash
    }

    /// The class.
    public var `class` = Class.equity
    /// The absolute multiple of a leveraged or inverse fund; 1 or greater.
    public var leverageFactor = 1.0
    /// When the holders of the options may exercise them.
    public var exerciseStyle = ExerciseStyle.american
    /// The settlement of the options.
    public var settlement = Settlement.physical
    /// The class for risk-based margin; `nil` for that of ``class-swift.property``.
    public var portfolioClass: PortfolioClass?

    /// Creates the underlying of ordinary stock options.
    public init() {}
}

/// A leg of an account, and its market value.
public struct MarginPosition: Hashable, Sendable {
    /// The leg. An option expires on a date.
    public var leg: Leg
    /// The price per share today; `nil` for the premium of the leg.
    public var marketValue: Double?

    /// Creates a position.
    public init(_ leg: Leg, marketValue: Double? = nil) {
        self.leg = leg
        self.marketValue = marketValue
    }
}
