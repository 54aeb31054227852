extension PayoffDiagram {
    /// Draws the diagram as an SVG document.
    ///
    /// The document has a view box of 800 units in width and no size of its own. It contains no script, style sheet, font or
    /// address, so it can be a file, the body of an HTTP response, or an element of a page with a strict content security
    /// policy. Profit and loss differ in colour, and losses are hatched as well. A title and a description say in words what
    /// is drawn.
    ///
    /// - Returns: UTF-8, with a line feed at the end.
    /// - Complexity: O(*n*) for *n* points of the curve. Points that the line passes within a twentieth of a unit are
    ///   omitted.
    public func svg() -> [UInt8] {
        let frame = SVGFrame(self)
        let line = PlottedLine(self, in: frame.area, tolerance: 0.05)
        var writer = SVGWriter()
        writer.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(Int(SVGFrame.width)) \(Int(frame.height))",
                "role": "img", "font-family": "sans-serif", "font-size": "\(SVGFrame.fontSize)",
                "fill": SVGColor.text,
            ]
        ) { writer in
            writer.element("title", [:], text: title)
            writer.element("desc", [:], text: summary)
            writer.element("rect", ["width": "100%", "height": "100%", "fill": SVGColor.background])
            frame.drawHeading(title, &writer)
            frame.drawAxes(profitTitle: Self.profitAxisTitle, priceTitle: priceAxisTitle, &writer)
            frame.draw(line, &writer)
            frame.drawCurrentPrice(self, &writer)
            frame.drawBreakEvens(self, line, &writer)
            if stockPrices.isEmpty { frame.drawNote(Self.noCurve, &writer) }
        }
        return writer.bytes
    }
}

/// The colours of a drawing. Teal and vermilion are distinguishable with red–green colour blindness.
enum SVGColor {
    static let background = "#ffffff"
    static let text = "#1f2937"
    static let quietText = "#4b5563"
    static let grid = "#e5e7eb"
    static let zeroLine = "#6b7280"
    static let line = "#111827"
    static let profit = "#0f766e"
    static let profitRegion = "#ccece6"
    static let loss = "#c2410c"
    static let lossRegion = "#fde3d3"
}
