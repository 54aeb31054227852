import ExactPayoff
import StrategyNames

/// A leg as `docs/strategy-names.md` writes it: `+S`, `-2C105`, `+P1@far`. A strike is a price or, in definitions, its
/// number.
struct NotedLeg: Hashable {
    enum Kind: String, CaseIterable { case stock = "S", call = "C", put = "P" }
    enum Expiration: String { case near = "@near", far = "@far" }

    /// Negative if sold.
    var count: Int
    /// Whether the count stands for any number greater than 1; it is then 2.
    var isOpen = false
    var kind: Kind
    /// 0 for shares.
    var strike: Double
    var expiration: Expiration?

    /// The legs of a text, separated by spaces; invalid ones are omitted.
    static func list(_ text: String) -> [NotedLeg] {
        text.split(separator: " ").compactMap { word in
            guard let match = word.wholeMatch(of: /([+-])(\d*|n)([SCP])([\d.]*)(@near|@far)?/),
                let kind = Kind(rawValue: String(match.3))
            else { return nil }
            let count = match.2 == "n" ? 2 : Int(match.2) ?? 1
            return NotedLeg(
                count: match.1 == "+" ? count : -count, isOpen: match.2 == "n", kind: kind,
                strike: Double(match.4) ?? 0, expiration: match.5.flatMap { Expiration(rawValue: String($0)) })
        }
    }

    /// A leg of the engine on `count` × `shares` shares.
    func leg(premium: Double = 1, shares: Int = 100) throws -> Leg {
        let instrument: Leg.Instrument =
            switch kind {
            case .stock: .stock
            case .call: .call(strikePrice: strike)
            case .put: .put(strikePrice: strike)
            }
        return try Leg(
            instrument, count > 0 ? .long : .short, premium: premium, quantity: abs(count), sharesPerContract: shares)
    }

    /// Years.
    var years: Double? {
        switch expiration {
        case .near: 0.1
        case .far: 0.35
        case nil: nil
        }
    }
}

extension StrategyName {
    /// The name of legs in notation.
    static func recognise(_ legs: [NotedLeg]) throws -> StrategyName {
        try recognise(legs.map { try $0.leg() }, expirations: legs.map(\.years))
    }
}
