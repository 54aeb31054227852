/// A label next to a break-even, with the rectangle that it occupies.
struct BreakEvenLabel {
    let text: String
    let x, baseline: Double
    /// Whether the label ends at `x`; otherwise it begins there.
    let isLeft: Bool

    private var width: Double { Double(text.count) * (SVGFrame.characterWidth + 1.2) }
    private var left: Double { isLeft ? x - width : x }
    private var right: Double { isLeft ? x : x + width }

    /// The possible labels, best first. Where the curve crosses the zero line, the quarter below on the side of the profits
    /// and the quarter above on the side of the losses are free of it.
    static func candidates(_ text: String, at place: Place, _ line: PlottedLine) -> [BreakEvenLabel] {
        let before = line.y(at: place.x - 4) ?? place.y
        let after = line.y(at: place.x + 4) ?? place.y
        let rises = after <= before
        let quarters =
            rises
            ? [(false, true), (true, false), (true, true), (false, false)]
            : [(true, true), (false, false), (false, true), (true, false)]
        return quarters.map { isLeft, isBelow in
            BreakEvenLabel(
                text: text, x: place.x + (isLeft ? -9 : 9), baseline: place.y + (isBelow ? 19 : -9), isLeft: isLeft)
        }
    }

    func fits(in area: PlotArea) -> Bool {
        left >= area.left && right <= area.right && baseline - 12 >= area.top && baseline + 4 <= area.bottom
    }

    /// Whether the line passes through the rectangle.
    func isCrossed(by line: PlottedLine) -> Bool {
        var previous: Double?
        for x in stride(from: left - 3, through: right + 3, by: 1.5) {
            let y = line.y(at: x)
            if let y {
                let other = previous ?? y
                if max(y, other) > baseline - 12, min(y, other) < baseline + 3 { return true }
            }
            previous = y
        }
        return false
    }

    func overlaps(_ other: BreakEvenLabel) -> Bool {
        left < other.right + 6 && other.left < right + 6 && abs(baseline - other.baseline) < 17
    }
}
