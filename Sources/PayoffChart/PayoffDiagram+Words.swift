/// The words of a diagram, which all its drawings share.
extension PayoffDiagram {
    /// The name of the strategy, if it is known, and the content of the diagram.
    var title: String {
        guard let strategyName, let first = strategyName.first else { return subject }
        return "\(first.uppercased())\(strategyName.dropFirst()): \(subject.lowercased())"
    }

    var maximumProfitText: String { "Maximum profit: \(maxProfit.map { NumberText.text($0) } ?? "unlimited")" }

    var maximumLossText: String { "Maximum loss: \(maxLoss.map { NumberText.text($0) } ?? "unlimited")" }

    /// The first break-evens, and the number of the others.
    var breakEvenText: String {
        let shown = breakEvenPoints.prefix(breakEvenPoints.count > 5 ? 4 : 5).map { NumberText.text($0) }
        switch breakEvenPoints.count {
        case 0: return "No break-even"
        case 1: return "Break-even: \(shown[0])"
        case shown.count: return "Break-evens: " + shown.joined(separator: "; ")
        case let count: return "Break-evens: " + shown.joined(separator: "; ") + "; and \(count - shown.count) more"
        }
    }

    var currentPriceText: String { "Current price: \(NumberText.text(currentPrice))" }

    var priceAxisTitle: String { "Price of the underlying at \(isAtFirstExpiration ? "the first " : "")expiration" }

    static let profitAxisTitle = "Profit and loss"
    static let noCurve = "No curve"

    /// A text description for screen readers.
    var summary: String {
        let range = priceRange
        let curve =
            stockPrices.isEmpty
            ? "\(Self.noCurve)"
            : "\(subject) for prices of the underlying from \(NumberText.text(range.lower)) to "
                + NumberText.text(range.upper)
        return [curve, maximumProfitText, maximumLossText, breakEvenText, currentPriceText]
            .map { $0 + "." }.joined(separator: " ")
    }

    private var subject: String { "Profit and loss at \(isAtFirstExpiration ? "the first " : "")expiration" }
}
