extension ResultRounding {
    /// A value that is no exact decimal, rounded to `places` decimals, if there are any, ties to even.
    ///
    /// The value and its product with 10^`places` are rounded before; that is less than the error of such values. From 2⁵³
    /// units of the last place on a double has no more decimals to round.
    package static func rounded(_ value: Double, _ places: Int?) -> Double {
        guard let places else { return value + 0 }
        let scaled = value * PowersOfTen.exact[places]
        // Adding 0 turns −0 into 0.
        return scaled.magnitude < 0x1p53 ? scaled.rounded(.toNearestOrEven) / PowersOfTen.exact[places] + 0 : value
    }
}
