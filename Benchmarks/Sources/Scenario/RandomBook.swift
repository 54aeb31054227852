import ExactPayoff
import OptionPricing
import StrategyValuation

/// Random positions in 500 contracts on one underlying: calls and puts of 50 strikes and 5 expirations.
struct RandomBook {
    static let contractCount = 500

    let book: PositionBook
    /// The holdings as a sparse matrix, whose columns are in the order of the contracts in `book`.
    private(set) var starts = [0]
    private(set) var contracts: [Int] = []
    private(set) var shares: [Double] = []

    /// Creates positions that each hold a random number of contracts in the range `held`.
    init(positions count: Int, held: ClosedRange<Int>) throws {
        var random = RandomNumbers()
        let volatilities = (0..<Self.contractCount).map { _ in random.uniform(0.15, 0.4) }
        var order = Array(0..<Self.contractCount)
        var positions: [[PricedLeg]] = []
        for _ in 0..<count {
            let heldCount = Int.random(in: held, using: &random)
            for index in 0..<heldCount { order.swapAt(index, Int.random(in: index..<order.count, using: &random)) }
            positions.append(
                try order.prefix(heldCount).map { contract in
                    let strike = 75 + Double(contract / 2 % 50)
                    let leg = try Leg(
                        contract % 2 == 0 ? .call(strikePrice: strike) : .put(strikePrice: strike),
                        Bool.random(using: &random) ? .long : .short, premium: random.uniform(0.5, 20),
                        quantity: Int.random(in: 1...20, using: &random), sharesPerContract: 100)
                    return try PricedLeg(
                        leg, timeToExpiration: 0.1 + 0.2 * Double(contract / 100), volatility: volatilities[contract])
                })
        }
        book = try PositionBook(positions, in: OptionMarket(spot: 100, riskFreeRate: 0.03, dividendYield: 0.01))
        let columns = Dictionary(uniqueKeysWithValues: book.contracts.enumerated().map { ($1, $0) })
        for position in positions {
            for leg in position {
                guard let column = leg.contract.flatMap({ columns[$0] }) else { continue }
                let size = Double(leg.leg.quantity * leg.leg.sharesPerContract)
                contracts.append(column)
                shares.append(leg.leg.side == .long ? size : -size)
            }
            starts.append(contracts.count)
        }
    }

    /// Returns the values of the contracts in every scenario, one row per contract.
    func values(in grid: ScenarioGrid) throws -> [Double] {
        let positions = try book.contracts.map { contract in
            let strike = contract.terms.strike
            let leg = try Leg(
                contract.terms.kind == .call ? .call(strikePrice: strike) : .put(strikePrice: strike), .long,
                premium: 0,
                quantity: 1, sharesPerContract: 1)
            return [
                try PricedLeg(leg, timeToExpiration: contract.terms.timeToExpiration, volatility: contract.volatility)
            ]
        }
        return try PositionBook(positions, in: book.market).profits(in: grid).values
    }

    /// Returns the holdings of the first positions as a dense matrix, one row per position.
    func dense(positions: Int) -> [Double] {
        var matrix = [Double](repeating: 0, count: positions * Self.contractCount)
        for position in 0..<positions {
            for index in starts[position]..<starts[position + 1] {
                matrix[position * Self.contractCount + contracts[index]] = shares[index]
            }
        }
        return matrix
    }
}

/// A generator with the same sequence in every run: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
struct RandomNumbers: RandomNumberGenerator {
    private var state: UInt64 = 20_261_121

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(next() >> 11) * 0x1p-53
    }
}
