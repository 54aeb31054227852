import Foundation

extension Region {
    /// The regions for prices and their derivatives.
    static let pricing: [Region] = [
        Region(
            subject: .values, name: "price-ordinary",
            summary: "S, K 50 to 200, T 0.02 to 2, r 0 to 0.08, q 0 to 0.04, σ 0.05 to 1", points: 1_000_000,
            option: ordinary),
        Region(
            subject: .values, name: "price-wide",
            summary: "S/K e^±5, T 1e-4 to 30, r -0.05 to 0.15, q -0.02 to 0.1, σ 1e-3 to 5", points: 300_000
        ) { random in
            OptionInput(
                isPut: random.coin(), spot: 100, strike: 100 * random.logUniform(exp(-5), exp(5)),
                time: random.logUniform(1e-4, 30), rate: random.uniform(-0.05, 0.15),
                yield: random.uniform(-0.02, 0.1), volatility: random.logUniform(1e-3, 5))
        },
        Region(
            subject: .values, name: "price-far", summary: "out of the money, down to prices of 1e-290",
            points: 300_000, leastPrice: 1e-290
        ) { random in
            let isPut = random.coin()
            let deviation = random.logUniform(1e-3, 3)
            let distance = deviation * random.uniform(3, 37)
            return random.option(
                isPut: isPut, deviation: deviation, moneyness: isPut ? distance : -distance,
                time: random.logUniform(1e-3, 30), rate: random.uniform(-0.05, 0.15),
                yield: random.uniform(-0.02, 0.1))
        },
        Region(
            subject: .values, name: "price-small-volatility",
            summary: "total volatility 1e-8 to 1e-3, within 8 of it from the money", points: 300_000
        ) { random in
            let deviation = random.logUniform(1e-8, 1e-3)
            return random.option(
                isPut: random.coin(), deviation: deviation, moneyness: deviation * random.uniform(-8, 8),
                time: random.logUniform(1e-4, 30), rate: random.uniform(-0.05, 0.15),
                yield: random.uniform(-0.02, 0.1))
        },
        Region(
            subject: .values, name: "price-scale",
            summary: "spot in all binades from 1e-300 to 1e300, strike within e^±5 and 30 total volatilities",
            points: 300_000
        ) { random in
            let deviation = random.logUniform(1e-2, 5)
            return random.option(
                isPut: random.coin(), spot: random.logUniform(1e-300, 1e300), deviation: deviation,
                moneyness: random.uniform(-1, 1) * min(5, 30 * deviation), time: random.logUniform(1e-2, 30),
                rate: random.uniform(-0.05, 0.15), yield: random.uniform(-0.02, 0.1))
        },
        Region(
            subject: .values, name: "price-large-volatility", summary: "σ 2 to 200, T 0.01 to 30", points: 300_000
        ) { random in
            OptionInput(
                isPut: random.coin(), spot: 100, strike: 100 * random.logUniform(0.01, 100),
                time: random.logUniform(1e-2, 30), rate: random.uniform(-0.05, 0.15),
                yield: random.uniform(-0.02, 0.1), volatility: random.logUniform(2, 200))
        },
    ]

    /// Options as markets quote them.
    static func ordinary(_ random: inout SeededGenerator) -> OptionInput {
        OptionInput(
            isPut: random.coin(), spot: random.uniform(50, 200), strike: random.uniform(50, 200),
            time: random.uniform(0.02, 2), rate: random.uniform(0, 0.08), yield: random.uniform(0, 0.04),
            volatility: random.uniform(0.05, 1))
    }
}
