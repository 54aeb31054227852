/// A row of the group `otm_normalised_grid` of `Fixtures/reference/implied_vol.json`: the exact inverse of the price of an
/// out-of-the-money option, normalised by √(forward · strike).
public struct ReferenceVolatility: Decodable, Sendable {
    /// ln(forward / strike), whose sign changes nothing.
    public let log_moneyness: Double
    /// The price.
    public let price: Double
    /// The double nearest to the σ√T at which the option has exactly this price.
    public let implied_total_vol_of_double_price: Double
    /// The relative change of σ√T per relative change of the price.
    public let condition_number: Double

    private struct Row: Decodable {
        let group: String
        let value: ReferenceVolatility?

        init(from decoder: any Decoder) throws {
            enum Key: String, CodingKey { case group }
            group = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .group)
            value = group == "otm_normalised_grid" ? try ReferenceVolatility(from: decoder) : nil
        }
    }

    /// Every row.
    public static func all() throws -> [ReferenceVolatility] {
        struct Table: Decodable {
            let cases: [Row]
        }
        return try Fixture.decode(Table.self, "Fixtures/reference/implied_vol.json").cases.compactMap(\.value)
    }

    /// The years of ``quote(isPut:)``: an even power of two, so that no digit changes, with which rates stay small.
    public static let years = 16.0

    /// The same price as an option with spot and strike 1: with rates of ±x/2 over the whole time the forward is e^(x/2) and
    /// the strike e^(−x/2), discounted, exactly; their product is 1. Its volatility is to be compared with
    /// ``volatility``.
    ///
    /// - Parameter isPut: Out of the money the forward of a put is the greater of the two.
    /// - Returns: The option.
    public func quote(isPut: Bool) -> OptionSample {
        let rate = abs(log_moneyness) / 2 / Self.years * (isPut ? 1 : -1)
        return OptionSample(
            isPut: isPut, spot: 1, strike: 1, time: Self.years, rate: rate, yield: -rate, volatility: volatility)
    }

    /// The exact inverse, per square root of a year.
    public var volatility: Double { implied_total_vol_of_double_price / Self.years.squareRoot() }

    /// The documented bound of the relative error: 8 · 2⁻⁵³ · max(1, condition number).
    public var bound: Double { 8 * 0x1p-53 * max(1, condition_number) }
}
