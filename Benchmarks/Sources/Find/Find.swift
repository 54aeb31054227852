import ExactPayoff
import Foundation
import OptionPricing
import StrategyRequests
import StrategySearch

/// Measures the strategy finder on a chain of 100 strikes, and a plain search of all combinations of 30 strikes.
///
/// Usage: bench-find [NAME] [--once]. NAME selects what is measured. `--once` searches chains of 40 and 12 strikes, which shows that the benchmark works and measures little.
@main
struct Find {
    private static let isOnce = CommandLine.arguments.contains("--once")
    private static let strikes = isOnce ? 40 : 100, plainStrikes = isOnce ? 12 : 30
    private static let rounds = isOnce ? 1 : 3

    static func main() throws {
        let rest = peakMemory()
        var answers: [Measured] = []
        let name = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("--") }
        let samples = Sample.all.filter { name == nil || $0.name == name }
        for sample in samples { answers.append(try measure(sample)) }
        if name == nil || name == "pairs", let front = try measureFront() {
            for exercise in [ExerciseStyle.european, .american] { try measurePairs(exercise, front) }
        }
        print("find_memory: \((peakMemory() - rest) / 1024) MB above the process at rest")
        // The plain search keeps more, so it follows.
        for (sample, answer) in zip(samples, answers) { try compare(sample, answer) }
    }

    /// A request.
    private struct Sample: Sendable {
        let name: String
        let objectives: [FindObjective]
        var quantity = 1
        /// The plain search takes 16 times longer for two quantities.
        var plainStrikes = Find.plainStrikes

        static let all = [
            Sample(name: "top", objectives: [.expectedProfitPerCapital]),
            Sample(name: "front", objectives: [.expectedProfitPerCapital, .probabilityOfProfit, .maxLoss]),
            Sample(
                name: "quantities", objectives: [.expectedProfitPerCapital], quantity: 2,
                plainStrikes: Find.plainStrikes * 2 / 3),
        ]

        func request(strikes: Int) throws -> FindRequest {
            var request = try SampleChain.request(strikes: strikes, objectives: objectives)
            request.search.quantity = quantity
            if objectives.count > 1 {
                request.filters.maxLoss = 2000
            } else {
                request.filters.probabilityOfProfit.minimum = 0.5
            }
            return request
        }
    }

    private struct Measured {
        let seconds: Double, combinations: Int
    }

    /// Searches with one thread and with two in alternation, and prints the medians.
    private static func measure(_ sample: Sample) throws -> Measured {
        let request = try sample.request(strikes: strikes)
        var times: [[Double]] = [[], []]
        var combinations = 0
        for _ in 0..<rounds {
            for jobs in 1...2 {
                times[jobs - 1].append(
                    try seconds { combinations = try StrategyFinder(jobs: jobs).find(request).examined.combinations })
            }
        }
        let (one, two) = (median(times[0]), median(times[1]))
        let name = "find_\(sample.name)"
        print("\(name)_combinations: \(combinations)")
        print("\(name): \(rounded(one)) s")
        print("\(name)_two_threads: \(rounded(two)) s")
        print("\(name)_two_threads_ratio: \(rounded(one / two)) times one")
        return Measured(seconds: one, combinations: combinations)
    }

    /// The time of a front of three with one thread.
    private static func measureFront() throws -> Double? {
        let sample = Sample.all.first { $0.name == "front" }
        guard let request = try sample?.request(strikes: strikes) else { return nil }
        return try seconds { _ = try StrategyFinder().find(request) }
    }

    /// Searches combinations of two expirations with one thread, and prints the ratio to the time of a front.
    private static func measurePairs(_ exercise: ExerciseStyle, _ front: Double) throws {
        let request = try SampleChain.pairRequest(strikes: strikes, exercise: exercise)
        var combinations = 0
        let time = try seconds { combinations = try StrategyFinder().find(request).examined.combinations }
        let name = "find_pairs_\(exercise)"
        print("\(name)_combinations: \(combinations)")
        print("\(name): \(rounded(time)) s")
        print("\(name)_ratio: \(rounded(time / front)) times a front")
    }

    /// Times the plain search, checks that it has the same answer, and prints how much faster the finder is for each combination.
    private static func compare(_ sample: Sample, _ answer: Measured) throws {
        var request = try sample.request(strikes: sample.plainStrikes)
        // The plain search does not know which combinations are equivalent.
        request.search.mergesEquivalents = false
        let response = try StrategyFinder().find(request)
        var times: [Double] = []
        var (count, values) = (0, [[Double]]())
        for _ in 0..<rounds {
            times.append(
                seconds {
                    let plain = PlainSearch(request)
                    (count, values) = (plain.count, plain.rows.map(\.objectives))
                })
        }
        guard count == response.examined.combinations, agree(values, response.strategies.map(\.objectives)) else {
            fatalError("the plain search of \(sample.name) has another answer")
        }
        let plain = median(times) / Double(count)
        print("plain_\(sample.name): \(rounded(plain * 1e9)) ns a combination")
        let ratio = plain / (answer.seconds / Double(answer.combinations))
        print("find_\(sample.name)_ratio: \(rounded(ratio)) times plain_\(sample.name)")
    }

    /// Whether two answers have the same objectives.
    private static func agree(_ left: [[Double]], _ right: [[Double]]) -> Bool {
        let (left, right) = (
            left.sorted { $1.lexicographicallyPrecedes($0) }, right.sorted { $1.lexicographicallyPrecedes($0) }
        )
        return left.count == right.count
            && zip(left.joined(), right.joined()).allSatisfy { abs($0 - $1) <= 1e-8 * abs($1) }
    }

    private static func seconds(_ run: () throws -> Void) rethrows -> Double {
        let time = try ContinuousClock().measure(run)
        return Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

    /// The peak memory of the process in KiB.
    private static func peakMemory() -> Int {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss
        #else
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss / 1024
        #endif
    }
}
