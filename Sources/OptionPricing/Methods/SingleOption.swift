internal import OptionKernels

/// One option as columns of one element, for kernels. Money is in a unit in which the strike is at least 1 and below 2, because options
/// are worth the same in every unit.
struct SingleOption {
    let unit: Double
    let kind: [1 of OptionKind]
    let spot, strike, time, rate, yield: [1 of Double]

    init(_ option: ModelledOption) {
        unit = Self.unit(ofStrike: option.strike)
        kind = [option.kind]
        spot = [option.spot / unit]
        strike = [option.strike / unit]
        time = [option.timeToExpiration]
        rate = [option.riskFreeRate]
        yield = [option.dividendYield]
    }

    static func unit(ofStrike strike: Double) -> Double {
        Double(sign: .plus, exponent: strike.exponent, significand: 1)
    }
}
