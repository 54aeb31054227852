/// Options as a structure of arrays, the shape in which an engine takes them.
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

    /// The option at a place.
    subscript(index: Int) -> OptionInput {
        OptionInput(
            isPut: isPut[index], spot: spot[index], strike: strike[index], time: time[index], rate: rate[index],
            yield: yield[index], volatility: volatility[index])
    }
}
