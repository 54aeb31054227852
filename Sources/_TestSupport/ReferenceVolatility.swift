/// A row of the group `otm_normalised_grid` in `Fixtures/reference/implied_vol.json`: the exact inverse of the price of an
/// out-of-the-money option, normalised by √(forward · strike).
public struct ReferenceVolatility: Decodable, Sendable {
    /// ln(forward / strike). Its sign does not affect the other values.
    public let log_moneyness: Double
    /// The normalised price.
    public let price: Double
    /// The double nearest to the exact σ√T of the price.
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

    /// Reads every row.
    public static func all() throws -> [ReferenceVolatility] {
        struct Table: Decodable {
            let cases: [Row]
        }
        return try Fixture.decode(Table.self, "Fixtures/reference/implied_vol.json").cases.compactMap(\.value)
    }

    /// The years of ``quote(isPut:)``: an even power of two, so that conversions are exact, and large enough for small rates.
    public static let years = 16.0

    /// Expresses the row as an option with spot and strike 1. With total rates of ±x/2, the discounted forward is exactly
    /// e^(x/2) and the discounted strike e^(−x/2), whose product is 1. The implied volatility of the option is to be compared
    /// with ``volatility``.
    ///
    /// - Parameter isPut: Whether the option is a put, whose forward is greater than the strike out of the money.
    /// - Returns: The option.
    public func quote(isPut: Bool) -> OptionSample {
        let rate = abs(log_moneyness) / 2 / Self.years * (isPut ? 1 : -1)
        return OptionSample(
            isPut: isPut, spot: 1, strike: 1, time: Self.years, rate: rate, yield: -rate, volatility: volatility)
    }

    /// The exact volatility: σ√T divided by the square root of the years.
    public var volatility: Double { implied_total_vol_of_double_price / Self.years.squareRoot() }

    /// The documented bound on the relative error: 8 · 2⁻⁵³ · max(1, condition number).
    public var bound: Double { 8 * 0x1p-53 * max(1, condition_number) }
}
