internal import OptionPricing
internal import _OptionsMath

/// The scenarios of a grid as columns for the kernels, and the values of contracts in them.
struct ScenarioColumns {
    private let market: Market
    private let elapsedTimes: [Double]
    private let spots: [Double]
    private let shifts: [Double]
    private let elapsed: [Double]
    private let rates: [Double]
    private let yields: [Double]
    // What differs from contract to contract.
    private var kinds: [OptionKind]
    private var strikes: [Double]
    private var times: [Double]
    private var volatilities: [Double]
    /// The contract that the columns hold.
    private var last: OptionContract?

    init(_ grid: ScenarioGrid, in market: Market) {
        var spots: [Double] = []
        var shifts: [Double] = []
        var elapsed: [Double] = []
        for price in grid.stockPrices {
            for shift in grid.volatilityShifts {
                for time in grid.elapsedTimes {
                    spots.append(price)
                    shifts.append(shift)
                    elapsed.append(time)
                }
            }
        }
        self.market = market
        elapsedTimes = grid.elapsedTimes
        self.spots = spots
        self.shifts = shifts
        self.elapsed = elapsed
        rates = [Double](repeating: market.riskFreeRate, count: spots.count)
        yields = [Double](repeating: market.dividendYield, count: spots.count)
        kinds = [OptionKind](repeating: .call, count: spots.count)
        strikes = rates
        times = rates
        volatilities = rates
    }

    var count: Int { spots.count }

    /// The price of the underlying in each scenario.
    var stockPrices: [Double] { spots }

    /// Writes the value of one contract, per share, in every scenario.
    ///
    /// - Parameters:
    ///   - contract: What is valued.
    ///   - values: Receives ``count`` values.
    /// - Throws: `PricingError` where it has expired in a scenario, or a value is too large for a `Double`.
    mutating func evaluate(_ contract: OptionContract, into values: inout MutableSpan<Double>) throws(PricingError) {
        if let time = elapsedTimes.first(where: { $0 > contract.timeToExpiration }) {
            throw .negative(.timeToExpiration, contract.timeToExpiration - time)
        }
        fill(for: contract)
        let refusals = BlackScholesMerton.prices(
            kinds: kinds.span, spots: spots.span, strikes: strikes.span, timesToExpiration: times.span,
            riskFreeRates: rates.span, dividendYields: yields.span, volatilities: volatilities.span, prices: &values)
        for refusal in refusals {
            guard spots[refusal.index] == 0 else { throw refusal.error }
            values[refusal.index] = try valueAtZero(of: contract, timeToExpiration: times[refusal.index])
        }
    }

    /// Fills the columns in which a contract differs from the last one.
    private mutating func fill(for contract: OptionContract) {
        if contract.kind != last?.kind { kinds = [OptionKind](repeating: contract.kind, count: count) }
        if contract.strikePrice != last?.strikePrice {
            strikes = [Double](repeating: contract.strikePrice, count: count)
        }
        if contract.timeToExpiration != last?.timeToExpiration {
            Self.fill(&times, from: elapsed) { contract.timeToExpiration - $0 }
        }
        if contract.volatility != last?.volatility {
            Self.fill(&volatilities, from: shifts) { max(contract.volatility + $0, 0) }
        }
        last = contract
    }

    /// Over spans the loop takes a vector at a time, over arrays an element.
    private static func fill(_ column: inout [Double], from source: [Double], _ transform: (Double) -> Double) {
        let source = source.span
        var column = column.mutableSpan
        for index in source.indices { column[index] = transform(source[index]) }
    }

    /// The limit of the model as the underlying becomes worthless, which it then stays.
    private func valueAtZero(of contract: OptionContract, timeToExpiration: Double) throws(PricingError) -> Double {
        guard contract.kind == .put else { return 0 }
        let value = contract.strikePrice * exp(-market.riskFreeRate * timeToExpiration)
        guard value.isFinite else { throw .notRepresentable(.price) }
        return value
    }
}
