/// The symbol of a listed option, as the Options Clearing Corporation writes it: the root, the expiration as `YYMMDD`,
/// `C` or `P`, and the strike in thousandths in eight digits.
///
/// ```swift
/// let symbol = OptionSymbol("O:COIN260213C00165000")
/// symbol?.strike      // 165
/// symbol?.compact     // COIN260213C00165000
/// ```
///
/// The root of an adjusted contract ends with a digit (`COIN1`), and is not the ticker of the underlying; that of a
/// weekly index option may have another name (`SPXW`).
///
/// > Source: The Options Clearing Corporation, "Options Symbology Initiative", 2010.
public struct OptionSymbol: Hashable, Sendable {
    /// The root: 1 to 6 letters and digits.
    public let root: String
    /// The expiration, 2000 to 2099.
    public let expiration: CalendarDate
    /// Call or put.
    public let kind: OptionKind
    /// The strike in thousandths of a dollar, 1 to 99,999,999.
    public let strikeThousandths: Int

    /// Creates a symbol; `nil` if a component is outside of its domain or the strike has more than three decimals.
    public init?(root: String, expiration: CalendarDate, kind: OptionKind, strike: ExactDecimal) {
        guard let thousandths = strike.scaledInteger(decimals: 3) else { return nil }
        self.init(root: root, expiration: expiration, kind: kind, strikeThousandths: thousandths)
    }

    private init?(root: some StringProtocol, expiration: CalendarDate, kind: OptionKind, strikeThousandths: Int) {
        let isRoot = root.utf8.allSatisfy {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        guard (1...6).contains(root.utf8.count), isRoot, (2000...2099).contains(expiration.year),
            (1...99_999_999).contains(strikeThousandths)
        else { return nil }
        self.root = String(root)
        self.expiration = expiration
        self.kind = kind
        self.strikeThousandths = strikeThousandths
    }

    /// Parses a symbol with or without the prefix `O:`, compact or with the root padded to six characters; `nil` for
    /// any other text.
    public init?(_ text: some StringProtocol) {
        // In bytes: a character of the text may consist of several.
        var symbol = Array(text.utf8)[...]
        if symbol.starts(with: "O:".utf8) { symbol = symbol.dropFirst(2) }
        guard symbol.count > 15 else { return nil }
        let terms = symbol.suffix(15)
        var root = symbol.dropLast(15)
        if symbol.count == 21 {
            while root.last == UInt8(ascii: " ") { root.removeLast() }
        }
        func number(_ range: Range<Int>) -> Int? {
            var number = 0
            for byte in terms.dropFirst(range.lowerBound).prefix(range.count) {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = 10 * number + Int(byte - UInt8(ascii: "0"))
            }
            return number
        }
        guard let year = number(0..<2), let month = number(2..<4), let day = number(4..<6), let strike = number(7..<15),
            let expiration = CalendarDate(year: 2000 + year, month: month, day: day)
        else { return nil }
        let kind: OptionKind
        switch terms[terms.startIndex + 6] {
        case UInt8(ascii: "C"): kind = .call
        case UInt8(ascii: "P"): kind = .put
        default: return nil
        }
        self.init(
            root: String(decoding: root, as: UTF8.self), expiration: expiration, kind: kind, strikeThousandths: strike)
    }

    /// The strike in dollars.
    public var strike: ExactDecimal { ExactDecimal(significand: Int64(strikeThousandths), exponent: -3) }

    /// The symbol without spaces: `COIN260213C00165000`.
    public var compact: String { root + terms }

    /// The symbol with the prefix that Polygon uses: `O:COIN260213C00165000`.
    public var prefixed: String { "O:" + compact }

    /// The symbol with the root padded to six characters: `COIN  260213C00165000`.
    public var padded: String { root + String(repeating: " ", count: 6 - root.utf8.count) + terms }

    private var terms: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: count - digits.utf8.count) + digits
        }
        let date = [expiration.year - 2000, expiration.month, expiration.day].map { digits($0, 2) }.joined()
        return date + (kind == .call ? "C" : "P") + digits(strikeThousandths, 8)
    }
}

extension OptionSymbol: CustomStringConvertible {
    /// The compact symbol.
    public var description: String { compact }
}
