/// Draws the content of the plot area.
extension SVGFrame {
    /// Draws the regions of profit and loss, the zero line and the curve.
    func draw(_ line: PlottedLine, _ writer: inout SVGWriter) {
        for (isProfit, color) in [(true, SVGColor.profitRegion), (false, SVGColor.lossRegion)] {
            let outline = line.outline(above: isProfit, area.zero)
            if outline.isEmpty { continue }
            writer.element("path", ["d": SVGWriter.path(outline, isClosed: true), "fill": color])
        }
        let hatching = hatching(below: area.zero, to: line)
        if !hatching.isEmpty {
            writer.element(
                "path", ["d": hatching, "fill": "none", "stroke": SVGColor.loss, "stroke-opacity": "0.3"])
        }
        let zero = SVGWriter.coordinate(area.zero)
        writer.element(
            "path",
            [
                "d": "M\(SVGWriter.coordinate(area.left)) \(zero)H\(SVGWriter.coordinate(area.right))", "fill": "none",
                "stroke": SVGColor.zeroLine, "stroke-width": "1.5",
            ])
        switch line.places.count {
        case 0: break
        case 1:
            for place in line.places { draw(circleAt: place, radius: 4, fill: SVGColor.line, &writer) }
        default:
            writer.element(
                "path",
                [
                    "d": SVGWriter.path(line.places), "fill": "none", "stroke": SVGColor.line, "stroke-width": "2.5",
                    "stroke-linejoin": "round",
                ])
        }
    }

    /// Draws a dashed line at the current price, with its label above the plot, if the price is in its range.
    func drawCurrentPrice(_ diagram: PayoffDiagram, _ writer: inout SVGWriter) {
        guard area.prices.contains(diagram.currentPrice) else { return }
        let x = area.x(diagram.currentPrice)
        let column = SVGWriter.coordinate(x)
        writer.element(
            "path",
            [
                "d": "M\(column) \(SVGWriter.coordinate(area.top - 4))V\(SVGWriter.coordinate(area.bottom))",
                "fill": "none", "stroke": SVGColor.zeroLine, "stroke-dasharray": "5 4",
            ])
        let text = diagram.currentPriceText
        let half = Double(text.count) * Self.characterWidth / 2
        let middle = min(max(x, area.left + half), area.right - half)
        writer.element(
            "text",
            [
                "x": SVGWriter.coordinate(middle), "y": SVGWriter.coordinate(area.top - 9), "text-anchor": "middle",
                "fill": SVGColor.quietText,
            ], text: text)
    }

    /// Draws a circle at every break-even in the range, and labels as many as have room. The legend names the first ones
    /// anyway.
    func drawBreakEvens(_ diagram: PayoffDiagram, _ line: PlottedLine, _ writer: inout SVGWriter) {
        var labels: [BreakEvenLabel] = []
        var last = -Double.infinity
        for price in diagram.breakEvenPoints where area.prices.contains(price) {
            let place = Place(x: area.x(price), y: area.zero)
            // Circles nearer to each other than this are indistinguishable.
            if place.x - last < 3 { continue }
            last = place.x
            draw(circleAt: place, radius: 4.5, fill: SVGColor.background, &writer)
            let candidates = BreakEvenLabel.candidates(NumberText.text(price), at: place, line)
            let fitting = candidates.first { label in
                label.fits(in: area) && !label.isCrossed(by: line) && !labels.contains { $0.overlaps(label) }
            }
            if let fitting { labels.append(fitting) }
        }
        if labels.isEmpty { return }
        // The outlines of the labels hide the lines that they cross. Some programs do not support paint-order.
        let outline: SVGWriter.Attributes = [
            "font-weight": "bold", "stroke": SVGColor.background, "stroke-width": "4", "stroke-linejoin": "round",
        ]
        for attributes in [outline, ["font-weight": "bold"]] {
            writer.element("g", attributes) { writer in
                for label in labels {
                    let (x, y) = (SVGWriter.coordinate(label.x), SVGWriter.coordinate(label.baseline))
                    let anchor = label.isLeft ? "end" : "start"
                    writer.element("text", ["x": x, "y": y, "text-anchor": anchor], text: label.text)
                }
            }
        }
    }

    private func draw(circleAt place: Place, radius: Double, fill: String, _ writer: inout SVGWriter) {
        writer.element(
            "circle",
            [
                "cx": SVGWriter.coordinate(place.x), "cy": SVGWriter.coordinate(place.y),
                "r": SVGWriter.coordinate(radius), "fill": fill, "stroke": SVGColor.line, "stroke-width": "2",
            ])
    }

    /// Vertical strokes from the zero line to the curve, where it is below.
    private func hatching(below zero: Double, to line: PlottedLine) -> String {
        let distance = 6.0
        var path = ""
        for x in stride(from: area.left + distance, to: area.right, by: distance) {
            guard let y = line.y(at: x), y > zero + 0.5 else { continue }
            path += "M\(SVGWriter.coordinate(x)) \(SVGWriter.coordinate(zero))V\(SVGWriter.coordinate(y))"
        }
        return path
    }
}
