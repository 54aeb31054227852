/// Formats numbers for display: thousands separated by commas, a true minus sign, powers of ten for long rows of
/// zeros.
package enum NumberText {
    /// The shortest decimal that reads back as the finite `value`, as in the response: plain digits from 10⁻¹⁰ up to 10¹⁶.
    package static func text(_ value: Double) -> String {
        var significand = 0
        var exponent = 0
        var rest = value.magnitude.description.utf8[...]
        var isFraction = false
        while let character = rest.popFirst(), character != UInt8(ascii: "e") {
            if character == UInt8(ascii: ".") {
                isFraction = true
            } else {
                significand = significand * 10 + Int(character - UInt8(ascii: "0"))
                exponent -= isFraction ? 1 : 0
            }
        }
        exponent += Int(Substring(rest)) ?? 0
        if significand == 0 { return "0" }
        while significand.isMultiple(of: 10) {
            significand /= 10
            exponent += 1
        }
        let number = value < 0 ? -significand : significand
        let isPlain = (1e-10..<1e16).contains(value.magnitude)
        return isPlain ? plain(number, exponent: exponent) : scientific(number, exponent: exponent)
    }

    /// The texts of `significands` × 10^`exponent`, all with the same decimals. Powers of ten replace texts of more than 11
    /// characters if they are shorter.
    static func axisLabels(of significands: [Int], exponent: Int) -> [String] {
        let isExtreme = !(-20...20).contains(exponent)
        let powers = significands.map { scientific($0, exponent: exponent) }
        if isExtreme { return powers }
        let digits = significands.map { $0 == 0 ? "0" : plain($0, exponent: exponent) }
        let (longest, shorter) = (digits.longest, powers.longest)
        return longest > 11 && shorter < longest ? powers : digits
    }

    private static func plain(_ significand: Int, exponent: Int) -> String {
        var digits = String(significand.magnitude)
        if exponent > 0, significand != 0 { digits += String(repeating: "0", count: exponent) }
        let decimals = max(0, -exponent)
        if digits.count <= decimals { digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits }
        let fraction = digits.suffix(decimals)
        return sign(significand) + grouped(digits.dropLast(decimals)) + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    private static func scientific(_ significand: Int, exponent: Int) -> String {
        if significand == 0 { return "0" }
        var digits = Substring(String(significand.magnitude))
        let power = exponent + digits.count - 1
        while digits.last == "0" { digits.removeLast() }
        let fraction = digits.dropFirst()
        return sign(significand) + digits.prefix(1) + (fraction.isEmpty ? "" : ".\(fraction)")
            + "×10" + superscript(power)
    }

    private static func grouped(_ digits: Substring) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    private static func sign(_ number: Int) -> String { number < 0 ? "\u{2212}" : "" }

    private static func superscript(_ number: Int) -> String {
        let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
        return (number < 0 ? "⁻" : "") + String(String(number.magnitude).utf8.map { digits[Int($0) - 48] })
    }
}

extension [String] {
    /// The number of characters of the longest text.
    var longest: Int { reduce(0) { Swift.max($0, $1.count) } }
}
