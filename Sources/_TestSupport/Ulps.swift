/// How many doubles `value` lies from `expected`.
public func ulps(_ value: Double, _ expected: Double) -> Double {
    value == expected ? 0 : abs(value - expected) / expected.ulp
}
