internal import ExactPayoff

/// Sorts scenarios by their profits, in steps that a budget counts.
enum ScenarioOrder {
    /// The number of scenarios that are sorted at once.
    private static let runLength = 1024

    /// The cost of sorting, in valuations.
    static func cost(_ count: Int) -> Int {
        var (passes, width) = (0, runLength)
        while width < count { (passes, width) = (passes + 1, 2 * width) }
        return count.saturatingProduct(WorkCost.sortedProfit + passes)
    }

    /// Returns the scenarios in ascending order of profit. Scenarios of equal profits keep their order, so that the result is unique.
    ///
    /// - Precondition: The profits are not NaN.
    static func ascending(_ profits: [Double], _ budget: WorkBudget) throws(StrategyError) -> [Int32] {
        try budget.require(cost(profits.count))
        var order = Array(0..<Int32(profits.count))
        for first in stride(from: 0, to: order.count, by: runLength) {
            let run = first..<min(first + runLength, order.count)
            try budget.spend(run.count * WorkCost.sortedProfit)
            order[run].sort { (profits[Int($0)], $0) < (profits[Int($1)], $1) }
        }
        var merged = order
        var width = runLength
        while width < order.count {
            for first in stride(from: 0, to: order.count, by: 2 * width) {
                let end = min(first + 2 * width, order.count)
                try budget.spend(end - first)
                merge(first..<min(first + width, end), min(first + width, end)..<end, of: order, into: &merged, profits)
            }
            swap(&order, &merged)
            width *= 2
        }
        return order
    }

    /// Merges two adjacent runs; of equal profits, those of the first run come first.
    private static func merge(
        _ one: Range<Int>, _ other: Range<Int>, of order: [Int32], into merged: inout [Int32], _ profits: [Double]
    ) {
        let (order, profits) = (order.span, profits.span)
        var target = merged.mutableSpan
        var (left, right) = (one.lowerBound, other.lowerBound)
        for index in one.lowerBound..<other.upperBound {
            let takesRight =
                left == one.upperBound
                || right < other.upperBound && profits[Int(order[right])] < profits[Int(order[left])]
            target[index] = order[takesRight ? right : left]
            if takesRight { right += 1 } else { left += 1 }
        }
    }
}
