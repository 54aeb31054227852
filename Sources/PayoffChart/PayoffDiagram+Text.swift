extension PayoffDiagram {
    /// Draws the diagram as text for a terminal, with a font of fixed width that has the Braille patterns of Unicode.
    ///
    /// - Parameters:
    ///   - columns: The most characters of a line; fewer than 40 count as 40.
    ///   - rows: The number of lines, if that leaves at least 6 for the curve.
    /// - Returns: Lines without colours or trailing spaces, each with a line feed.
    public func text(columns: Int, rows: Int) -> String {
        let columns = max(40, columns)
        let legend = legend(columns: columns)
        let height = max(6, rows - legend.count - 3)
        let profitTicks = AxisTicks(profitRange, atMost: max(2, min(9, height / 2)))
        let gutter = min(profitTicks.labels.longest, columns - 20)
        let width = columns - gutter - 2
        // The coordinates are the centres of characters.
        let area = PlotArea(
            left: 0, top: 0, width: Double(width - 1), height: Double(height - 1), prices: priceRange,
            profits: profitRange)

        var lines: [String] = []
        let cells = cells(area, columns: width, rows: height)
        for (row, characters) in cells.enumerated() {
            let tick = profitTicks.values.firstIndex { Int(area.y($0).rounded()) == row }
            let label = tick.map { profitTicks.labels[$0] } ?? ""
            let space = String(repeating: " ", count: max(0, gutter - label.count))
            lines.append("\(space)\(label) \(tick == nil ? "│" : "┤")\(String(characters))")
        }
        lines += priceAxis(area, gutter: gutter, columns: columns)
        return (legend + lines).map { Self.trimmed($0) + "\n" }.joined()
    }

    /// The characters of the plot: the curve over the marks of break-evens and current price over the zero line.
    private func cells(_ area: PlotArea, columns: Int, rows: Int) -> [[Character]] {
        var cells = [[Character]](repeating: [Character](repeating: " ", count: columns), count: rows)
        let zeroRow = Int(area.zero.rounded())
        cells[zeroRow] = [Character](repeating: "─", count: columns)
        if area.prices.contains(currentPrice) {
            let column = Int(area.x(currentPrice).rounded())
            for row in cells.indices { cells[row][column] = row == zeroRow ? "┼" : "┊" }
        }

        var canvas = BrailleCanvas(columns: columns, rows: rows)
        // In dots: from the first to the last column, and from the centre of the first row to that of the last.
        let (perColumn, perRow) = (Double(2 * columns - 1) / area.width, 4.0)
        let places = PlottedLine(self, in: area, tolerance: 0.05).places
            .map { Place(x: perColumn * $0.x, y: perRow * $0.y + 1.5) }
        for (start, end) in zip(places, places.dropFirst()) { canvas.drawLine(from: start, to: end) }
        if places.count == 1 { canvas.drawLine(from: places[0], to: places[0]) }
        for row in 0..<rows {
            for column in 0..<columns {
                if let character = canvas.character(column: column, row: row) { cells[row][column] = character }
            }
        }
        for price in breakEvenPoints where area.prices.contains(price) {
            cells[zeroRow][Int(area.x(price).rounded())] = "●"
        }
        return cells
    }

    /// The line below the plot and the labels of the prices.
    private func priceAxis(_ area: PlotArea, gutter: Int, columns: Int) -> [String] {
        var axis = [Character](repeating: "─", count: columns)
        var labels = [Character](repeating: " ", count: columns)
        for index in 0...gutter { axis[index] = " " }
        axis[gutter + 1] = "└"
        let ticks = AxisTicks(area.prices, atMost: max(2, min(9, Int(area.width) / 12)))
        var end = -1
        for (value, label) in zip(ticks.values, ticks.labels) {
            let column = gutter + 2 + Int(area.x(value).rounded())
            axis[column] = "┬"
            let start = min(max(0, column - label.count / 2), columns - label.count)
            if start <= end || start < 0 { continue }
            labels.replaceSubrange(start..<(start + label.count), with: label)
            end = start + label.count
        }
        let title = Self.cut(priceAxisTitle, columns)
        let space = max(0, min(gutter + 2 + (Int(area.width) - title.count) / 2, columns - title.count))
        return [String(axis), String(labels), String(repeating: " ", count: space) + title]
    }

    /// The title and the numbers, as many on a line as fit.
    private func legend(columns: Int) -> [String] {
        let items = ["▲ \(maximumProfitText)", "▼ \(maximumLossText)", "● \(breakEvenText)", "┊ \(currentPriceText)"]
        var lines: [String] = []
        for item in items {
            if let last = lines.last, last.count + 3 + item.count <= columns {
                lines[lines.count - 1] = "\(last)   \(item)"
            } else {
                lines.append(item)
            }
        }
        return ([title] + lines).map { Self.cut($0, columns) }
    }

    private static func cut(_ line: String, _ columns: Int) -> String {
        line.count <= columns ? line : line.prefix(columns - 1) + "…"
    }

    private static func trimmed(_ line: String) -> String {
        var line = Substring(line)
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
