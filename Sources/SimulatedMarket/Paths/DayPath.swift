/// The prices within one session, second by second, in units of the last decimal.
///
/// The prices of whole minutes are the nodes: a bridge through the open, the two extremes and the close, filled by midpoint displacement and
/// reflected at the extremes. A price between two nodes lies between the prices of both, so the extremes of the nodes are those of the session.
///
/// > Source: Fournier, Fussell and Carpenter, "Computer rendering of stochastic models", *Commun. ACM* 25(6), 1982,
/// > doi:10.1145/358523.358553 (midpoint displacement).
struct DayPath: Sendable {
    private let random: HashedRandom
    private let day: Int
    private let minutes: Int
    /// The prices at the start of each minute; the last is that of the last second.
    let nodes: [Int32]

    /// Creates the path of a session; `deviation` is the standard deviation of the change from open to close.
    init(
        random: HashedRandom, day: Int, minutes: Int, open: Int32, high: Int32, low: Int32, close: Int32,
        deviation: Double
    ) {
        self.random = random
        self.day = day
        self.minutes = minutes
        guard low < high else {
            nodes = [Int32](repeating: close, count: minutes + 1)
            return
        }
        // The low comes first more often than not if the price rises.
        let isLowFirst = random.uniform(.pinOrder, day) < (close > open ? 0.75 : 0.25)
        let pins = [open, isLowFirst ? low : high, isLowFirst ? high : low, close].map(Double.init)
        let times = Self.times(of: pins, minutes, random, day, least: 0.15 * deviation)
        var bridge = Bridge(
            random: random, day: day, bounds: Double(low)...Double(high),
            minuteDeviation: deviation / Double(minutes).squareRoot(),
            values: [Double](repeating: 0, count: minutes + 1))
        for (time, pin) in zip(times, pins) { bridge.values[time] = pin }
        for segment in 0..<3 { bridge.fill(times[segment], times[segment + 1]) }
        nodes = bridge.values.map { Int32($0.rounded()) }
    }

    /// The price at a second after the open, at most that of the last second.
    func price(_ second: Int) -> Int32 {
        let minute = min(max(second, 0) / 60, minutes - 1)
        // The last node is at the last second of the last minute.
        let length = minute == minutes - 1 ? 59 : 60
        let position = min(max(second, 0) - 60 * minute, length)
        let (start, end) = (nodes[minute], nodes[minute + 1])
        if position == 0 || start == end { return start }
        if position == length { return end }
        let (from, to) = (Double(start), Double(end))
        let noise = 0.3 * (random.uniform(.second, day &* 86_400 &+ second) - 0.5)
        let value = from + (to - from) * (Double(position) / Double(length) + noise)
        return Int32(min(max(value, min(from, to)), max(from, to)).rounded())
    }

    /// The highest and the lowest price from the open through a second.
    func extremes(through second: Int) -> (high: Int32, low: Int32) {
        let last = min(max(second, 0), 60 * minutes - 1)
        let minute = last / 60
        var (high, low) = (nodes[0], nodes[0])
        for node in nodes[...minute] { (high, low) = (max(high, node), min(low, node)) }
        for second in (60 * minute)...last {
            let price = price(second)
            (high, low) = (max(high, price), min(low, price))
        }
        return (high, low)
    }

    /// The minutes of the fixed points: 0, two in between, and the last. Longer distances take more time.
    private static func times(
        of pins: [Double], _ minutes: Int, _ random: HashedRandom, _ day: Int, least: Double
    ) -> [Int] {
        let weights = (0..<3).map { segment in
            (abs(pins[segment + 1] - pins[segment]) + least + 1)
                * random.uniform(.pinTime, 3 * day + segment, in: 0.4...1.6)
        }
        let sum = weights[0] + weights[1] + weights[2]
        let first = min(max(Int(Double(minutes) * weights[0] / sum), 1), minutes - 2)
        let second = min(max(Int(Double(minutes) * (weights[0] + weights[1]) / sum), first + 1), minutes - 1)
        return [0, first, second, minutes]
    }
}

/// The nodes of a session while they are computed.
private struct Bridge {
    let random: HashedRandom
    let day: Int
    let bounds: ClosedRange<Double>
    /// The standard deviation of the change in a minute.
    let minuteDeviation: Double
    var values: [Double]

    /// Fills the nodes between two known ones.
    mutating func fill(_ start: Int, _ end: Int) {
        guard end - start > 1 else { return }
        let middle = (start + end) / 2
        // The variance of a bridge at a point that need not be in the middle.
        let (left, right) = (Double(middle - start), Double(end - middle))
        let mean = (values[start] * right + values[end] * left) / (left + right)
        let deviation = minuteDeviation * (left * right / (left + right)).squareRoot()
        values[middle] = reflected(mean + deviation * random.normal(.path, day * 2048 + middle))
        fill(start, middle)
        fill(middle, end)
    }

    private func reflected(_ value: Double) -> Double {
        let (low, high) = (bounds.lowerBound, bounds.upperBound)
        let once = value > high ? 2 * high - value : value < low ? 2 * low - value : value
        return min(max(once, low), high)
    }
}
