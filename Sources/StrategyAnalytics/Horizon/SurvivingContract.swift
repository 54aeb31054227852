#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The shares that calls and puts of one strike, expiration and volatility stand for together.
///
/// Its value per share of the underlying at the price S, with g = e^(−qT), h = e^(−rT) and K h = g F:
///
///     calls · g (S − F)⁺ + puts · g (F − S)⁺ + (calls + puts) · O(S)
///
/// O is the Black–Scholes–Merton value of the call where S < F, of the put elsewhere: the option out of the money, of which
/// put–call parity makes the other. A call and the opposite put thus leave a straight line, and a leg and its
/// opposite nothing.
struct SurvivingContract {
    let strike, time, volatility: Double
    /// The shares, negative when sold.
    private(set) var calls, puts: Int128
    /// g − 1.
    let yieldDrift: Double
    /// F, the spot price whose forward is the strike.
    let forwardStrike: Double
    /// σ√T.
    let deviation: Double

    init(_ surviving: SurvivingLeg, riskFreeRate: Double, dividendYield: Double) throws(StrategyError) {
        let shares = Int128(surviving.leg.signedShares)
        switch surviving.leg.instrument {
        case .call: (calls, puts) = (shares, 0)
        case .put, .stock: (calls, puts) = (0, shares)
        }
        strike = DecimalNumber(surviving.leg.strikePrice ?? 0).nearestDouble
        time = surviving.remainingTime
        volatility = surviving.volatility
        yieldDrift = expm1(-dividendYield * time)
        forwardStrike = strike * exp((dividendYield - riskFreeRate) * time)
        deviation = volatility * time.squareRoot()
        guard yieldDrift.isFinite, yieldDrift > -1 else { throw .notRepresentable(.dividendYield) }
        guard forwardStrike.isNormal, (forwardStrike * (1 + yieldDrift)).isNormal else {
            throw .notRepresentable(.riskFreeRate)
        }
    }

    /// The shares of calls and puts together.
    var shares: Int128 { calls + puts }

    /// Whether the option turns at the forward strike as it does without volatility, to the last digit.
    var isKinked: Bool { deviation < 0x1p-56 }

    /// The spot prices where O is representable at all: 40 standard deviations on either side, where the tail of the
    /// normal distribution is below 10⁻³⁴⁹.
    var live: ClosedRange<Double> {
        let reach = 40 * deviation + deviation * deviation / 2
        return forwardStrike * exp(-reach)...forwardStrike * exp(reach)
    }

    /// Where gamma e^(−qT) φ(d₁) / (S σ√T), which has one peak, is greatest, and that value: d₁ = −σ√T there.
    var peak: (price: Double, gamma: Double) {
        let variance = deviation * deviation
        let price = forwardStrike * exp(-1.5 * variance)
        let density = exp(-variance / 2) / (2 * Double.pi).squareRoot()
        // The factor covers the rounding of the peak and of the kernel's values beside it.
        return (price, (1 + yieldDrift) * density / (price * deviation) * (1 + 1e-12))
    }

    /// One contract for all that are equal, without those of which nothing is left, in an order that does not depend on that
    /// of the legs.
    static func netted(_ contracts: [SurvivingContract]) -> [SurvivingContract] {
        func key(_ contract: SurvivingContract) -> (Double, Double, Double, Double) {
            (contract.forwardStrike, contract.strike, contract.time, contract.volatility)
        }
        var netted: [SurvivingContract] = []
        for contract in contracts.sorted(by: { key($0) < key($1) }) {
            if let last = netted.last, key(last) == key(contract) {
                netted[netted.count - 1].calls += contract.calls
                netted[netted.count - 1].puts += contract.puts
            } else {
                netted.append(contract)
            }
        }
        return netted.filter { $0.calls != 0 || $0.puts != 0 }
    }
}
