import Foundation

extension Region {
    /// The regions for options on forwards.
    static let forward: [Region] = [
        Region(
            subject: .values, name: "black76-ordinary", summary: "as price-ordinary, on a forward", points: 300_000,
            model: .black76
        ) { onForward(ordinary(&$0)) },
        Region(
            subject: .values, name: "black76-far", summary: "as price-far, on a forward", points: 300_000,
            leastPrice: 1e-290, model: .black76
        ) { random in
            let isPut = random.coin()
            let deviation = random.logUniform(1e-3, 3)
            let distance = deviation * random.uniform(3, 37)
            let rate = random.uniform(-0.05, 0.15)
            return random.option(
                isPut: isPut, deviation: deviation, moneyness: isPut ? distance : -distance,
                time: random.logUniform(1e-3, 30), rate: rate, yield: rate)
        },
        Region(
            subject: .values, name: "bachelier-ordinary",
            summary: "as price-ordinary, on a forward, volatility 0.05 to 1 times the forward", points: 300_000,
            model: .bachelier
        ) { random in
            var option = onForward(ordinary(&random))
            option.volatility *= option.spot
            return option
        },
        Region(
            subject: .values, name: "bachelier-far",
            summary: "within 38 standard deviations, 1e-6 to 1e6 times the forward of either sign", points: 300_000,
            leastPrice: 1e-290, model: .bachelier
        ) { normal(&$0, distance: 38) },
        Region(
            subject: .impliedVolatility, name: "bachelier-volatility-ordinary", summary: "as bachelier-ordinary",
            points: 300_000, leastPrice: 1e-290, model: .bachelier
        ) { random in
            var option = onForward(ordinary(&random))
            option.volatility *= option.spot
            return option
        },
        Region(
            subject: .impliedVolatility, name: "bachelier-volatility-far", summary: "as bachelier-far",
            points: 300_000, leastPrice: 1e-290, model: .bachelier
        ) { normal(&$0, distance: 38) },
    ]

    private static func onForward(_ option: OptionInput) -> OptionInput {
        var option = option
        option.yield = option.rate
        return option
    }

    private static func normal(_ random: inout SeededGenerator, distance: Double) -> OptionInput {
        let forward = random.logUniform(1e-3, 1e3) * (random.coin() ? 1 : -1)
        let deviation = abs(forward) * random.logUniform(1e-6, 1e6)
        let (time, rate) = (random.logUniform(1e-3, 30), random.uniform(-0.05, 0.15))
        return OptionInput(
            isPut: random.coin(), spot: forward, strike: forward + deviation * random.uniform(-distance, distance),
            time: time, rate: rate, yield: rate, volatility: deviation / time.squareRoot())
    }
}
