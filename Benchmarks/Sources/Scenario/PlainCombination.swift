/// What the combination of values is compared with: three plain loops over what positions hold, their contracts and the
/// scenarios. The innermost is over spans, which the compiler takes two numbers at a time.
enum PlainCombination {
    /// What each of the first positions holds, times what it is worth.
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
