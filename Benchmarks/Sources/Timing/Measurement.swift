/// Measures several bodies in alternation, so that load on the machine affects all of them alike. An untimed run
/// precedes each sample.
public struct Measurement {
    private struct Body {
        let name: String
        /// The name of the body to compare with.
        let plain: String?
        let count: Int
        /// The number of floating-point operations per element, to report a rate.
        let operations: Int?
        let run: () -> Void
    }

    private var bodies: [Body] = []

    /// The names of the bodies to measure: all of them, or those that contain a text.
    private let selection: String?
    /// Whether each body runs once, which shows that it works and measures little.
    private let isOnce: Bool

    /// Nothing to measure.
    ///
    /// - Parameter arguments: `[NAME] [--once]`. The first leaves out bodies whose names do not contain it; the second runs
    ///   each body once.
    public init(arguments: some Sequence<String> = CommandLine.arguments.dropFirst()) {
        selection = arguments.first { !$0.hasPrefix("--") }
        isOnce = arguments.contains("--once")
    }

    /// Adds a body that processes `count` elements per call, with `operations` floating-point operations each.
    public mutating func add(
        _ name: String, count: Int, comparedWith plain: String? = nil, operations: Int? = nil,
        _ run: @escaping () -> Void
    ) {
        if let selection, !name.contains(selection) { return }
        bodies.append(Body(name: name, plain: plain, count: count, operations: operations, run: run))
    }

    /// Prints `name: value unit` lines for every body: the median of `rounds` samples of at least 2 ms, in nanoseconds
    /// per element; the fastest sample, which is nearest to the time on an idle machine; the ratio of the time of the
    /// body to compare with; and the operations per second.
    public func print(rounds: Int) {
        let rounds = isOnce ? 1 : rounds
        let repetitions = bodies.map { body in
            if isOnce { return 1 }
            Self.seconds(1, body.run)
            return max(1, Int(0.002 / Self.seconds(1, body.run)))
        }
        var samples = [[Double]](repeating: [], count: bodies.count)
        for _ in 0..<rounds {
            for (index, body) in bodies.enumerated() {
                // An untimed run replaces the cache contents of the previous body.
                if !isOnce { body.run() }
                let elements = Double(repetitions[index] * body.count)
                samples[index].append(Self.seconds(repetitions[index], body.run) / elements * 1e9)
            }
        }
        let sorted = samples.map { $0.sorted() }
        let medians = sorted.map { $0[rounds / 2] }
        for (index, body) in bodies.enumerated() {
            Swift.print("\(body.name): \(Self.rounded(medians[index])) ns")
            Swift.print("\(body.name)_fastest: \(Self.rounded(sorted[index][0])) ns")
            if let operations = body.operations {
                let (median, fastest) = (Double(operations) / medians[index], Double(operations) / sorted[index][0])
                Swift.print("\(body.name)_speed: \(Self.rounded(median)) GFLOPS")
                Swift.print("\(body.name)_speed_fastest: \(Self.rounded(fastest)) GFLOPS")
            }
            guard let plain = body.plain, let other = bodies.firstIndex(where: { $0.name == plain }) else { continue }
            Swift.print("\(body.name)_ratio: \(Self.rounded(medians[other] / medians[index])) times \(plain)")
        }
    }

    @discardableResult
    private static func seconds(_ repetitions: Int, _ run: () -> Void) -> Double {
        let time = ContinuousClock().measure { for _ in 0..<repetitions { run() } }
        return Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
