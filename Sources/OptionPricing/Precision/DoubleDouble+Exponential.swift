/// Exponentials and logarithms.
///
/// > Source: Tang, "Table-Driven Implementation of the Exponential Function in IEEE Floating-Point Arithmetic", *ACM Trans.
/// > Math. Softw.* 15(2), 1989, doi:10.1145/63522.214389: the reduction of the argument.
extension DoubleDouble {
    /// e^x = significand · 2^exponent for |x| ≤ 2⁶⁰. The significand is near 1; the relative error is below
    /// 2⁻⁹⁵ + 2⁻¹⁰⁰ |x|.
    package static func exponential(_ x: DoubleDouble) -> (significand: DoubleDouble, exponent: Int) {
        guard x.high.magnitude <= 0x1p40 else {
            // For much greater numbers, the number of steps would be rounded.
            let binary = (x.high / logarithmOfTwo.high).rounded()
            let whole = Int(binary)
            let (significand, exponent) = exponential(x - logarithmOfTwo * DoubleDouble(binary))
            return (significand, whole + exponent)
        }
        // x = (exponent + step/32) ln 2 + r, where r is at most ln 2 / 64 in magnitude.
        let steps = (x.high * (32 / logarithmOfTwo.high)).rounded()
        let exponent = (Int(steps) + 16) >> 5
        let power = powersOfTwo[Int(steps) + 16 - 32 * exponent]
        let r = x - logarithmOfTwo.scaled(by: -5) * DoubleDouble(steps)
        // r + r²/2 + r³/6 + r⁴/24 + r⁵/120, and the remaining terms, which are below 2⁻⁴⁸, in double precision.
        let square = r * r
        let third = square * (r * oneSixth)
        let fourth = square * square * oneSixth.scaled(by: -2)
        let fifth = fourth * (r * oneFifth)
        var tail = 1 + (1 + (1 + (1 + (1 + r.high / 11) * r.high / 10) * r.high / 9) * r.high / 8) * r.high / 7
        tail *= square.high * square.high * square.high / 720
        let sum = (r + square.scaled(by: -1)) + (third + (fourth + (fifth + DoubleDouble(tail))))
        return (power + power * sum, exponent)
    }

    /// ln x for x from 2⁻¹⁰⁰⁰ to 2¹⁰⁰⁰, from an approximation whose error one step of Newton's iteration squares.
    package static func logarithm(_ x: DoubleDouble, near approximation: Double) -> DoubleDouble {
        let (significand, exponent) = exponential(DoubleDouble(-approximation))
        let rest = (x * significand).scaled(by: exponent) - DoubleDouble(1)
        let half = DoubleDouble(0.5)
        return DoubleDouble(approximation) + (rest - rest * rest * half)
    }

    /// ln 2 in two doubles.
    package static let logarithmOfTwo = DoubleDouble(head: 0x1.62e42fefa39efp-1, tail: 0x1.abc9e3b39803fp-56)

    private static let oneFifth = DoubleDouble(1) / DoubleDouble(5)
    private static let oneSixth = DoubleDouble(1) / DoubleDouble(6)

    /// 2^(step/32) in two doubles for the steps from −16 to 15, from the decimal arithmetic of Python at 70 digits.
    private static let powersOfTwo: [32 of DoubleDouble] = [
        DoubleDouble(head: 0x1.6a09e667f3bcdp-1, tail: -0x1.bdd3413b26456p-55),
        DoubleDouble(head: 0x1.71f75e8ec5f74p-1, tail: -0x1.16e4786887a99p-56),
        DoubleDouble(head: 0x1.7a11473eb0187p-1, tail: -0x1.41577ee04992fp-56),
        DoubleDouble(head: 0x1.82589994cce13p-1, tail: -0x1.d4c1dd41532d8p-55),
        DoubleDouble(head: 0x1.8ace5422aa0dbp-1, tail: 0x1.6e9f156864b27p-55),
        DoubleDouble(head: 0x1.93737b0cdc5e5p-1, tail: -0x1.75fc781b57ebcp-58),
        DoubleDouble(head: 0x1.9c49182a3f090p-1, tail: 0x1.c7c46b071f2bep-57),
        DoubleDouble(head: 0x1.a5503b23e255dp-1, tail: -0x1.d2f6edb8d41e1p-55),
        DoubleDouble(head: 0x1.ae89f995ad3adp-1, tail: 0x1.7a1cd345dcc81p-55),
        DoubleDouble(head: 0x1.b7f76f2fb5e47p-1, tail: -0x1.5584f7e54ac3bp-57),
        DoubleDouble(head: 0x1.c199bdd85529cp-1, tail: 0x1.11065895048ddp-56),
        DoubleDouble(head: 0x1.cb720dcef9069p-1, tail: 0x1.503cbd1e949dbp-57),
        DoubleDouble(head: 0x1.d5818dcfba487p-1, tail: 0x1.2ed02d75b3707p-56),
        DoubleDouble(head: 0x1.dfc97337b9b5fp-1, tail: -0x1.1a5cd4f184b5cp-55),
        DoubleDouble(head: 0x1.ea4afa2a490dap-1, tail: -0x1.e9c23179c2893p-55),
        DoubleDouble(head: 0x1.f50765b6e4540p-1, tail: 0x1.9d3e12dd8a18bp-55),
        DoubleDouble(head: 0x1.0000000000000p+0, tail: 0x0.0p+0),
        DoubleDouble(head: 0x1.059b0d3158574p+0, tail: 0x1.d73e2a475b465p-55),
        DoubleDouble(head: 0x1.0b5586cf9890fp+0, tail: 0x1.8a62e4adc610bp-54),
        DoubleDouble(head: 0x1.11301d0125b51p+0, tail: -0x1.6c51039449b3ap-54),
        DoubleDouble(head: 0x1.172b83c7d517bp+0, tail: -0x1.19041b9d78a76p-55),
        DoubleDouble(head: 0x1.1d4873168b9aap+0, tail: 0x1.e016e00a2643cp-54),
        DoubleDouble(head: 0x1.2387a6e756238p+0, tail: 0x1.9b07eb6c70573p-54),
        DoubleDouble(head: 0x1.29e9df51fdee1p+0, tail: 0x1.612e8afad1255p-55),
        DoubleDouble(head: 0x1.306fe0a31b715p+0, tail: 0x1.6f46ad23182e4p-55),
        DoubleDouble(head: 0x1.371a7373aa9cbp+0, tail: -0x1.63aeabf42eae2p-54),
        DoubleDouble(head: 0x1.3dea64c123422p+0, tail: 0x1.ada0911f09ebcp-55),
        DoubleDouble(head: 0x1.44e086061892dp+0, tail: 0x1.89b7a04ef80d0p-59),
        DoubleDouble(head: 0x1.4bfdad5362a27p+0, tail: 0x1.d4397afec42e2p-56),
        DoubleDouble(head: 0x1.5342b569d4f82p+0, tail: -0x1.07abe1db13cadp-55),
        DoubleDouble(head: 0x1.5ab07dd485429p+0, tail: 0x1.6324c054647adp-54),
        DoubleDouble(head: 0x1.6247eb03a5585p+0, tail: -0x1.383c17e40b497p-54),
    ]
}
