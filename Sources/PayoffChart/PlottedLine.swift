/// The curve of a diagram in the coordinates of a drawing, without the points that are not visible as such.
struct PlottedLine {
    /// Ascending by `x`.
    let places: [Place]

    /// - Parameters:
    ///   - diagram: The diagram with the curve.
    ///   - area: The area in which it is drawn.
    ///   - tolerance: The greatest distance, along the axis of profits, of an omitted point from the line.
    init(_ diagram: PayoffDiagram, in area: PlotArea, tolerance: Double) {
        let places = zip(diagram.stockPrices, diagram.profitLosses).map { Place(x: area.x($0), y: area.y($1)) }
        self.places = Self.simplified(places, tolerance: tolerance)
    }

    /// The height of the line at `x`; `nil` if it does not extend to there.
    func y(at x: Double) -> Double? {
        guard let first = places.first, let last = places.last, first.x <= x, x <= last.x else { return nil }
        // The first place at or after `x`.
        var (low, high) = (0, places.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].x < x { low = middle + 1 } else { high = middle }
        }
        guard low > 0, places[low].x > x else { return places[low].y }
        let (before, after) = (places[low - 1], places[low])
        return before.y + (after.y - before.y) * ((x - before.x) / (after.x - before.x))
    }

    /// The outline of the region between the line and the height `zero`, on one side of it. Empty if the line is nowhere on
    /// that side.
    func outline(above isAbove: Bool, _ zero: Double) -> [Place] {
        func isOnSide(_ place: Place) -> Bool { isAbove ? place.y < zero : place.y > zero }
        guard let first = places.first, let last = places.last, places.contains(where: isOnSide) else { return [] }
        var outline = [Place(x: first.x, y: zero)]
        var previous = first
        for place in places {
            if isOnSide(previous) != isOnSide(place), place.y != previous.y {
                let share = (zero - previous.y) / (place.y - previous.y)
                outline.append(Place(x: previous.x + (place.x - previous.x) * share, y: zero))
            }
            if isOnSide(place) { outline.append(place) }
            previous = place
        }
        outline.append(Place(x: last.x, y: zero))
        return outline
    }

    /// Keeps those places between which the straight line passes all others within `tolerance`.
    ///
    /// From the last place kept, the slopes that pass every later place within the tolerance form an interval. The place
    /// before the first one whose slope lies outside is kept next. One pass; at most `tolerance` from the line.
    private static func simplified(_ places: [Place], tolerance: Double) -> [Place] {
        guard var anchor = places.first, let last = places.last, places.count > 2 else { return places }
        var kept = [anchor]
        var previous = anchor
        var (lowest, highest) = (-Double.infinity, Double.infinity)
        for place in places.dropFirst() {
            var run = place.x - anchor.x
            if run <= 0, abs(place.y - anchor.y) <= tolerance { continue }
            let slope = (place.y - anchor.y) / run
            let isPassed = run > 0 && lowest <= slope && slope <= highest
            if previous != anchor, !isPassed {
                anchor = previous
                kept.append(anchor)
                (lowest, highest) = (-.infinity, .infinity)
                run = place.x - anchor.x
            }
            if run > 0 {
                lowest = max(lowest, (place.y - tolerance - anchor.y) / run)
                highest = min(highest, (place.y + tolerance - anchor.y) / run)
            } else {
                // A vertical step: the next place begins another line.
                (lowest, highest) = (.infinity, -.infinity)
            }
            previous = place
        }
        if previous != kept.last { kept.append(previous) }
        if last != kept.last { kept.append(last) }
        return kept
    }
}
