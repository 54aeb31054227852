internal import COptionsKernels

/// The amounts of contracts that a search of combinations reads: rows over the strikes, in ticks per share.
package struct SearchTables: Sendable {
    /// A row of amounts.
    package enum Row {
        /// The strike, the mean of (S − K)⁺, and the profit at the strike of what is held.
        case strike, mean, held
        /// The mean of (S − K)⁺ in a tail.
        case tail(Int)
        /// What a contract adds to the constant of a payoff, and its profit at the target, by quantity from −2 to 2.
        case constant(OptionKind, quantity: Int), target(OptionKind, quantity: Int)

        var index: Int {
            switch self {
            case .strike: KERNEL_SEARCH_STRIKE
            case .mean: KERNEL_SEARCH_MEAN
            case .held: KERNEL_SEARCH_HELD
            case .tail(let tail): KERNEL_SEARCH_TAIL + tail
            case .constant(.call, let quantity): KERNEL_SEARCH_CALL + quantity + 2
            case .constant(.put, let quantity): KERNEL_SEARCH_PUT + quantity + 2
            case .target(.call, let quantity): KERNEL_SEARCH_CALL_TARGET + quantity + 2
            case .target(.put, let quantity): KERNEL_SEARCH_PUT_TARGET + quantity + 2
            }
        }
    }

    /// The number of tails.
    package static let tailCount = Int(KERNEL_SEARCH_TAILS)
    /// The amount of a contract that must not be traded.
    package static let never = Int32(KERNEL_SEARCH_NEVER)

    /// The number of strikes.
    package let strikeCount: Int
    let rowLength: Int
    var rows: [Int32]
    var prices: [Float]

    /// Whether something is held.
    package var isHeld = false
    /// Means and slopes of what is held, per share of a combination, in ticks; a knot at 0 first.
    package var heldPrices: [Int32] = [0], heldProfits: [Int32] = [0]
    package var heldMean = 0.0, heldTarget: Int32 = 0
    package var heldTails = [Double](repeating: 0, count: tailCount)
    /// The mean price in ticks, over all outcomes and in each tail.
    package var meanPrice = 0.0
    package var tailPrices = [Double](repeating: 0, count: tailCount)
    /// P(S < i × cell width), the cells per unit of price, and the ticks of one.
    package var below: [Float] = [0, 1], cellsPerPrice: Float = 1, ticksPerPrice: Float = 1
    var belowSteps: [Float] = [1, 0]
    /// The least slope beyond all strikes with which the loss is limited, and with which the profit is not.
    package var leastSlope = 0, gainingSlope = 1

    /// Creates tables without contracts that can be traded.
    package init(strikeCount: Int) {
        self.strikeCount = strikeCount
        rowLength = strikeCount + Int(KERNEL_SEARCH_PADDING)
        rows = [Int32](repeating: 0, count: rowLength * KERNEL_SEARCH_ROWS)
        prices = [Float](repeating: 0, count: 2 * rowLength)
        let contracts = KERNEL_SEARCH_CALL..<KERNEL_SEARCH_CALL_TARGET
        let best = KERNEL_SEARCH_BEST_CALL..<KERNEL_SEARCH_ROWS
        for row in [contracts, best].joined() {
            for index in 0..<rowLength { rows[row * rowLength + index] = Self.never }
        }
    }

    /// An amount.
    package subscript(row: Row, strike: Int) -> Int32 {
        get { rows[row.index * rowLength + strike] }
        set { rows[row.index * rowLength + strike] = newValue }
    }

    /// Sets a strike as a price, and the probability of lower prices.
    package mutating func setPrice(_ price: Float, below: Float, at strike: Int) {
        prices[strike] = price
        prices[rowLength + strike] = below
    }

    /// Computes what follows from the amounts. Call it when all are set.
    package mutating func finish() {
        belowSteps = below.indices.map { $0 + 1 < below.count ? below[$0 + 1] - below[$0] : 0 }
        let best = [
            (KERNEL_SEARCH_CALL, KERNEL_SEARCH_BEST_CALL, KERNEL_SEARCH_BEST_CALL_MEAN),
            (KERNEL_SEARCH_PUT, KERNEL_SEARCH_BEST_PUT, KERNEL_SEARCH_BEST_PUT_MEAN),
        ]
        for (amounts, constants, means) in best {
            for quantity in -2...2 {
                for strike in (0..<strikeCount).reversed() {
                    let amount = rows[(amounts + quantity + 2) * rowLength + strike]
                    let mean = amount + Int32(quantity) * rows[KERNEL_SEARCH_MEAN * rowLength + strike]
                    let (first, second) = ((constants + quantity + 2) * rowLength, (means + quantity + 2) * rowLength)
                    rows[first + strike] = max(amount, rows[first + strike + 1])
                    rows[second + strike] = max(
                        amount == Self.never ? Self.never : mean, rows[second + strike + 1])
                }
            }
        }
    }
}

/// Units of a combination at ascending strikes, to which a last one is to be added.
package struct SearchPrefix {
    var prefix = kernel_search_prefix()

    /// Creates the prefix without a unit.
    package init() {}

    /// The number of legs.
    package var legs: Int { Int(prefix.legs) }
    /// The index of the last strike; −1 without a unit.
    package var last: Int { Int(prefix.last) }
}

/// The conditions that every answer of a search fulfils. Amounts are in ticks, with a margin for their rounding.
package struct SearchConditions: Sendable {
    /// What combinations are ranked by.
    package enum Objective: UInt32, Sendable {
        case expectedProfit, expectedProfitPerCapital, probabilityOfProfit, maxProfit, maxProfitPerCapital
        case profitAtTarget, profitAtTargetPerCapital, expectedProfitPerShortfall, maxLoss

        var kernel: kernel_search_objective { kernel_search_objective(rawValue: rawValue) }
    }

    /// An amount that no combination has.
    package static let unlimited: Int32 = 1 << 30
    /// The cells of one edge of the table of a front.
    package static let frontCells = Int(KERNEL_SEARCH_FRONT_CELLS)

    package var largestQuantity = 1, legs = 1...4
    package var boundedLoss = false, boundedProfit = false
    /// The least number of puts, by shares + 1.
    package var leastPuts = [-12, -12, -12]
    package var greatestLoss = unlimited, greatestCost = unlimited, leastCost = -unlimited
    package var leastMean = -unlimited, leastTarget = -unlimited
    package var leastProbability: Float = 0
    package var amountError: Float = 0, probabilityError: Float = 0
    package var objectives: [Objective] = []
    /// The least value of a single objective.
    package var threshold = -Float.infinity
    /// The greatest value of the first objective, by cells of the others.
    package var front: [Float] = []
    package var riskless = unlimited

    package init() {}

    /// The cell of a value of an objective in ``front``.
    package static func cell(_ objective: Objective, _ value: Float) -> Int {
        Int(kernel_search_cell(objective.kernel, value))
    }
}

/// A class of combinations that may hold an answer: a prefix and a last unit.
package struct SearchClass: Sendable {
    let found: kernel_search_class

    /// The index of the strike of the last unit.
    package var strike: Int { Int(found.strike) }
    /// The quantity of its leg, or of its call.
    package var quantity: Int { Int(found.quantity) }
    /// The quantity of its put; 0 if the unit has one leg.
    package var putQuantity: Int { Int(found.put_quantity) }
    /// The number of puts of the combination.
    package var puts: Int { Int(found.puts) }
}

/// Where a scan continues.
package struct SearchPosition {
    var position = kernel_search_position()

    /// The beginning.
    package init() {}

    /// Whether the scan is complete.
    package var isAtEnd: Bool { position.block < 0 }
}
