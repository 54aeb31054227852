/// The strikes of one expiration, in cents.
///
/// On each day since the listing, strikes are added around the close of the previous session: with a small step within
/// one standard deviation of the price at expiration, with a larger one within two. Strikes are never removed.
struct StrikeGrid {
    /// The steps between strikes, in cents.
    private static let steps = [
        50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    ]
    /// The lowest strike that a contract's symbol cannot represent, in cents.
    private static let limit = 10_000_000

    private let volatility: Double
    private var ranges: [ClosedRange<Int>?]

    /// Creates a grid without strikes.
    init(volatility: Double) {
        self.volatility = volatility
        ranges = [ClosedRange<Int>?](repeating: nil, count: Self.steps.count)
    }

    /// Adds the strikes around a close.
    ///
    /// - Parameters:
    ///   - close: The close, in dollars.
    ///   - days: The days to the expiration.
    mutating func add(close: Double, days: Int) {
        let deviation = volatility * (Double(max(days, 7)) / 365).squareRoot()
        let fine = Self.steps.firstIndex { Double($0) >= close * deviation * 100 / 12 } ?? Self.steps.count - 2
        let coarse = min(fine + 1, Self.steps.count - 1)
        add(fine, close, spread: min(deviation, 0.7))
        add(coarse, close, spread: min(2 * deviation, 1))
    }

    private mutating func add(_ index: Int, _ close: Double, spread: Double) {
        let step = Self.steps[index]
        let factor = PortableMath.exp(spread)
        let low = max(Int(100 * close / factor) / step, 1) * step
        let high = min((Int(100 * close * factor) / step + 1) * step, Self.limit - step)
        guard low <= high else { return }
        let range = ranges[index] ?? low...high
        ranges[index] = min(range.lowerBound, low)...max(range.upperBound, high)
    }

    /// The strikes, ascending.
    var strikes: [Int] {
        var strikes: [Int] = []
        for (step, range) in zip(Self.steps, ranges) {
            guard let range else { continue }
            strikes.append(contentsOf: stride(from: range.lowerBound, through: range.upperBound, by: step))
        }
        strikes.sort()
        var unique: [Int] = []
        unique.reserveCapacity(strikes.count)
        for strike in strikes where strike != unique.last { unique.append(strike) }
        return unique
    }
}

extension StrikeGrid {
    /// Returns the strikes of an expiration that are listed on a day, both in days since 1970: a function of the closes of the days before.
    static func strikes(
        of path: PricePath, _ expiration: ExpirationRules.Expiration, on today: Int, now: Int
    ) -> [Int] {
        let last = SessionTable.day(expiration.date)
        var grid = StrikeGrid(volatility: path.instrument.volatility)
        // The closes up to the day before the one on which the grid applies.
        let first = max(path.table.index(onOrAfter: expiration.listingDay) - 1, 0)
        let end = min(path.table.index(onOrAfter: today), now + 1)
        for index in first..<max(end, first + 1) {
            let (numerator, denominator) = path.shares(index, now: now)
            let close = Double(path[index].close) / 100 * Double(denominator) / Double(numerator)
            grid.add(close: close, days: last - Int(path.table.days[index]))
        }
        return grid.strikes
    }
}
