/// A table of text in aligned columns.
struct TextTable {
    /// How the cells of a column are aligned.
    enum Alignment {
        case left, right
        /// Numbers: their decimal points are in one column.
        case point
    }

    private let columns: [(name: String, alignment: Alignment)]
    private var rows: [[String]] = []

    init(_ columns: [(name: String, alignment: Alignment)]) { self.columns = columns }

    /// Adds a row with a cell for each column.
    mutating func append(_ cells: [String]) { rows.append(cells) }

    /// The lines with their ends, the names of the columns first.
    var text: String {
        var texts = columns.indices.map { index in aligned(rows.map { $0[index] }, columns[index].alignment) }
        for index in columns.indices {
            let name = columns[index].name
            let width = max(name.count, texts[index].first?.count ?? 0)
            let isLeft = columns[index].alignment == .left
            texts[index] = ([name] + texts[index]).map { isLeft ? Self.right($0, width) : Self.left($0, width) }
        }
        return (0...rows.count).map { row in
            var line = texts.map { $0[row] }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// Returns cells of the same width.
    private func aligned(_ cells: [String], _ alignment: Alignment) -> [String] {
        switch alignment {
        case .left, .right:
            let width = cells.map(\.count).max() ?? 0
            return cells.map { alignment == .left ? Self.right($0, width) : Self.left($0, width) }
        case .point:
            let parts = cells.map { cell -> (whole: String, fraction: String) in
                let whole = cell.prefix { $0 != "." }
                return (String(whole), String(cell.dropFirst(whole.count)))
            }
            let whole = parts.map(\.whole.count).max() ?? 0
            let fraction = parts.map(\.fraction.count).max() ?? 0
            return parts.map { Self.left($0.whole, whole) + Self.right($0.fraction, fraction) }
        }
    }

    /// Returns the text with spaces before it.
    private static func left(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// Returns the text with spaces after it.
    private static func right(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
