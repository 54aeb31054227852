internal import COptionsKernels

/// The rows of packs of legs of one expiration, as the kernel of two expirations reads them.
package struct SearchPacks {
    /// The number of prices at which profits are compared.
    package static let pointCount = Int(KERNEL_PAIR_POINTS)
    package static let rowCount = Int(KERNEL_PAIR_ROWS)
    /// The rows after those of profits and of dips.
    package static let (value, cost, slope, calls, puts) = (
        Int(KERNEL_PAIR_VALUE), Int(KERNEL_PAIR_COST), Int(KERNEL_PAIR_SLOPE),
        Int(KERNEL_PAIR_CALLS), Int(KERNEL_PAIR_PUTS)
    )

    private let stride: Int
    private var rows: [Float]
    /// The number of packs.
    package private(set) var count = 0

    /// Room for a number of packs.
    package init(capacity: Int) {
        stride = capacity + 16
        rows = [Float](repeating: 0, count: Self.rowCount * stride)
    }

    package mutating func removeAll() { count = 0 }

    /// Adds a pack whose rows are sums of those of its legs.
    package mutating func append(_ first: [Float], _ second: [Float]?) {
        for row in 0..<Self.rowCount { rows[row * stride + count] = first[row] + (second?[row] ?? 0) }
        count += 1
    }

    /// Calls `body` with the index of each pack of a range that may make an answer with the rows of a pack of the earlier expiration. The
    /// conditions may change between calls; `found` is memory that is reused.
    package func scan(
        _ near: [Float], _ range: Range<Int>, _ conditions: inout PairConditions, _ instructionSet: InstructionSet,
        _ found: inout [Int32], _ body: (Int, inout PairConditions) -> Void
    ) {
        precondition(instructionSet <= .best, "instruction set not supported by this processor")
        precondition(near.count == Self.rowCount && range.upperBound <= count, "no such packs")
        if found.count < 256 { found = [Int32](repeating: 0, count: 256) }
        var position = Int32(range.lowerBound)
        while position < range.upperBound {
            // SAFETY: the pointers are valid for the duration of the call; the rows have padding for a vector after the last pack.
            let number = unsafe rows.withUnsafeBufferPointer { rows in
                unsafe near.withUnsafeBufferPointer { near in
                    unsafe found.withUnsafeMutableBufferPointer { found in
                        var far = unsafe kernel_search_packs(stride: Int32(stride), rows: rows.baseAddress)
                        var kernel = conditions.kernel
                        return unsafe kernel_search_pairs(
                            instructionSet.kernel, &far, near.baseAddress, &kernel, &position,
                            Int32(range.upperBound), found.baseAddress, Int32(found.count))
                    }
                }
            }
            for index in 0..<Int(number) { body(Int(found[index]), &conditions) }
        }
    }
}

/// The conditions that every combination with an answer fulfils, per share.
package struct PairConditions: Sendable {
    /// Whether the value is divided by the capital.
    package var isRatio = false
    package var threshold = -Float.infinity
    /// The error of a sum.
    package var margin: Float = 0
    package var greatestLoss = Float.infinity, leastCost = -Float.infinity, greatestCost = Float.infinity
    package var leastSlope = -Float.infinity, leastCalls = -Float.infinity, leastPuts = -Float.infinity
    /// The least profit from which a combination is wanted whatever its value.
    package var riskless = Float.infinity
    /// The least value of such a combination.
    package var leastRisklessValue = -Float.infinity

    package init() {}

    fileprivate var kernel: kernel_search_pair_conditions {
        // Of infinite values, products with 0 would be no numbers.
        kernel_search_pair_conditions(
            is_ratio: isRatio ? 1 : 0, threshold: max(threshold, -1e30), margin: margin,
            greatest_loss: min(greatestLoss, 1e30), least_cost: max(leastCost, -1e30),
            greatest_cost: min(greatestCost, 1e30), least_slope: max(leastSlope, -1e30),
            least_calls: max(leastCalls, -1e30), least_puts: max(leastPuts, -1e30), riskless: min(riskless, 1e30),
            riskless_value: max(leastRisklessValue, -1e30))
    }
}
