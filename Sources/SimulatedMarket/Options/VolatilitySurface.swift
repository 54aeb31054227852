internal import MarketData

/// The implied volatilities of an underlying at one moment, as total variances: variance times time.
///
/// The variance θ of an option at the forward grows with the time to expiration T,
///
///     θ(T) = v̄ T + (v − v̄) (1 − e^(−κT)) / κ + earnings up to T,
///
/// from the variance v of the day to the long-term variance v̄. The smile around it is
///
///     w(k, θ) = θ/2 (1 + ρ φ k + √((φ k + ρ)² + 1 − ρ²)),  φ = η / √(θ (1 + θ)),
///
/// for the logarithm k of strike over forward. With η (1 + |ρ|) ≤ 2 and θ growing with T, no butterfly and no calendar spread has a
/// negative price.
///
/// > Source: Gatheral and Jacquier, "Arbitrage-free SVI volatility surfaces", *Quantitative Finance* 14(1), 2014,
/// > doi:10.1080/14697688.2013.819986 (equation 4.5 with γ = 1/2, theorems 4.1 and 4.2).
struct VolatilitySurface: Sendable {
    /// The correlation of the price and its volatility, between −1 and 1.
    let correlation: Double
    /// The curvature η.
    let curvature: Double
    /// The variance of a year at the pace of the day.
    let spotVariance: Double
    /// The variance of a year in the long run.
    let longVariance: Double
    /// The variance of the return at one publication of earnings.
    let earningsVariance: Double

    /// The speed at which the variance reverts to its long-run mean, per year.
    private static let reversion = 5.0

    /// Creates the surface of an underlying in a session.
    init(_ path: PricePath, _ index: Int) {
        let instrument = path.instrument
        let random = instrument.random
        let day = Int(path.table.days[index])
        let usual: ClosedRange<Double> =
            instrument.coinBeta == 1
            ? -0.15...0.1 : instrument.kind == .etf && instrument.marketBeta > 0.7 ? -0.7 ... -0.55 : -0.5 ... -0.2
        correlation = random.uniform(.skew, -1, in: usual) + 0.06 * random.wave(.skew, day: day)
        let curvature = random.uniform(.curvature, -1, in: 0.5...0.85) * (1 + 0.1 * random.wave(.curvature, day: day))
        self.curvature = min(curvature, 1.99 / (1 + abs(correlation)))
        // Options cost a little more than the volatility that follows.
        longVariance = 1.06 * instrument.diffusiveVariance
        spotVariance = min(max(Double(path[index].variance), 0.3 * longVariance), 4 * longVariance)
        earningsVariance = instrument.earningsMove * instrument.earningsMove
    }

    /// Returns the total variance of an option at the forward, `time` years and `earnings` publications before its expiration.
    func variance(_ time: Double, earnings: Int) -> Double {
        let decay = Self.reversion * time
        // 1 − e^(−x) loses digits for a small x.
        let weight = decay < 1e-4 ? decay * (1 - decay / 2) : 1 - PortableMath.exp(-decay)
        return longVariance * time + (spotVariance - longVariance) * weight / Self.reversion
            + earningsVariance * Double(earnings)
    }

    /// Returns the total variance at a log-moneyness k where that at the forward is θ.
    func variance(_ logMoneyness: Double, atForward theta: Double) -> Double {
        let steepness = curvature / (theta * (1 + theta)).squareRoot()
        let scaled = steepness * logMoneyness
        let root = ((scaled + correlation) * (scaled + correlation) + 1 - correlation * correlation).squareRoot()
        return theta / 2 * (1 + correlation * scaled + root)
    }
}
