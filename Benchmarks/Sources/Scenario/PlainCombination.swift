/// The baseline of the comparison: three plain loops over positions, their contracts and the scenarios. The innermost loop is
/// over spans, which the compiler vectorises with two lanes.
enum PlainCombination {
    /// Computes the profits of the first positions: the values of their contracts minus the net cost.
    static func multiply(
        _ positions: Int, of random: RandomBook, _ values: [Double], scenarios: Int, into profits: inout [Double]
    ) {
        let values = values.span
        var profits = profits.mutableSpan
        for position in 0..<positions {
            let first = position * scenarios
            for scenario in 0..<scenarios { profits[first + scenario] = -random.book.netCosts[position] }
            for index in random.starts[position]..<random.starts[position + 1] {
                let shares = random.shares[index]
                let row = values.extracting((random.contracts[index] * scenarios)...).extracting(..<scenarios)
                for scenario in row.indices { profits[first + scenario] += shares * row[scenario] }
            }
        }
    }
}
