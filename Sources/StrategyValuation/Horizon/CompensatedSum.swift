/// A sum that compensates for its rounding errors.
///
/// > Source: Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", *Z. Angew. Math. Mech.*
/// > 54, 1974, doi:10.1002/zamm.19740540106.
struct CompensatedSum {
    private var sum = 0.0
    private var rest = 0.0

    mutating func add(_ term: Double) {
        let next = sum + term
        rest += sum.magnitude >= term.magnitude ? (sum - next) + term : (term - next) + sum
        sum = next
    }

    /// The sum; infinite beyond the range of `Double`.
    var value: Double { sum.isFinite ? sum + rest : sum }
}
