internal import OptionPricing
internal import _OptionsMath

/// The forward that calls and puts of the same strike imply by put–call parity.
public struct ParityForward: Hashable, Sendable {
    /// The forward price of the underlying.
    public let forward: Double
    /// The dividend yield at which a chain has this forward: a decimal per year, continuously compounded.
    public let dividendYield: Double
    /// The strikes from which the forward is derived, ascending.
    public let strikes: [Double]
}

extension OptionChain {
    /// The maximum number of call–put pairs that are used.
    private static let pairLimit = 5

    /// Computes the forward that the quotes imply, independently of the dividend yield of the chain.
    ///
    /// In any model, a call and a put of the same strike differ by the discounted difference of forward and strike:
    /// forward = strike + (call − put) · e^(rate · time). The result is the median of the forwards at the five strikes, or
    /// fewer, at which the mids of call and put differ least. These options trade most, and the median is robust against a
    /// single stale quote. Quotes that are crossed, that lack a bid or an ask, or whose price is 0 are not used.
    ///
    /// ```swift
    /// let parity = try chain.parityForward()
    /// let smile = try SVISmile(chain.withDividendYield(parity.dividendYield))
    /// ```
    ///
    /// - Returns: The forward, the implied yield and the strikes used.
    /// - Throws: ``ChainError/noPairs``; ``ChainError/notRepresentable`` if the median is not a positive normal double.
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
