import Foundation

/// A part of the domain, as a seeded random generator of options.
struct Region: Sendable {
    /// The measured quantities.
    enum Subject: Sendable {
        /// The sixteen values at the generated volatility.
        case values
        /// The volatility implied by the exact price, rounded to a double.
        case impliedVolatility
    }

    let subject: Subject
    let name: String
    let summary: String
    /// The default number of points.
    let points: Int
    /// Options with a lower price are omitted.
    var leastPrice = 0.0
    /// The model that values the options.
    var model = Model.blackScholesMerton
    let option: @Sendable (inout SeededGenerator) -> OptionInput

    /// All regions.
    static let all = pricing + impliedVolatility + forward
}

/// A model of the price of the underlying. The spot of an option on a forward is the forward, and its yield is the rate.
enum Model: Sendable {
    case blackScholesMerton, black76, bachelier
}

extension SeededGenerator {
    /// An option with total volatility `deviation` and ln(forward / strike) = `moneyness`.
    mutating func option(
        isPut: Bool, spot: Double = 100, deviation: Double, moneyness: Double, time: Double, rate: Double, yield: Double
    ) -> OptionInput {
        OptionInput(
            isPut: isPut, spot: spot, strike: spot * exp((rate - yield) * time - moneyness), time: time,
            rate: rate, yield: yield, volatility: deviation / time.squareRoot())
    }
}
