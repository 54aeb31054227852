package import ExactPayoff
internal import _TestSupport

/// A table of `Fixtures/reference`, computed with exact rational arithmetic; each file states its sources and
/// conventions.
package struct ReferenceTable: Decodable {
    package struct Case: Decodable, CustomStringConvertible {
        package struct Leg: Decodable {
            package let type, position: String
            package let strikePrice: Double?
            package let premium: Double
            package let quantity, sharesPerContract: Int

            package init(
                type: String, position: String, strikePrice: Double?, premium: Double, quantity: Int,
                sharesPerContract: Int
            ) {
                (self.type, self.position, self.strikePrice) = (type, position, strikePrice)
                (self.premium, self.quantity, self.sharesPerContract) = (premium, quantity, sharesPerContract)
            }

            package func leg() throws -> ExactPayoff.Leg {
                guard let side = ExactPayoff.Leg.Side(rawValue: position) else {
                    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no side \(position)"))
                }
                let instrument: ExactPayoff.Leg.Instrument
                switch (type, strikePrice) {
                case ("call", let strikePrice?): instrument = .call(strikePrice: strikePrice)
                case ("put", let strikePrice?): instrument = .put(strikePrice: strikePrice)
                default: instrument = .stock
                }
                return try .init(
                    instrument, side, premium: premium, quantity: quantity,
                    sharesPerContract: sharesPerContract)
            }
        }

        package struct Expected: Decodable {
            package let netCost: Double
            package let maxProfit, maxLoss: Double?
            package let breakEvenPoints: [Double]
        }

        package struct Check: Decodable {
            package let S, pnl: Double
        }

        package let name: String?
        package let id: Int?
        package let currentPrice: Double
        package let legs: [Leg]
        package let expected: Expected
        package let pnlChecks: [Check]?

        package var description: String { name ?? "random \(id ?? -1)" }
    }

    package let cases: [Case]

    package static func cases(_ file: String) throws -> [Case] {
        try Fixture.decode(ReferenceTable.self, "Fixtures/reference/\(file)").cases
    }
}
