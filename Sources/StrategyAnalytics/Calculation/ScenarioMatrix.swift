/// Profits over prices, volatilities and times.
public struct ScenarioMatrix: Hashable, Sendable {
    /// Prices of the underlying, per share.
    public let stockPrices: [Double]
    /// What is added to every volatility.
    public let volatilityShifts: [Double]
    /// When.
    public let dates: [ValueDate]
    /// By price, of one price by shift, of one shift by date.
    public let profitLoss: [Double]

    init(_ grid: ScenarioGrid, _ dates: [ValueDate], _ profitLoss: [Double]) {
        stockPrices = grid.stockPrices
        volatilityShifts = grid.volatilityShifts
        self.dates = dates
        self.profitLoss = profitLoss
    }

    /// The profit in one scenario.
    public subscript(stockPrice: Int, volatilityShift: Int, date: Int) -> Double {
        profitLoss[(stockPrice * volatilityShifts.count + volatilityShift) * dates.count + date]
    }
}
