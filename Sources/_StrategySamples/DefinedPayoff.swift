package import ExactPayoff

/// A fraction in lowest terms, with a positive denominator; traps when it leaves 128 bits.
package struct Fraction: Comparable, Hashable {
    package let numerator: Int128
    package let denominator: Int128

    package init(_ numerator: Int128, _ denominator: Int128 = 1) {
        var (a, b) = (numerator.magnitude, denominator.magnitude)
        while b != 0 { (a, b) = (b, a % b) }
        let divisor = a == 0 ? 1 : Int128(a)
        self.numerator = (denominator < 0 ? -numerator : numerator) / divisor
        self.denominator = (denominator < 0 ? -denominator : denominator) / divisor
    }

    package static func + (left: Fraction, right: Fraction) -> Fraction {
        Fraction(
            left.numerator * right.denominator + right.numerator * left.denominator,
            left.denominator * right.denominator)
    }
    package static func - (left: Fraction, right: Fraction) -> Fraction { left + right * Fraction(-1) }
    package static func * (left: Fraction, right: Fraction) -> Fraction {
        Fraction(left.numerator * right.numerator, left.denominator * right.denominator)
    }
    package static func / (left: Fraction, right: Fraction) -> Fraction {
        Fraction(left.numerator * right.denominator, left.denominator * right.numerator)
    }
    package static func < (left: Fraction, right: Fraction) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }

    package static let zero = Fraction(0)

    /// The nearest double. The numerator and the denominator must be below 2⁵³.
    package var double: Double {
        precondition(numerator.magnitude < 1 << 53 && denominator < 1 << 53)
        return Double(Int(numerator)) / Double(Int(denominator))
    }
}

/// A leg in whole cents, from which both the engine's leg and the exact payoff are made.
package struct CentLeg {
    package enum Kind: CaseIterable { case call, put, stock }

    package var kind: Kind
    package var isLong: Bool
    package var strike: Int
    package var premium: Int
    package var quantity: Int
    package var shares: Int

    package init(kind: Kind, isLong: Bool, strike: Int, premium: Int, quantity: Int, shares: Int) {
        (self.kind, self.isLong, self.strike) = (kind, isLong, strike)
        (self.premium, self.quantity, self.shares) = (premium, quantity, shares)
    }

    package func leg() throws -> Leg {
        let instrument: Leg.Instrument =
            switch kind {
            case .call: .call(strikePrice: Double(strike) / 100)
            case .put: .put(strikePrice: Double(strike) / 100)
            case .stock: .stock
            }
        return try Leg(
            instrument, isLong ? .long : .short, premium: Double(premium) / 100, quantity: quantity,
            sharesPerContract: shares)
    }

    /// The definition, in cents.
    package func profit(at price: Fraction) -> Fraction {
        let strike = Fraction(Int128(strike))
        let worth: Fraction =
            switch kind {
            case .call: max(price - strike, .zero)
            case .put: max(strike - price, .zero)
            case .stock: price
            }
        let sign: Int128 = isLong ? 1 : -1
        return Fraction(sign * Int128(quantity) * Int128(shares)) * (worth - Fraction(Int128(premium)))
    }
}

/// The payoff by its definition: every value is a sum over all legs, and every root is computed from two values. The
/// code is as simple as possible, and shares nothing with the engine.
package struct DefinedPayoff {
    package let legs: [CentLeg]

    package init(legs: [CentLeg]) { self.legs = legs }

    package func profit(at price: Fraction) -> Fraction {
        legs.reduce(.zero) { $0 + $1.profit(at: price) }
    }

    private var knots: [Fraction] {
        let strikes = Set(legs.filter { $0.kind != .stock }.map(\.strike)).sorted()
        return [.zero] + strikes.map { Fraction(Int128($0)) }
    }

    /// The change of profit from one cent beyond the last knot to the next.
    private var endSlope: Fraction {
        let last = knots[knots.count - 1]
        return profit(at: last + Fraction(2)) - profit(at: last + Fraction(1))
    }

    package var maximum: Fraction? {
        endSlope > .zero ? nil : knots.map { profit(at: $0) }.max()
    }

    package var minimum: Fraction? {
        endSlope < .zero ? nil : knots.map { profit(at: $0) }.min()
    }

    package var netCost: Fraction {
        legs.reduce(.zero) { cost, leg in
            cost + Fraction((leg.isLong ? 1 : -1) * Int128(leg.quantity) * Int128(leg.shares) * Int128(leg.premium))
        }
    }

    /// Zeros at knots that are not inside a flat stretch, and crossings between knots and beyond the last.
    package var breakEvenPoints: [Fraction] {
        let knots = self.knots
        var zeros: [Fraction] = []
        for (index, knot) in knots.enumerated() {
            let value = profit(at: knot)
            let isLast = index == knots.count - 1
            // The profit at the next knot; beyond the last one, far enough for the line to have crossed zero.
            let next = isLast ? knot + Fraction(1) : knots[index + 1]
            let nextValue = profit(at: next)
            if value == .zero {
                let isFlatBefore = index > 0 && profit(at: knots[index - 1]) == .zero
                let isFlatAfter = nextValue == .zero
                if !(isFlatBefore && isFlatAfter) { zeros.append(knot) }
            }
            let crosses =
                isLast
                ? (value < .zero && nextValue > value) || (value > .zero && nextValue < value)
                : (value < .zero && nextValue > .zero) || (value > .zero && nextValue < .zero)
            if crosses { zeros.append(knot + (next - knot) * value / (value - nextValue)) }
        }
        return zeros
    }
}

/// Random strategies whose strikes and premiums collide often, so that flat stretches, touches and cancellations occur.
package struct StrategyGenerator {
    package var random: any RandomNumberGenerator

    package init(random: any RandomNumberGenerator) { self.random = random }

    package mutating func legs(_ count: Int? = nil) -> [CentLeg] {
        let step = [1, 5, 25, 100, 250, 1000].randomElement(using: &random) ?? 1
        let isCoarse = Bool.random(using: &random)
        return (0..<(count ?? Int.random(in: 1...8, using: &random))).map { _ in
            CentLeg(
                kind: [.call, .call, .call, .put, .put, .put, .stock].randomElement(using: &random) ?? .call,
                isLong: .random(using: &random),
                strike: Int.random(in: 1...20, using: &random) * step,
                premium: isCoarse
                    ? Int.random(in: 0...4, using: &random) * step : Int.random(in: 0...5000, using: &random),
                quantity: Int.random(in: 1...3, using: &random),
                shares: [1, 10, 100].randomElement(using: &random) ?? 100)
        }
    }
}
