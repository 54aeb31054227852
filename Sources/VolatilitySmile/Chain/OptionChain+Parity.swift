internal import OptionPricing
internal import _OptionsMath

/// The forward that calls and puts of the same strike imply.
public struct ParityForward: Hashable, Sendable {
    /// The price of the underlying for the expiration.
    public let forward: Double
    /// The yield with which a chain has this forward: a decimal per year, continuously compounded.
    public let dividendYield: Double
    /// The strikes that it comes from, ascending.
    public let strikes: [Double]
}

extension OptionChain {
    /// How many pairs of call and put give the forward, at most.
    private static let pairLimit = 5

    /// The forward that the quotes imply, whatever the chain's yield is.
    ///
    /// A call and a put of the same strike differ by the discounted difference of forward and strike, in any model:
    /// forward = strike + (call − put) · e^(rate · time). It is taken from the five strikes (or as many as there are) at which
    /// call and put differ least, the options that trade most, and is the median of what they say, so that one stale quote
    /// does no harm. Mids count; quotes that are crossed, without bid or ask, or of price 0 do not.
    ///
    /// ```swift
    /// let parity = try chain.parityForward()
    /// let smile = try SVISmile(chain.withDividendYield(parity.dividendYield))
    /// ```
    ///
    /// - Throws: ``ChainError/noPairs``, and ``ChainError/notRepresentable`` where the median is no price.
    ///
    /// > Source: Stoll, "The Relationship Between Put and Call Option Prices", *J. Finance* 24(5), 1969,
    /// > doi:10.1111/j.1540-6261.1969.tb01694.x.
    public func parityForward() throws(ChainError) -> ParityForward {
        let usable = quotes.filter(\.isSound)
        let puts = Dictionary(uniqueKeysWithValues: usable.filter { $0.kind == .put }.map { ($0.strike, $0.mid) })
        let pairs = usable.filter { $0.kind == .call }
            .compactMap { call in puts[call.strike].map { (strike: call.strike, difference: call.mid - $0) } }
            .sorted { (abs($0.difference), $0.strike) < (abs($1.difference), $1.strike) }
            .prefix(Self.pairLimit)
        guard !pairs.isEmpty else { throw .noPairs }
        let forwards = pairs.map { $0.strike + $0.difference / discountFactor }.sorted()
        let forward = forwards[(forwards.count - 1) / 2] / 2 + forwards[forwards.count / 2] / 2
        guard forward.isNormal, forward > 0 else { throw .notRepresentable }
        return ParityForward(
            forward: forward, dividendYield: riskFreeRate - log(forward / spot) / timeToExpiration,
            strikes: pairs.map(\.strike).sorted())
    }
}
