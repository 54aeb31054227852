internal import ExactPayoff
internal import OptionPricing
internal import PayoffChart
internal import StrategyRequests
internal import StrategyValuation

/// A volatility or a rate so large that it was probably meant as a percentage.
struct UnusualNumber {
    let path: String
    let value: Double

    var message: String {
        let percent = NumberText.text(Self.rounded(value * 100))
        let number = JSONWriter.text(value)
        return "\(path) \(number) means \(percent) %; \(number) % is \(JSONWriter.text(Self.rounded(value / 100)))"
    }

    /// Without the last digits, which a product may have wrong.
    private static func rounded(_ value: Double) -> Double {
        let scaled = (value * 1e8).rounded() / 1e8
        return scaled.isFinite && scaled > 0 ? scaled : value
    }
}

/// The members whose values are decimals. The raw values are different bits.
enum DecimalMember: UInt64 {
    case volatility = 1
    case impliedVolatility = 2
    case riskFreeRate = 4
    case dividendYield = 8

    /// The value above which it is unusual.
    var limit: Double {
        switch self {
        case .volatility, .impliedVolatility: 5
        case .riskFreeRate, .dividendYield: 1
        }
    }
}

/// The members of a request, some of which may be unusual numbers.
protocol WarnedMembers: RequestMembers {
    /// Calls `visit` with each volatility and rate, and its path.
    func visitDecimals(_ visit: (DecimalMember, _ value: Double?, _ path: () -> String) -> Void)
}

extension WarnedMembers {
    /// The bits of the members that have an unusual number.
    var unusualMembers: UInt64 {
        var bits: UInt64 = 0
        visitDecimals { member, value, _ in if let value, value > member.limit { bits |= member.rawValue } }
        return bits
    }

    var unusualNumbers: [UnusualNumber] {
        var numbers: [UnusualNumber] = []
        visitDecimals { member, value, path in
            if let value, value > member.limit { numbers.append(UnusualNumber(path: path(), value: value)) }
        }
        return numbers
    }
}

extension OptionMembers: WarnedMembers {
    func visitDecimals(_ visit: (DecimalMember, _ value: Double?, _ path: () -> String) -> Void) {
        // The volatility of the normal model is money.
        if given == .volatility, model != .bachelier { visit(.volatility, number) { "volatility" } }
        visit(.riskFreeRate, riskFreeRate) { "riskFreeRate" }
        visit(.dividendYield, dividendYield) { "dividendYield" }
    }
}

extension CalculationMembers: WarnedMembers {
    func visitDecimals(_ visit: (DecimalMember, _ value: Double?, _ path: () -> String) -> Void) {
        extensions?.visitDecimals(visit)
        for index in legs.indices {
            visit(.impliedVolatility, legs[index].impliedVolatility) { "legs[\(index)].impliedVolatility" }
        }
    }
}

extension ScenarioMembers: WarnedMembers {
    func visitDecimals(_ visit: (DecimalMember, _ value: Double?, _ path: () -> String) -> Void) {
        extensions?.visitDecimals(visit)
        for index in legs.indices {
            visit(.impliedVolatility, legs[index].impliedVolatility) { "legs[\(index)].impliedVolatility" }
        }
        for position in positions.indices {
            for index in positions[position].legs.indices {
                visit(.impliedVolatility, positions[position].legs[index].impliedVolatility) {
                    "positions[\(position)].legs[\(index)].impliedVolatility"
                }
            }
        }
    }
}

extension RequestExtensions {
    fileprivate func visitDecimals(_ visit: (DecimalMember, _ value: Double?, _ path: () -> String) -> Void) {
        visit(.volatility, volatility) { "volatility" }
        visit(.riskFreeRate, riskFreeRate) { "riskFreeRate" }
        visit(.dividendYield, dividendYield) { "dividendYield" }
    }
}
