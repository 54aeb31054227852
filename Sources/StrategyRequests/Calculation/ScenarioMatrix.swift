internal import StrategyValuation

/// Profits over prices, volatilities and times.
public struct ScenarioMatrix: Hashable, Sendable {
    /// The prices of the underlying, per share.
    public let stockPrices: [Double]
    /// The shifts, which are added to the volatility of every leg.
    public let volatilityShifts: [Double]
    /// The times.
    public let dates: [ValueDate]
    /// The profits, in the order of prices, then shifts, then dates: the date varies fastest.
    public let profitLoss: [Double]

    init(_ grid: ScenarioGrid, _ dates: [ValueDate], _ profitLoss: [Double]) {
        stockPrices = grid.stockPrices
        volatilityShifts = grid.volatilityShifts
        self.dates = dates
        self.profitLoss = profitLoss
    }

    /// The profit in the scenario with the given indices.
    public subscript(stockPrice: Int, volatilityShift: Int, date: Int) -> Double {
        profitLoss[(stockPrice * volatilityShifts.count + volatilityShift) * dates.count + date]
    }
}
