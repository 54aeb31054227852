internal import _OptionsMath

/// A mixture of lognormal prices: y = ln S has the density Σ wᵢ φ((y − cᵢ)/s)/s, with evenly spaced centres cᵢ.
///
/// Beyond ``reach`` deviations below a centre and ``upperReach`` above, its density counts as 0, which leaves out 10⁻²⁷ of
/// the probability and of the mean: the mean of a lognormal price is distributed in ln S as the probability, s² higher.
struct LognormalMixture: Sendable {
    /// The least centre.
    var first: Double
    /// The distance of two centres.
    let spacing: Double
    /// The probabilities of the centres. Their sum is less than 1 if the price may be 0.
    let weights: [Double]
    /// s, greater than 0.
    let deviation: Double
    /// e^(−(jh)²/2) for the centres j places from another, h = spacing/s.
    private let decay: [Double]

    /// In deviations.
    static let reach = 11.0
    /// In deviations.
    var upperReach: Double { Self.reach + deviation }

    init(first: Double, spacing: Double, weights: [Double], deviation: Double) {
        self.first = first
        self.spacing = spacing
        self.weights = weights
        self.deviation = deviation
        let ratio = spacing / deviation
        let reached = min(Double(weights.count - 1), ((Self.reach + deviation) / ratio).rounded(.up) + 1)
        decay = (0...max(0, Int(reached))).map { place in
            let distance = Double(place) * ratio
            return exp(-distance * distance / 2)
        }
    }

    /// The centre at an index.
    func centre(_ index: Int) -> Double { first + Double(index) * spacing }

    /// The greatest centre.
    var last: Double { centre(weights.count - 1) }

    /// The logarithms of price between which the density is not 0.
    var support: ClosedRange<Double> { first - Self.reach * deviation...last + upperReach * deviation }

    /// The number of centres that contribute to the density at a point, at most.
    var window: Int { min(weights.count, 2 * decay.count) }

    private func nearest(to y: Double) -> Int {
        Int(min(max(((y - first) / spacing).rounded(), 0), Double(weights.count - 1)))
    }

    /// The density of ln S.
    ///
    /// With z the distance from the nearest centre in deviations, that from the centre j places above is z − jh, and
    /// e^(−(z − jh)²/2) = e^(−z²/2) (e^(zh))^j e^(−(jh)²/2): one exponential serves all centres.
    func density(at y: Double) -> Double {
        let middle = nearest(to: y)
        let z = (y - centre(middle)) / deviation
        guard z >= -Self.reach, z <= upperReach else { return 0 }
        let (weights, decay) = (weights.span, decay.span)
        let ratio = exp(z * spacing / deviation)
        var sum = weights[middle]
        var power = 1.0
        for place in 1..<max(1, min(decay.count, weights.count - middle)) {
            power *= ratio
            sum += weights[middle + place] * (power * decay[place])
        }
        power = 1
        for place in 1..<max(1, min(decay.count, middle + 1)) {
            power /= ratio
            sum += weights[middle - place] * (power * decay[place])
        }
        return Self.normalisation / deviation * exp(-z * z / 2) * sum
    }

    /// The probabilities below and above a point, without cancellation.
    func probabilities(at y: Double) -> (below: Double, above: Double) {
        var (below, above) = (0.0, 0.0)
        for (index, weight) in weights.enumerated() {
            let z = (y - centre(index)) / deviation
            let tail = z.magnitude < 2 * Self.reach ? weight * (erfc(z.magnitude * Self.inverseRootOfTwo) / 2) : 0
            below += z > 0 ? weight - tail : tail
            above += z > 0 ? tail : weight - tail
        }
        return (below, above)
    }

    /// 1/√(2π) and 1/√2.
    private static let normalisation = 0.3989422804014327
    static let inverseRootOfTwo = 0.7071067811865476
}
