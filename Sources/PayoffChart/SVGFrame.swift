/// The layout of an SVG drawing: heading, legend, axes and the area of the plot.
struct SVGFrame {
    static let width = 800.0
    static let fontSize = 13
    /// The width of a character, estimated: fonts differ, and digits are narrower.
    static let characterWidth = 7.3

    let height: Double
    let area: PlotArea
    let priceTicks, profitTicks: AxisTicks
    /// The lines of the legend.
    let legend: [[LegendItem]]

    struct LegendItem {
        let symbol, color, text: String
        var width: Double { Double(text.count + 2) * SVGFrame.characterWidth + 24 }
    }

    private static let (margin, headingHeight, lineHeight) = (24.0, 46.0, 20.0)

    init(_ diagram: PayoffDiagram) {
        profitTicks = AxisTicks(diagram.profitRange, atMost: 8)
        let labelWidth = Double(profitTicks.labels.longest) * Self.characterWidth
        let left = max(72, labelWidth + 44)
        var items = [
            LegendItem(symbol: "▲", color: SVGColor.profit, text: diagram.maximumProfitText),
            LegendItem(symbol: "▼", color: SVGColor.loss, text: diagram.maximumLossText),
            LegendItem(symbol: "○", color: SVGColor.line, text: diagram.breakEvenText),
        ]
        if !diagram.priceRange.contains(diagram.currentPrice) {
            items.append(LegendItem(symbol: "┆", color: SVGColor.zeroLine, text: diagram.currentPriceText))
        }
        legend = Self.lines(items)
        // The line above the plot is for the label of the current price.
        let top = Self.headingHeight + Double(legend.count) * Self.lineHeight + 26
        area = PlotArea(
            left: left, top: top, width: Self.width - left - Self.margin, height: 330,
            prices: diagram.priceRange, profits: diagram.profitRange)
        height = top + 330 + 58
        priceTicks = Self.priceTicks(area)
    }

    func drawHeading(_ title: String, _ writer: inout SVGWriter) {
        let left = SVGWriter.coordinate(Self.margin)
        writer.element("text", ["x": left, "y": "34", "font-size": "19", "font-weight": "bold"], text: title)
        var y = Self.headingHeight + 14
        for line in legend {
            var x = Self.margin
            for item in line {
                let height = SVGWriter.coordinate(y)
                writer.element(
                    "text", ["x": SVGWriter.coordinate(x), "y": height, "fill": item.color], text: item.symbol)
                writer.element("text", ["x": SVGWriter.coordinate(x + 17), "y": height], text: item.text)
                x += item.width
            }
            y += Self.lineHeight
        }
    }

    func drawAxes(profitTitle: String, priceTitle: String, _ writer: inout SVGWriter) {
        let (left, right) = (SVGWriter.coordinate(area.left), SVGWriter.coordinate(area.right))
        let (top, bottom) = (SVGWriter.coordinate(area.top), SVGWriter.coordinate(area.bottom))
        let heights = profitTicks.values.map { SVGWriter.coordinate(area.y($0)) }
        let columns = priceTicks.values.map { SVGWriter.coordinate(area.x($0)) }
        let grid = heights.map { "M\(left) \($0)H\(right)" } + columns.map { "M\($0) \(top)V\(bottom)" }
        writer.element("path", ["d": grid.joined(), "fill": "none", "stroke": SVGColor.grid])
        writer.element("g", ["fill": SVGColor.quietText, "text-anchor": "end"]) { writer in
            for (value, label) in zip(profitTicks.values, profitTicks.labels) {
                let y = SVGWriter.coordinate(area.y(value) + 4.5)
                writer.element("text", ["x": SVGWriter.coordinate(area.left - 8), "y": y], text: label)
            }
        }
        writer.element("g", ["fill": SVGColor.quietText, "text-anchor": "middle"]) { writer in
            for (value, label) in zip(priceTicks.values, priceTicks.labels) {
                let rightmost = Self.width - 4 - Double(label.count) * Self.characterWidth / 2
                let x = SVGWriter.coordinate(min(area.x(value), rightmost))
                writer.element("text", ["x": x, "y": SVGWriter.coordinate(area.bottom + 19)], text: label)
            }
            let middle = SVGWriter.coordinate(area.left + area.width / 2)
            writer.element("text", ["x": middle, "y": SVGWriter.coordinate(area.bottom + 43)], text: priceTitle)
            let center = SVGWriter.coordinate(area.top + area.height / 2)
            writer.element(
                "text", ["transform": "rotate(-90 20 \(center))", "x": "20", "y": center], text: profitTitle)
        }
    }

    func drawNote(_ text: String, _ writer: inout SVGWriter) {
        let place = Place(x: area.left + area.width / 2, y: area.top + area.height / 4)
        writer.element(
            "text",
            [
                "x": SVGWriter.coordinate(place.x), "y": SVGWriter.coordinate(place.y), "text-anchor": "middle",
                "fill": SVGColor.quietText,
            ], text: text)
    }

    /// As many ticks as have room for their labels.
    private static func priceTicks(_ area: PlotArea) -> AxisTicks {
        for count in stride(from: 10, to: 2, by: -1) {
            let ticks = AxisTicks(area.prices, atMost: count)
            let needed = (Double(ticks.labels.longest) + 2) * characterWidth
            if needed <= area.width * area.prices.fraction(of: area.prices.lower + ticks.step) { return ticks }
        }
        return AxisTicks(area.prices, atMost: 2)
    }

    private static func lines(_ items: [LegendItem]) -> [[LegendItem]] {
        var lines: [[LegendItem]] = []
        var room = 0.0
        for item in items {
            if lines.isEmpty || item.width > room {
                lines.append([])
                room = width - 2 * margin
            }
            lines[lines.count - 1].append(item)
            room -= item.width
        }
        return lines
    }
}
