internal import _OptionsMath

/// A mixture with the sums of its weights and means, from which the probabilities and the partial means at a point cost
/// only the centres near it.
struct MixtureSums: Sendable {
    let mixture: LognormalMixture
    /// The probability and the mean of the first n centres, and those of the others.
    private let before, after: [Part]
    /// The mean of each centre times its weight.
    private let means: [Double]

    private struct Part {
        var probability = 0.0
        var mean = 0.0
    }

    /// Creates the sums of a mixture whose weights are multiplied by `scale`.
    init(_ mixture: LognormalMixture, scale: Double) {
        let mixture = LognormalMixture(
            first: mixture.first, spacing: mixture.spacing, weights: mixture.weights.map { $0 * scale },
            deviation: mixture.deviation)
        self.mixture = mixture
        let parts = mixture.weights.indices.map { index in
            let weight = mixture.weights[index]
            return Part(
                probability: weight,
                mean: weight * exp(mixture.centre(index) + mixture.deviation * mixture.deviation / 2))
        }
        func sums(_ parts: some Sequence<Part>) -> [Part] {
            var sums = [Part()]
            for part in parts {
                let last = sums[sums.count - 1]
                sums.append(Part(probability: last.probability + part.probability, mean: last.mean + part.mean))
            }
            return sums
        }
        means = parts.map(\.mean)
        before = sums(parts)
        after = sums(parts.reversed()).reversed()
    }

    /// The number of centres that ``moments(at:)`` looks at, at most.
    var window: Int {
        let reached = (2 * LognormalMixture.reach + mixture.deviation) * mixture.deviation / mixture.spacing
        return reached < Double(mixture.weights.count) ? Int(reached) + 2 : mixture.weights.count
    }

    /// The probabilities and partial means at a point, which may be infinite.
    func moments(at y: Double) -> PartialMoments {
        let (count, s) = (mixture.weights.count, mixture.deviation)
        func index(of centre: Double) -> Int {
            Int(min(max(((centre - mixture.first) / mixture.spacing).rounded(.up), 0), Double(count)))
        }
        // Centres farther below or above are entirely on their side. The mean of a centre is distributed as one s² above it.
        let low = index(of: y - (LognormalMixture.reach + s) * s)
        let high = max(low, index(of: y + LognormalMixture.reach * s))
        var place = PartialMoments(
            y: y, below: before[low].probability, above: after[high].probability, meanBelow: before[low].mean,
            meanAbove: after[high].mean)
        for index in low..<high {
            let z = (y - mixture.centre(index)) / s
            Self.divide(mixture.weights[index], at: z, &place.below, &place.above)
            Self.divide(means[index], at: z - s, &place.meanBelow, &place.meanAbove)
        }
        return place
    }

    /// Adds N(z) and N(−z) parts of a weight.
    private static func divide(_ weight: Double, at z: Double, _ below: inout Double, _ above: inout Double) {
        let tail = weight * (erfc(z.magnitude * LognormalMixture.inverseRootOfTwo) / 2)
        below += z > 0 ? weight - tail : tail
        above += z > 0 ? tail : weight - tail
    }
}
