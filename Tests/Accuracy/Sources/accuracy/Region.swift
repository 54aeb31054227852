import Foundation

/// A part of the domain, as a seeded random generator of options.
struct Region: Sendable {
    /// What is measured there.
    enum Subject: Sendable {
        /// The sixteen values at the generated volatility.
        case values
        /// The volatility implied by the exact price, rounded to a double.
        case impliedVolatility
    }

    let subject: Subject
    let name: String
    let summary: String
    /// How many points are measured unless told otherwise.
    let points: Int
    /// Options that are worth less are left out.
    var leastPrice = 0.0
    let option: @Sendable (inout SeededGenerator) -> OptionInput

    /// All regions.
    static let all = pricing + impliedVolatility
}

extension SeededGenerator {
    /// An option of total volatility `deviation` whose forward is `moneyness` above the strike, in logarithms.
    mutating func option(
        isPut: Bool, spot: Double = 100, deviation: Double, moneyness: Double, time: Double, rate: Double, yield: Double
    ) -> OptionInput {
        OptionInput(
            isPut: isPut, spot: spot, strike: spot * exp((rate - yield) * time - moneyness), time: time,
            rate: rate, yield: yield, volatility: deviation / time.squareRoot())
    }
}
