/// An exact decimal of up to 18 digits: `significand × 10^exponent`.
///
/// Prices are decimals: sources write them so, the store keeps them so, and responses show the same digits.
///
/// ```swift
/// let price = ExactDecimal("165.12")
/// let close = ExactDecimal(rounding: 75.0875015258789, decimals: 4)     // 75.0875
/// ```
public struct ExactDecimal: Hashable, Sendable {
    /// At most 18 digits, without trailing zeros; 0 for zero.
    public let significand: Int64
    /// −100 to 100; 0 for zero.
    public let exponent: Int8

    /// Zero.
    public static let zero = ExactDecimal(normalized: 0, exponent: 0)

    private static let limit: Int64 = 1_000_000_000_000_000_000

    private init(normalized significand: Int64, exponent: Int) {
        self.significand = significand
        self.exponent = Int8(exponent)
    }

    /// Creates `significand × 10^exponent`, rounded half to even to 18 digits and 100 decimals.
    ///
    /// - Precondition: The result's exponent is 100 or less.
    public init(significand: Int64, exponent: Int) {
        guard let value = ExactDecimal(wide: Int128(significand), exponent: exponent) else {
            preconditionFailure("The exponent \(exponent) is above 100.")
        }
        self = value
    }

    /// Creates `wide × 10^exponent`, rounded half to even to 18 digits and to multiples of 10^−100; `nil` if the
    /// exponent is too large.
    init?(wide: Int128, exponent: Int) {
        // Beyond these exponents the value is zero, or too large.
        var (value, exponent) = (wide, min(max(exponent, -200), 200))
        // The last digit removed, and whether any digit removed before it was not 0.
        var (digit, isInexact) = (UInt128(0), false)
        while value.magnitude >= UInt128(Self.limit.magnitude) || exponent < -100 && value != 0 {
            isInexact = isInexact || digit != 0
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: 10)
            (value, digit) = (quotient, remainder.magnitude)
            exponent += 1
        }
        // An exponent below −100 remains only if no digit is left: the value is less than half of 10^−100.
        if digit > 5 || digit == 5 && (isInexact || !value.isMultiple(of: 2)), exponent >= -100 {
            value += wide.signum()
        }
        guard value != 0 else {
            self = .zero
            return
        }
        while value.isMultiple(of: 10) {
            value /= 10
            exponent += 1
        }
        guard exponent <= 100 else { return nil }
        self = ExactDecimal(normalized: Int64(value), exponent: exponent)
    }

    /// Parses a decimal as JSON writes numbers, also with leading zeros: an optional minus sign, digits, an optional
    /// fraction and an optional exponent. More than 18 digits and more than 100 decimals are rounded half to even.
    ///
    /// - Returns: `nil` for any other text, and if the exponent of the result is above 100.
    public init?(_ text: some StringProtocol) {
        var digits = text.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits.removeFirst() }
        var value: Int128 = 0
        var (count, exponent, dropped) = (0, 0, false)
        var isFraction = false
        var isEmpty = true
        scan: while let byte = digits.first {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                isEmpty = false
                if count < 30 {
                    value = value * 10 + Int128(byte - UInt8(ascii: "0"))
                    if value != 0 { count += 1 }
                    if isFraction { exponent -= 1 }
                } else {
                    dropped = dropped || byte != UInt8(ascii: "0")
                    if !isFraction { exponent += 1 }
                }
            case UInt8(ascii: "."):
                guard !isFraction, !isEmpty else { return nil }
                isFraction = true
                isEmpty = true
            default: break scan
            }
            digits.removeFirst()
        }
        guard !isEmpty else { return nil }
        if let mark = digits.first {
            guard mark | 0x20 == UInt8(ascii: "e") else { return nil }
            digits.removeFirst()
            guard let written = Self.writtenExponent(digits) else { return nil }
            exponent += written
        }
        // A digit beyond the thirtieth only decides ties.
        if dropped { (value, exponent) = (value * 10 + 1, exponent - 1) }
        guard let decimal = ExactDecimal(wide: isNegative ? -value : value, exponent: exponent) else { return nil }
        self = decimal
    }

    /// Parses the text after `e`: an optional sign and digits. Large exponents become ±10^15, which no number of digits
    /// can offset.
    private static func writtenExponent(_ text: some Collection<UInt8>) -> Int? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text.dropFirst(0)
        guard !digits.isEmpty else { return nil }
        var exponent = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            exponent = min(10 * exponent + Int(byte - UInt8(ascii: "0")), 1_000_000_000_000_000)
        }
        return isNegative ? -exponent : exponent
    }

    /// Creates the shortest decimal that reads as the double; `nil` if it is not finite or the exponent of the result
    /// is above 100.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(value.description)
    }

    /// Creates the decimal with at most `decimals` decimals that is nearest to the shortest decimal of the double, half
    /// to even; `nil` as for ``init(_:)-(Double)``.
    public init?(rounding value: Double, decimals: Int) {
        guard let exact = ExactDecimal(value) else { return nil }
        self = exact.rounded(decimals: decimals)
    }

    /// The nearest double.
    public var doubleValue: Double {
        // The division and the product of two exact doubles are correctly rounded.
        if significand.magnitude < 1 << 53, (-22...22).contains(exponent) {
            return exponent < 0
                ? Double(significand) / Self.power(-Int(exponent)) : Double(significand) * Self.power(Int(exponent))
        }
        return Double("\(significand)e\(exponent)") ?? 0
    }

    private static func power(_ exponent: Int) -> Double {
        var power = 1.0
        for _ in 0..<exponent { power *= 10 }
        return power
    }

    /// Returns the nearest decimal with at most `decimals` decimals, half to even.
    ///
    /// - Parameter decimals: 0 or greater; a negative number counts as 0.
    /// - Returns: The decimal.
    public func rounded(decimals: Int) -> ExactDecimal {
        let excess = -Int(exponent) - min(max(decimals, 0), 100)
        guard excess > 0 else { return self }
        // With 18 digits, a value below 10^−19 of the unit is less than half of it.
        guard excess <= 19 else { return .zero }
        let unit = Self.powerOfTen(excess)
        let (quotient, remainder) = Int128(significand).quotientAndRemainder(dividingBy: unit)
        let twice = remainder.magnitude * 2
        let roundsUp = twice > unit.magnitude || twice == unit.magnitude && !quotient.isMultiple(of: 2)
        let value = roundsUp ? quotient + Int128(significand.signum()) : quotient
        return ExactDecimal(wide: value, exponent: Int(exponent) + excess) ?? .zero
    }

    /// Returns the value times 10^decimals.
    ///
    /// - Parameter decimals: Of either sign.
    /// - Returns: The product; `nil` if it is not an integer or has more than 18 digits.
    public func scaledInteger(decimals: Int) -> Int? {
        guard significand != 0 else { return 0 }
        let shift = Int(exponent) + min(max(decimals, -1000), 1000)
        guard (0...18).contains(shift) else { return nil }
        let value = Int128(significand) * Self.powerOfTen(shift)
        return value.magnitude < UInt128(Self.limit.magnitude) ? Int(value) : nil
    }

    static func powerOfTen(_ exponent: Int) -> Int128 {
        var power: Int128 = 1
        for _ in 0..<exponent { power *= 10 }
        return power
    }
}

extension ExactDecimal: CustomStringConvertible {
    /// The digits without an exponent: `165.12`, `0.00000853`.
    public var description: String {
        let digits = "\(significand.magnitude)"
        let sign = significand < 0 ? "-" : ""
        if exponent >= 0 { return sign + digits + String(repeating: "0", count: Int(exponent)) }
        let decimals = -Int(exponent)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}

extension ExactDecimal: Comparable {
    /// Whether `left` is less than `right`, exactly.
    public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        let signs = (left.significand.signum(), right.significand.signum())
        if signs.0 != signs.1 { return signs.0 < signs.1 }
        let difference = Int(left.exponent) - Int(right.exponent)
        // With at most 18 digits each, the one with the much larger exponent has the larger magnitude.
        if difference > 19 { return left.significand < 0 }
        if difference < -19 { return left.significand >= 0 }
        return Int128(left.significand) * powerOfTen(max(difference, 0))
            < Int128(right.significand) * powerOfTen(max(-difference, 0))
    }
}

extension ExactDecimal {
    /// The product, rounded half to even to 18 digits and 100 decimals; `nil` where the exponent is too large.
    public func multiplied(by other: ExactDecimal) -> ExactDecimal? {
        ExactDecimal(
            wide: Int128(significand) * Int128(other.significand), exponent: Int(exponent) + Int(other.exponent))
    }

    /// The sum, rounded half to even to 18 digits; `nil` where the exponent is too large.
    public func adding(_ other: ExactDecimal) -> ExactDecimal? {
        let (large, small) = exponent >= other.exponent ? (self, other) : (other, self)
        if small.significand == 0 { return large }
        if large.significand == 0 { return small }
        // The significand of the larger exponent is scaled to the smaller exponent, as far as 37 digits hold it.
        var (value, exponent) = (Int128(large.significand), Int(large.exponent))
        while exponent > Int(small.exponent), value.magnitude < UInt128(Self.powerOfTen(36)) {
            value *= 10
            exponent -= 1
        }
        let below = exponent - Int(small.exponent)
        if below == 0 { return ExactDecimal(wide: value + Int128(small.significand), exponent: exponent) }
        // The larger one now has more digits than the result; of the digits below them only the sign matters, to decide
        // ties.
        let unit = Self.powerOfTen(min(below, 19))
        let (quotient, remainder) = Int128(small.significand).quotientAndRemainder(dividingBy: unit)
        return ExactDecimal(wide: (value + quotient) * 10 + remainder.signum(), exponent: exponent - 1)
    }

    /// The difference, rounded half to even to 18 digits; `nil` where the exponent is too large.
    public func subtracting(_ other: ExactDecimal) -> ExactDecimal? { adding(other.negated) }

    /// The quotient, rounded half to even to 18 digits and 100 decimals; `nil` for a divisor of zero and where the
    /// exponent is too large.
    public func divided(by other: ExactDecimal) -> ExactDecimal? {
        guard other.significand != 0 else { return nil }
        return Self.quotient(
            Int128(significand), by: Int128(other.significand), exponent: Int(exponent) - Int(other.exponent))
    }

    /// `value / divisor × 10^exponent`, rounded half to even to 18 digits. The divisor is below 10^19 in magnitude and
    /// not 0.
    static func quotient(_ value: Int128, by divisor: Int128, exponent: Int) -> ExactDecimal? {
        guard value != 0 else { return .zero }
        // More digits than the result, and only the sign of the rest, to decide ties
        var (value, exponent) = (value, exponent)
        while value.magnitude < UInt128(powerOfTen(36)) {
            value *= 10
            exponent -= 1
        }
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        let isNegative = (value < 0) != (divisor < 0)
        let rest: Int128 = remainder == 0 ? 0 : isNegative ? -1 : 1
        let (shifted, overflows) = quotient.multipliedReportingOverflow(by: 10)
        // With so many digits, the last one decides no tie.
        if overflows { return ExactDecimal(wide: quotient, exponent: exponent) }
        return ExactDecimal(wide: shifted + rest, exponent: exponent - 1)
    }

    /// The value with the other sign.
    public var negated: ExactDecimal { ExactDecimal(normalized: -significand, exponent: Int(exponent)) }
}
