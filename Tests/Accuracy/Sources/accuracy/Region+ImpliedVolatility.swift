import Foundation

extension Region {
    /// The regions for implied volatility: options whose rounded exact price has a volatility.
    static let impliedVolatility: [Region] = [
        Region(
            subject: .impliedVolatility, name: "volatility-ordinary",
            summary: "S, K 50 to 200, T 0.02 to 2, r 0 to 0.08, q 0 to 0.04, σ 0.05 to 1", points: 1_000_000,
            leastPrice: 1e-290, option: ordinary),
        Region(
            subject: .impliedVolatility, name: "volatility-wide",
            summary: "|ln(F/K)| to 16, total volatility 1e-4 to 8, in and out of the money", points: 200_000,
            leastPrice: 1e-290
        ) { random in
            let deviation = random.logUniform(1e-4, 8)
            let moneyness = random.uniform(-1, 1) * min(16, 37 * deviation)
            return normalised(isPut: random.coin(), deviation: deviation, moneyness: moneyness)
        },
        Region(
            subject: .impliedVolatility, name: "volatility-extreme",
            summary: "|ln(F/K)| 16 to 1400, in and out of the money", points: 100_000, leastPrice: 1e-290
        ) { random in
            // The middle of the range of prices is at the square root of twice the moneyness.
            let distance = random.logUniform(16, 1400)
            let deviation = (2 * distance).squareRoot() * random.logUniform(0.1, 3)
            return normalised(
                isPut: random.coin(), deviation: deviation, moneyness: random.coin() ? distance : -distance,
                shift: random.uniform(0, max(0, 700 - distance / 2)))
        },
        Region(
            subject: .impliedVolatility, name: "volatility-discounting",
            summary: "T to 30, r to 0.15, q -0.02 to 0.1, σ 1e-3 to 1, in and out of the money", points: 200_000,
            leastPrice: 1e-290
        ) { random in
            let time = random.uniform(1, 30)
            let deviation = random.logUniform(1e-3, 1) * time.squareRoot()
            return random.option(
                isPut: random.coin(), deviation: deviation, moneyness: deviation * random.uniform(-8, 8), time: time,
                rate: random.uniform(-0.05, 0.15), yield: random.uniform(-0.02, 0.1))
        },
        Region(
            subject: .impliedVolatility, name: "volatility-deep",
            summary: "1 to 9 total volatilities in the money, total volatility 1e-2 to 3", points: 200_000,
            leastPrice: 1e-290
        ) { random in
            let isPut = random.coin()
            let deviation = random.logUniform(1e-2, 3)
            let distance = deviation * random.uniform(1, 9)
            return random.option(
                isPut: isPut, deviation: deviation, moneyness: isPut ? -distance : distance,
                time: random.logUniform(1e-2, 10), rate: random.uniform(-0.05, 0.15),
                yield: random.uniform(-0.02, 0.1))
        },
    ]

    /// An undiscounted option with one year to expiration and with spot and strike e^±(moneyness/2) · e^shift.
    private static func normalised(
        isPut: Bool, deviation: Double, moneyness: Double, shift: Double = 0
    ) -> OptionInput {
        OptionInput(
            isPut: isPut, spot: exp(shift + moneyness / 2), strike: exp(shift - moneyness / 2),
            time: 1, rate: 0, yield: 0, volatility: deviation)
    }
}
