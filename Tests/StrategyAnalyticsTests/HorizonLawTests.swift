import Foundation
import StrategyAnalytics
import Testing
import _TestSupport

@Suite("Horizon profile over random strategies")
struct HorizonLawTests {
    private func forEachSample(
        seed: UInt64, count: Int = 400, _ body: (HorizonSample, inout SeededGenerator) throws -> Void
    ) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let sample = try generator.horizonSample()
            try body(sample, &generator)
        }
    }

    @Test("every change of sign that a scan sees has its break-even, and no sample is beyond the extremes")
    func scan() throws {
        try forEachSample(seed: 1) { sample, _ in
            let profile = try sample.profile()
            #expect(profile.isCertified)
            let prices = stride(from: log(1e-3), through: log(1e7), by: 0.002).map { exp($0) }
            let profits = try profile.profits(at: prices)
            let roots = profile.breakEvenPoints
            var changes = 0
            for index in prices.indices.dropFirst() where profits[index - 1] * profits[index] < 0 {
                changes += 1
                let lies = roots.contains { prices[index - 1] <= $0 && $0 <= prices[index] }
                #expect(lies, "\(prices[index]) of \(sample)")
            }
            #expect(changes <= roots.count)
            #expect((roots.count - changes) % 2 == 0 || (roots.last ?? 0) > 1e7, "\(roots) \(changes) \(sample)")
            for root in roots {
                let around = try profile.profits(at: [root * (1 - 1e-9), root, root * (1 + 1e-9)])
                #expect(abs(around[1]) <= 1e-9 + abs(around[2] - around[0]) * 1e-6, "\(around) at \(root) of \(sample)")
            }
            let tolerance = 1e-9
            if let maximum = profile.maximumProfit {
                #expect(profits.allSatisfy { $0 <= maximum + tolerance }, "\(sample)")
            }
            if let minimum = profile.minimumProfit {
                #expect(profits.allSatisfy { $0 >= minimum - tolerance }, "\(sample)")
            }
        }
    }
}
