/// A place in a drawing; `y` grows downward.
struct Place: Hashable {
    var x, y: Double
}

/// The rectangle in which a curve is drawn, and the ranges of its axes.
struct PlotArea {
    let left, top, width, height: Double
    let prices, profits: AxisRange

    var right: Double { left + width }
    var bottom: Double { top + height }
    /// The height of profit 0.
    var zero: Double { y(0) }

    func x(_ price: Double) -> Double { left + width * prices.fraction(of: price) }

    func y(_ profit: Double) -> Double { top + height * (1 - profits.fraction(of: profit)) }
}
