import StrategyValuation
import Testing

@testable import StrategyValuation

@Suite("Bracketing")
struct BracketingTests {
    @Test("roots of steep, flat and jumping functions", arguments: [0.1, 1, 2.5, 7, 9.99] as [Double])
    func roots(root: Double) {
        let functions: [(Double) -> Double] = [
            { $0 - root }, { root - $0 }, { ($0 - root) * ($0 - root) * ($0 - root) },
            { $0 < root ? -1 : 1 }, { $0 * $0 * $0 * $0 - root * root * root * root },
            { ($0 - root) / (1e-9 + abs($0 - root)) },
        ]
        for function in functions {
            var count = 0
            let found = Bracketing.root(between: 0, and: 10) {
                count += 1
                return function($0)
            }
            #expect(abs(found - root) <= 1e-14)
            #expect(count < 120)
        }
    }

    @Test("a root at an end")
    func ends() {
        #expect(Bracketing.root(between: 0, and: 10) { $0 } <= 1e-15)
        #expect(Bracketing.root(between: -10, and: 0) { $0 } == 0)
    }

    @Test("a jump among subnormal numbers is enclosed by neighbours")
    func subnormalNumbers() {
        let root = 3 * Double.leastNonzeroMagnitude
        var count = 0
        let found = Bracketing.root(between: 0, and: 2000 * Double.leastNonzeroMagnitude) {
            count += 1
            return $0 < root ? -1 : 1
        }
        #expect(abs(found - root) <= 2 * Double.leastNonzeroMagnitude)
        #expect(count < 120)
    }
}
