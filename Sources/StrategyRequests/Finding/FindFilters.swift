/// The conditions that the contracts and the combinations of an answer fulfil.
public struct FindFilters: Hashable, Sendable {
    /// Bounds, both included.
    public struct Bounds: Hashable, Sendable {
        /// The least value; `nil` for none.
        public var minimum: Double?
        /// The greatest value; `nil` for none.
        public var maximum: Double?

        /// Creates bounds.
        public init(minimum: Double? = nil, maximum: Double? = nil) {
            self.minimum = minimum
            self.maximum = maximum
        }

        /// Whether there is a bound.
        package var isGiven: Bool { minimum != nil || maximum != nil }

        /// Whether a value lies within the bounds, up to an error. NaN does not, if there is a bound.
        package func allow(_ value: Double, error: Double = 0) -> Bool {
            if let minimum, !(value >= minimum - error) { return false }
            if let maximum, !(value <= maximum + error) { return false }
            return true
        }
    }

    // Of a contract
    /// The least open interest and volume.
    public var openInterest: Double?, volume: Double?
    /// The greatest (ask − bid) / mid.
    public var spread: Double?
    /// The magnitude of the delta at the volatility of the contract, and the strike price.
    public var legDelta = Bounds(), strikePrice = Bounds()

    // Of a combination
    /// The greatest loss, as a positive amount.
    public var maxLoss: Double?
    /// Money.
    public var netCost = Bounds(), expectedProfit = Bounds(), profitAtTarget = Bounds(), capital = Bounds()
    /// P(profit > 0).
    public var probabilityOfProfit = Bounds()
    /// Greeks of the position, delta in shares.
    public var netDelta = Bounds(), netTheta = Bounds(), netVega = Bounds()
    /// Whether the loss is not unlimited.
    public var definedRisk = false
    /// Whether neither calls nor puts are sold without cover.
    public var noNaked = false

    /// Creates filters that allow everything.
    public init() {}
}
