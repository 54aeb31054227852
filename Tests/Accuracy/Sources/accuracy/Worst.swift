/// The largest errors of one value of one engine.
struct Worst: Equatable, Sendable {
    /// The number of points measured.
    var points = 0
    /// The largest error divided by the permitted error, and its point.
    var share = 0.0
    var point: String?
    /// The largest relative error.
    var relative = 0.0

    /// Adds a point. A share or an error that is NaN counts as infinite.
    mutating func add(share: Double, relative: Double, point: @autoclosure () -> String) {
        let share = share.isNaN ? .infinity : share
        points += 1
        if share > self.share || self.point == nil {
            self.share = share
            self.point = point()
        }
        self.relative = max(self.relative, relative.isNaN ? .infinity : relative)
    }

    /// Adds the errors of another part.
    mutating func add(_ other: Worst) {
        points += other.points
        relative = max(relative, other.relative)
        if other.share > share || point == nil {
            share = other.share
            point = other.point
        }
    }
}
