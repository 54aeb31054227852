/// A variance that changes daily around 1 and increases after large returns, more after large losses.
///
/// > Source: Glosten, Jagannathan and Runkle, "On the Relation between the Expected Value and the Volatility of the Nominal Excess Return
/// > on Stocks", *J. Finance* 48(5), 1993, doi:10.1111/j.1540-6261.1993.tb05128.x.
struct VarianceProcess {
    /// The weight of a squared return.
    let reaction: Double
    /// The further weight of the square of a negative return.
    let asymmetry: Double
    /// The weight of the variance of the day before.
    let persistence: Double

    /// That of the market.
    static let market = VarianceProcess(reaction: 0.04, asymmetry: 0.09, persistence: 0.895)
    /// That of one asset.
    static let asset = VarianceProcess(reaction: 0.085, asymmetry: 0.02, persistence: 0.885)

    /// Returns the variance of the day after one with a variance and a standardised return.
    func next(_ variance: Double, return standardised: Double) -> Double {
        let square = min(standardised * standardised, 9)
        let constant = 1 - reaction - asymmetry / 2 - persistence
        let weight = standardised < 0 ? reaction + asymmetry : reaction
        return min(constant + (weight * square + persistence) * variance, 9)
    }
}
