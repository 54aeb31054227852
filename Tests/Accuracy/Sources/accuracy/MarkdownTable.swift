import Foundation

extension Measurement {
    /// A table with one row for each value and engine. Engines with equal errors share a row.
    func markdown(_ region: Region) -> String {
        var lines = [
            "## \(region.name)", "", region.summary, "",
            "| value | engine | points | error / bound | relative error (2⁻⁵³) | worst point |",
            "|---|---|---:|---:|---:|---|",
        ]
        let quantities = OptionValue.allCases.map { "\($0)" } + ["volatility"]
        for quantity in quantities {
            var names: [(engines: String, worst: Worst)] = []
            for (place, engine) in engines.enumerated() {
                guard let worst = rows[Key(quantity: quantity, engine: place)] else { continue }
                if let same = names.firstIndex(where: { $0.worst == worst }) {
                    names[same].engines += ", " + engine.name
                } else {
                    names.append((engine.name, worst))
                }
            }
            for (engines, worst) in names {
                let share = String(format: worst.share > 1 ? "**%.2g**" : "%.2g", worst.share)
                let relative = String(format: "%.3g", worst.relative / 0x1p-53)
                lines.append(
                    "| \(quantity) | \(engines) | \(worst.points) | \(share) | \(relative) | \(worst.point ?? "") |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Whether all errors are within their bounds.
    var isWithinBounds: Bool {
        rows.values.allSatisfy { $0.share <= 1 }
    }
}
