/// Bodies that are timed in turn, so that what else the machine does falls on all of them alike; each sample after a
/// run that is not timed.
public struct Measurement {
    private struct Body {
        let name: String
        /// Of the body that it is compared with.
        let plain: String?
        let count: Int
        /// Floating-point operations for an element, if they are to be counted.
        let operations: Int?
        let run: () -> Void
    }

    private var bodies: [Body] = []

    /// The names of the bodies that are measured: all of them, or those that contain a text.
    private let selection: String?

    /// Nothing to measure.
    ///
    /// - Parameter selection: Leaves out bodies whose names do not contain it.
    public init(only selection: String? = nil) { self.selection = selection }

    /// Adds a body that treats `count` elements in one call, with so many floating-point operations for each.
    public mutating func add(
        _ name: String, count: Int, comparedWith plain: String? = nil, operations: Int? = nil,
        _ run: @escaping () -> Void
    ) {
        if let selection, !name.contains(selection) { return }
        bodies.append(Body(name: name, plain: plain, count: count, operations: operations, run: run))
    }

    /// Prints `name: value unit` for every body: the median of `rounds` samples of at least 2 ms, in nanoseconds an
    /// element, the fastest sample, which is nearest to what an undisturbed machine takes, how many times the body that
    /// it is compared with takes as long, and the operations a second.
    public func print(rounds: Int) {
        let repetitions = bodies.map { body in
            Self.seconds(1, body.run)
            return max(1, Int(0.002 / Self.seconds(1, body.run)))
        }
        var samples = [[Double]](repeating: [], count: bodies.count)
        for _ in 0..<rounds {
            for (index, body) in bodies.enumerated() {
                // The caches hold what the body before left; repeated, it finds its own.
                body.run()
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
