extension DecimalNumber {
    /// Whether the decimals that read as three finite doubles ≥ 0 satisfy sum = left + right: not what is left of digits
    /// that binary arithmetic may have added, but all of them. Decimals of more than 38 digits between them do not.
    package static func isSum(_ sum: Double, of left: Double, _ right: Double) -> Bool {
        let decimals = [sum, left, right].map { DecimalNumber($0) }
        guard zip(decimals, [sum, left, right]).allSatisfy({ $0.nearestDouble == $1 }) else { return false }
        let scale = decimals.map { -$0.exponent }.max() ?? 0
        // Seventeen digits and twenty zeros fit.
        guard decimals.allSatisfy({ $0.exponent + scale <= 20 }) else { return false }
        let integers = decimals.map { Int128($0, scale: scale) }
        return integers[0] == integers[1] + integers[2]
    }
}
