/// Options as a structure of arrays, the input format of an engine.
struct OptionArrays: Sendable {
    var isPut: [Bool] = []
    var spot: [Double] = []
    var strike: [Double] = []
    var time: [Double] = []
    var rate: [Double] = []
    var yield: [Double] = []
    var volatility: [Double] = []

    /// The number of options.
    var count: Int { spot.count }

    /// Adds one option.
    mutating func append(_ option: OptionInput) {
        isPut.append(option.isPut)
        spot.append(option.spot)
        strike.append(option.strike)
        time.append(option.time)
        rate.append(option.rate)
        yield.append(option.yield)
        volatility.append(option.volatility)
    }

    /// The option at an index.
    subscript(index: Int) -> OptionInput {
        OptionInput(
            isPut: isPut[index], spot: spot[index], strike: strike[index], time: time[index], rate: rate[index],
            yield: yield[index], volatility: volatility[index])
    }
}

/// One European option: amounts per share, time in years, rates and volatility in decimals per year.
struct OptionInput: Sendable, CustomStringConvertible {
    var isPut: Bool
    var spot: Double
    var strike: Double
    var time: Double
    var rate: Double
    var yield: Double
    var volatility: Double

    /// The inputs with the shortest digits that identify the doubles; omits an unknown volatility.
    var description: String {
        "\(isPut ? "put" : "call") S=\(spot) K=\(strike) T=\(time) r=\(rate) q=\(yield)"
            + (volatility.isNaN ? "" : " σ=\(volatility)")
    }

    /// Whether the reference supports the option: all inputs are finite, and positive where required.
    func isValid(in model: Model) -> Bool {
        let positive = model == .bachelier ? [time, volatility] : [spot, strike, time, volatility]
        return spot.isFinite && strike.isFinite && positive.allSatisfy { $0.isNormal && $0 > 0 } && rate.isFinite
            && yield.isFinite
    }
}
