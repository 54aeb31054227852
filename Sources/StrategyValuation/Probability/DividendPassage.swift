internal import ExactPayoff
internal import OptionPricing
internal import _OptionsMath

/// The distribution of a price in the spot model, carried forward from the valuation over the ex-dates.
///
/// Between ex-dates the price is lognormal. At an ex-date, S becomes max(f S − a, 0). Just after it, y = ln S has the
/// density p(ln((e^y + a)/f)) e^y/(e^y + a), where p is the density before; the rest of the probability is at 0 and stays
/// there. Over an interval of deviation v, the density is convolved with a normal one. The trapezoidal rule, over nodes
/// with a distance g, replaces the convolution by a mixture: the nodes are its centres, and v is its deviation.
///
/// **Error.** p is a mixture of normal densities that are at least s wide, s² the variance since the valuation: a dividend
/// only widens a density of ln S. Their product with a normal density of deviation v is a mixture of those with
/// c = (s⁻² + v⁻²)^(−½). The rule integrates them with a relative error of 2 e^(−2π²c²/g²), 6·10⁻¹⁸ for g = 0.7 c. Since
/// ln(e^y + a) is analytic for |Im y| < π, g is at most ¼, so that the error is also below e^(−2π·2/g) times the growth of
/// p up to |Im y| = 2.
///
/// **Short intervals.** If v is below s/64, it would require too many nodes. The density is then convolved by the
/// Gauss–Hermite rule, and ``InverseGaussianFilter`` turns its values into a mixture of deviation s/4.
struct DividendPassage {
    /// ln of the price in units of the spot, before ``payment`` and the time after it.
    private(set) var mixture: LognormalMixture?
    /// The logarithm of the price while it is certain.
    private var certain = 0.0
    /// The probability that the price is 0, and that it is not.
    private(set) var (dead, alive) = (0.0, 1.0)
    /// The variance of ln S since the valuation: that of the normal densities of which the present one is a mixture.
    private(set) var smoothness = 0.0
    /// The last payment of money, which the mixture does not contain yet.
    private var payment: (factor: Double, amount: Double)?
    /// The variance of ln S since ``payment``, and its change by drift and proportions.
    private var (variance, shift) = (0.0, 0.0)
    /// Before the first payment of money, a variance below this changes no probability by more than 10⁻¹².
    private let leastVariance: Double
    /// Whether an interval was so short that probabilities below 10⁻¹³ are not resolved.
    private(set) var hasShortInterval = false
    private let budget: WorkBudget

    init(totalVariance: Double, _ budget: WorkBudget) {
        leastVariance = 1e-14 * totalVariance
        self.budget = budget
    }

    /// Lets the price diffuse.
    mutating func diffuse(variance: Double, drift: Double) {
        self.variance += variance
        shift += drift
    }

    /// Changes the price S to max(`factor` S − `amount`, 0), in units of the spot.
    mutating func pay(factor: Double, amount: Double) throws(StrategyError) {
        guard amount > 0 else {
            shift += log(factor)
            return
        }
        if mixture == nil, variance < leastVariance {
            let price = factor * exp(certain + shift) - amount
            shift = 0
            if price > 0 { certain = log(price) } else { (dead, alive) = (1, 0) }
            return
        }
        let mixture = try spread()
        let (below, above) = mixture.probabilities(at: log(amount / factor))
        dead += below
        alive = above
        payment = (factor, amount)
    }

    /// Returns the mixture at the present time.
    mutating func spread() throws(StrategyError) -> LognormalMixture {
        var mixture: LognormalMixture
        if let before = self.mixture, let payment {
            mixture = try spread(before, payment)
        } else {
            mixture = LognormalMixture(
                first: certain, spacing: 1, weights: [alive], deviation: variance.squareRoot())
        }
        smoothness += variance
        mixture.first += shift
        (variance, shift) = (0, 0)
        self.mixture = mixture
        return mixture
    }

    private mutating func spread(
        _ before: LognormalMixture, _ payment: (factor: Double, amount: Double)
    ) throws(StrategyError) -> LognormalMixture {
        let deviation = variance.squareRoot()
        let scale = smoothness.squareRoot()
        let isShort = deviation < scale / 64
        let kernel = isShort ? InverseGaussianFilter.kernel(scale: scale) : deviation
        let spacing =
            isShort
            ? InverseGaussianFilter.spacing(kernel: kernel)
            : min(0.7 / (1 / smoothness + 1 / variance).squareRoot(), 0.25)

        let support = before.support
        let top = payment.factor * exp(support.upperBound) - payment.amount
        let bottom = payment.factor * exp(support.lowerBound) - payment.amount
        guard alive > 0, top > 0 else {
            return LognormalMixture(first: certain, spacing: 1, weights: [0], deviation: kernel)
        }
        // Below e⁻⁴⁵ a, all but 10⁻¹⁷ of the probability is at 0.
        let least = log(payment.amount) - 45
        let lower = bottom > 0 ? max(log(bottom), least) : least
        let upper = log(top)
        let count = max(Int(((upper - lower) / spacing).rounded(.up)), 0) + 1
        try budget.spend(
            count * WorkCost.mixtureTerm(before.window) * (isShort ? 2 * Self.rule.count : 1)
                + (isShort ? count * WorkCost.mixtureTerm(2 * InverseGaussianFilter.reach) : 0))

        let density = DensityAfterPayment(before: before, factor: payment.factor, amount: payment.amount)
        let first = upper - Double(count - 1) * spacing
        var weights = (0..<count).map { index in
            let y = first + Double(index) * spacing
            guard isShort else { return spacing * density.value(at: y) }
            return Self.rule.reduce(0) { sum, point in
                let distance = deviation * point.abscissa
                return sum + spacing * point.weight
                    * (density.value(at: y - distance) + density.value(at: y + distance))
            }
        }
        if isShort {
            weights = InverseGaussianFilter.filtered(weights)
            hasShortInterval = true
        }
        // The rule conserves the probability.
        let sum = weights.reduce(0, +)
        guard sum > 0, (sum / alive - 1).magnitude < 1e-9 || alive < 1e-18 else {
            throw StrategyError(PricingError.Parameter.dividends.rawValue, .convergent)
        }
        let kept = Self.relevant(weights, ratio: exp(-spacing), sum)
        return LognormalMixture(
            first: first + Double(kept.lowerBound) * spacing, spacing: spacing,
            weights: weights[kept].map { $0 * (alive / sum) }, deviation: kernel)
    }

    /// The indices from the first to the last weight that contributes more than 10⁻³⁰ of the probability or of the mean.
    /// Prices fall by `ratio` from one index to the one below.
    private static func relevant(_ weights: [Double], ratio: Double, _ sum: Double) -> Range<Int> {
        var lower = 0
        var below = 0.0
        while lower < weights.count - 1 {
            below += weights[lower].magnitude
            if below > 1e-30 * sum { break }
            lower += 1
        }
        // In units of the price at each index, the mean above it and all of it.
        var mean = 0.0
        for weight in weights { mean = mean * ratio + weight.magnitude }
        var upper = weights.count
        var above = 0.0
        var unit = 1.0
        while upper > lower + 1 {
            above += weights[upper - 1].magnitude * unit
            if above > 1e-30 * mean { break }
            unit *= ratio
            upper -= 1
        }
        return lower..<upper
    }

    /// The positive abscissae of the Gauss–Hermite rule of 6 points for the mean over a standard normal variate, and their
    /// weights, by mpmath at 40 digits.
    private static let rule: [(abscissa: Double, weight: Double)] = [
        (0.61670659019259415219, 0.40882846955602922609),
        (1.8891758777537106755, 0.088615746041914527481),
        (3.3242574335521189524, 0.0025557844020562464306),
    ]
}

/// The density of ln S just after a payment.
private struct DensityAfterPayment {
    let before: LognormalMixture
    let factor, amount: Double

    func value(at y: Double) -> Double {
        let price = exp(y)
        return before.density(at: log((price + amount) / factor)) * (price / (price + amount))
    }
}
