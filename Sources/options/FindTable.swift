internal import ExactPayoff
internal import StrategyRequests

/// The strategies that were found as a table for people.
struct FindTable {
    let text: String

    init(_ response: FindResponse) {
        let objectives = response.objectives.map(\.rawValue)
        var rows = [["", "strategy"] + objectives + ["chance", "cost", "capital", "max. profit"]]
        for strategy in response.strategies {
            rows.append(
                ["\(strategy.rank)", strategy.title] + strategy.objectives.map { Self.number($0) } + [
                    Self.number(strategy.probability.ofProfit), Self.number(strategy.metrics.netCost),
                    Self.number(strategy.capital), Self.number(strategy.metrics.maxProfit),
                ])
        }
        let widths = rows[0].indices.map { column in rows.reduce(0) { max($0, $1[column].count) } }
        var lines = rows.map { row in
            row.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 1 ? row[column] + padding : padding + row[column]
            }.joined(separator: "  ")
        }
        let examined = response.examined
        let share = response.isComplete ? "all" : "\(Int(response.covered * 100)) %"
        lines.append("\(share) of \(examined.combinations) combinations of \(examined.usable) contracts")
        text = lines.map { $0 + "\n" }.joined()
    }

    /// A number with four significant digits, or in whole units; `unlimited` for `nil`.
    private static func number(_ value: Double?) -> String {
        guard let value else { return "unlimited" }
        let magnitude = value.magnitude
        if magnitude >= 1000 || magnitude == 0 { return "\(Int(value.rounded()))" }
        var scale = 1.0
        while magnitude * scale < 1000, scale < 1e12 { scale *= 10 }
        return "\((value * scale).rounded() / scale)"
    }
}
