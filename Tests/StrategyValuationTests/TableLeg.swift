import ExactPayoff
import StrategyValuation
import Testing

/// A leg of a table of reference values.
struct TableLeg: Decodable {
    let type, position: String
    let premium: Double
    let quantity, sharesPerContract: Int
    let strikePrice, timeToExpiration, volatility: Double?

    func priced() throws -> PricedLeg {
        let instrument: Leg.Instrument =
            switch (type, strikePrice) {
            case ("call", let strike?): .call(strikePrice: strike)
            case ("put", let strike?): .put(strikePrice: strike)
            default: .stock
            }
        let leg = try Leg(
            instrument, try #require(.init(rawValue: position)), premium: premium, quantity: quantity,
            sharesPerContract: sharesPerContract)
        guard let timeToExpiration, let volatility else { return PricedLeg(shares: leg) }
        return try PricedLeg(leg, timeToExpiration: timeToExpiration, volatility: volatility)
    }
}
