internal import DecimalNumbers
internal import ExactPayoff

/// The piecewise linear part of the profit of a strategy at the horizon: the payoff of the legs that expire, less the cost, and
/// lines of the options that survive. ``SurvivingValues`` are added to it.
///
/// Of European options, the lines are the discounted intrinsic values: the profit without volatility. Of other options they are those
/// of ``ModelValues`` outside its range, and 0 inside.
struct HorizonPayoff: Sendable {
    /// The line from one knot to the next.
    struct Piece: Sendable {
        let price: Double
        let value: Double
        let slope: Double
        /// The change of slope at the knot that remains in the presence of time values: a kink of the profit.
        let kink: Double
        /// The sums of the magnitudes of the terms of value and slope, for bounds of their errors.
        let valueMagnitude: Double
        let slopeMagnitude: Double
    }

    /// Ascending, starting at 0. The last piece extends to infinity.
    let pieces: [Piece]

    /// Combines the payoff minus the cost, in money units, with the lines of options outside the range in which they are evaluated.
    init(_ knots: [PayoffProfile.Knot], _ values: ModelValues, moneyUnit: Double) {
        let (low, high) = (values.range.lowerBound, values.range.upperBound)
        let prices = (knots.map(\.price) + [low, high]).sortedWithoutDuplicates()
        var index = 0
        pieces = prices.map { price in
            var kink = 0.0
            if index + 1 < knots.count, knots[index + 1].price == price {
                index += 1
                kink = (knots[index].slope - knots[index - 1].slope).nearestDouble / moneyUnit
            }
            let knot = knots[index]
            let slope = knot.slope.nearestDouble / moneyUnit
            let line = price < low ? values.below : price >= high ? values.above : ModelValues.Line()
            let change = slope * (price - knot.price)
            // A slope within rounding of 0 is that of legs that cancel.
            let sum = slope + line.slope
            let isFlat = sum.magnitude <= (slope.magnitude + line.slopeMagnitude) * 0x1p-40
            return Piece(
                price: price, value: knot.value + change + line.value + line.slope * price, slope: isFlat ? 0 : sum,
                kink: kink, valueMagnitude: knot.value.magnitude + change.magnitude + line.magnitude,
                slopeMagnitude: slope.magnitude + line.slopeMagnitude)
        }
    }

    /// Combines the payoff minus the cost, in money units, and the contracts, which ascend by forward strike.
    init(_ knots: [PayoffProfile.Knot], _ contracts: [EuropeanPair], moneyUnit: Double) {
        let prices = (knots.map(\.price) + contracts.map(\.forwardStrike)).sortedWithoutDuplicates()
        let puts = Self.puts(of: contracts, at: prices, moneyUnit)
        var calls = Ray()
        var (knotIndex, contractIndex) = (0, 0)
        var pieces: [Piece] = []
        pieces.reserveCapacity(prices.count)
        for (index, price) in prices.enumerated() {
            if index > 0 { calls.move(by: price - prices[index - 1], moneyUnit) }
            var kink = 0.0
            if knotIndex + 1 < knots.count, knots[knotIndex + 1].price == price {
                knotIndex += 1
                kink += (knots[knotIndex].slope - knots[knotIndex - 1].slope).nearestDouble / moneyUnit
            }
            while contractIndex < contracts.count, contracts[contractIndex].forwardStrike == price {
                let contract = contracts[contractIndex]
                calls.add(contract.calls, contract, moneyUnit)
                if contract.isKinked { kink += contract.shares.nearestDouble / moneyUnit * (1 + contract.yieldDrift) }
                contractIndex += 1
            }
            let knot = knots[knotIndex]
            let line = knot.slope.nearestDouble / moneyUnit * (price - knot.price)
            let shares = knot.slope + calls.shares - puts[index].shares
            var drift = calls.drift - puts[index].drift
            if index == prices.count - 1 { drift = Self.drift(of: contracts) / moneyUnit }
            pieces.append(
                Piece(
                    price: price,
                    value: knot.value + line + calls.value + puts[index].value,
                    slope: shares.nearestDouble / moneyUnit + drift,
                    kink: kink,
                    valueMagnitude: knot.value.magnitude + line.magnitude + calls.magnitude + puts[index].magnitude,
                    slopeMagnitude: shares.nearestDouble.magnitude / moneyUnit + calls.driftMagnitude
                        + puts[index].driftMagnitude))
        }
        self.pieces = pieces
    }

    /// Returns the index of the piece that contains `price`, which must be 0 or greater.
    func index(of price: Double) -> Int {
        (1..<pieces.count).bisect { pieces[$0].price > price } - 1
    }

    /// The sum of g (S − F)⁺ over contracts with F below the price, or of g (F − S)⁺ over those with F above it.
    private struct Ray {
        var value = 0.0
        var magnitude = 0.0
        /// The slope is shares + drift: with g = 1 it is an exact integer.
        var shares: Int128 = 0
        var drift = 0.0
        var driftMagnitude = 0.0
        private var slopeMagnitude = 0.0

        mutating func move(by distance: Double, _ moneyUnit: Double) {
            value += (shares.nearestDouble / moneyUnit + drift) * distance
            magnitude += slopeMagnitude * distance
        }

        mutating func add(_ newShares: Int128, _ contract: EuropeanPair, _ moneyUnit: Double) {
            let weight = newShares.nearestDouble / moneyUnit
            shares += newShares
            drift += weight * contract.yieldDrift
            driftMagnitude += (weight * contract.yieldDrift).magnitude
            slopeMagnitude += weight.magnitude * (1 + contract.yieldDrift)
            // F is rounded; the factor 2⁻⁶ allows for errors of a few units in its last place.
            magnitude += weight.magnitude * (1 + contract.yieldDrift) * contract.forwardStrike * 0x1p-6
        }
    }

    /// The puts at each price, of the forward strikes above it.
    private static func puts(of contracts: [EuropeanPair], at prices: [Double], _ moneyUnit: Double) -> [Ray] {
        var rays = [Ray](repeating: Ray(), count: prices.count)
        var ray = Ray()
        var rest = contracts[...]
        for index in prices.indices.reversed() {
            if index + 1 < prices.count { ray.move(by: prices[index + 1] - prices[index], moneyUnit) }
            rays[index] = ray
            while let contract = rest.last, contract.forwardStrike == prices[index] {
                ray.add(contract.puts, contract, moneyUnit)
                rest.removeLast()
            }
        }
        return rays
    }

    /// The contribution of the yield to the slope towards infinity: the calls of each expiration times g − 1.
    ///
    /// It is 0 only if the calls of each expiration cancel, because e^(−qT) for different T are linearly independent
    /// over the integers (the Lindemann–Weierstrass theorem). Calls are therefore first summed as integers.
    private static func drift(of contracts: [EuropeanPair]) -> Double {
        var drift = 0.0
        var rest = contracts.sorted { $0.yieldDrift < $1.yieldDrift }[...]
        while let first = rest.first {
            let expiration = rest.prefix { $0.yieldDrift == first.yieldDrift }
            drift += expiration.reduce(0 as Int128) { $0 + $1.calls }.nearestDouble * first.yieldDrift
            rest = rest.dropFirst(expiration.count)
        }
        return drift
    }
}
