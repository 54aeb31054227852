/// Times and their medians.
enum Measurement {
    /// Nanoseconds for each of `count` elements that `body` treats: the median of eleven repeats of at least 20 ms, after
    /// one that is not counted.
    static func nanoseconds(_ count: Int, _ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        func seconds(_ repetitions: Int) -> Double {
            let time = clock.measure { for _ in 0..<repetitions { body() } }
            return Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        }
        let first = seconds(1)
        let repetitions = max(1, Int(0.02 / max(first, 1e-9)))
        let times = (0..<11).map { _ in seconds(repetitions) }.sorted()
        return times[5] / Double(repetitions) / Double(count) * 1e9
    }

    /// Prints `name: value unit`.
    static func print(_ name: String, _ value: Double, _ unit: String) {
        let hundredths = (value * 100).rounded() / 100
        Swift.print("\(name): \(hundredths) \(unit)")
    }
}
