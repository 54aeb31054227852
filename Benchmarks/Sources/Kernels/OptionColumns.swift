import OptionPricing

/// Random options in columns: spot and strike 50 to 200, time 0.02 to 2, rate 0 to 0.08, yield 0 to 0.04, volatility
/// 0.05 to 1, calls and puts.
struct OptionColumns {
    var kinds: [OptionKind] = []
    var spots: [Double] = []
    var strikes: [Double] = []
    var times: [Double] = []
    var rates: [Double] = []
    var yields: [Double] = []
    var volatilities: [Double] = []

    var count: Int { kinds.count }

    /// Volatilities for the normal model, in money: relative volatilities times the forward.
    var normalVolatilities: [Double] { zip(volatilities, spots).map { $0 * $1 } }

    init(count: Int) {
        var random = Random()
        for _ in 0..<count {
            kinds.append(random.uniform(0, 1) < 0.5 ? .call : .put)
            spots.append(random.uniform(50, 200))
            strikes.append(random.uniform(50, 200))
            times.append(random.uniform(0.02, 2))
            rates.append(random.uniform(0, 0.08))
            yields.append(random.uniform(0, 0.04))
            volatilities.append(random.uniform(0.05, 1))
        }
    }

    /// 400 puts of one expiration, on a spot price of 100, each with a volatility of its own.
    static func chain(time: Double, rate: Double, yield: Double) -> OptionColumns {
        var chain = OptionColumns(count: 400)
        for index in 0..<chain.count {
            chain.kinds[index] = .put
            chain.spots[index] = 100
            chain.strikes[index] = 60 + 0.2 * Double(index)
            chain.times[index] = time
            chain.rates[index] = rate
            chain.yields[index] = yield
            chain.volatilities[index] = 0.2 + 0.0005 * Double(abs(index - 200))
        }
        return chain
    }

    /// A generator with the same sequence in every run: xorshift64 (Marsaglia, "Xorshift RNGs", 2003).
    private struct Random {
        private var state: UInt64 = 88_172_645_463_325_252

        mutating func uniform(_ low: Double, _ high: Double) -> Double {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return low + (high - low) * Double(state >> 11) * 0x1p-53
        }
    }
}
