public import LinearAlgebra
public import OptionPricing

/// A model of underlyings whose prices are correlated and lognormally distributed.
///
/// ```swift
/// let model = try RiskModel(
///     underlyings: [RiskUnderlying(price: 165, volatility: 0.3), RiskUnderlying(price: 420, volatility: 0.18)],
///     correlations: DenseMatrix(rows: [[1, 0.6], [0.6, 1]]), riskFreeRate: 0.04)
/// let put = try Leg.put(.long, strikePrice: 400, premium: 9, quantity: 5)
/// let shares = try Leg.stock(.long, entryPrice: 160, quantity: 1_000)
/// let profits = try await model.profits(
///     of: [PortfolioHolding(shares), PortfolioHolding(put, underlying: 1, timeToExpiration: 0.25, impliedVolatility: 0.2)],
///     horizon: 10 / 252, scenarios: 100_000, seed: 1)
/// try profits.valueAtRisk(level: 0.99)
/// try profits.expectedShortfall(level: 0.975)
/// ```
///
/// At the horizon *h*, the price S of an underlying is distributed as
///
///     ln S ~ N(ln S₀ + (r − q − σ²/2) h, σ² h)
///
/// with the volatilities, yields and correlations of the model. The drift is the risk-neutral one.
public struct RiskModel: Equatable, Sendable {
    /// The underlyings.
    public let underlyings: [RiskUnderlying]
    /// The risk-free rate: a decimal per year, continuously compounded.
    public let riskFreeRate: Double
    /// L, where L · Lᵀ is the correlation matrix of the logarithms of the prices.
    let factor: DenseMatrix

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - underlyings: The underlyings; at least one.
    ///   - correlations: One row and one column for each underlying: 1 on the diagonal, symmetric (both within 10⁻¹²) and
    ///     positive semidefinite. Those of more than 64 underlyings are positive definite, so that none is ±1, and require
    ///     OpenBLAS.
    ///   - riskFreeRate: Finite, of either sign.
    /// - Throws: ``RiskError`` naming the first parameter outside its domain.
    public init(underlyings: [RiskUnderlying], correlations: DenseMatrix, riskFreeRate: Double) throws(RiskError) {
        let count = underlyings.count
        try RiskError.require(.underlyings, count, in: 1...100_000)
        guard correlations.rows == count, correlations.columns == count else {
            throw .wrongSize(rows: correlations.rows, columns: correlations.columns, underlyings: count)
        }
        try RiskError.requireFinite(.riskFreeRate, riskFreeRate)
        for index in 0..<count {
            let own = correlations[index, index]
            guard abs(own - 1) <= Self.rounding || !own.isFinite else { throw .notOne(underlying: index, own) }
        }
        factor = try Self.factor(of: correlations)
        self.underlyings = underlyings
        self.riskFreeRate = riskFreeRate
    }

    /// Returns L, where L · Lᵀ is the matrix without rounding.
    private static func factor(of correlations: DenseMatrix) throws(RiskError) -> DenseMatrix {
        let matrix: DenseMatrix
        do throws(LinearAlgebraError) {
            try correlations.requireFinite()
            matrix = withoutRounding(correlations)
            try matrix.requireSymmetric()
            if matrix.rows > CorrelationFactor.maximumSize { return try Cholesky(matrix).factor }
        } catch {
            throw .correlations(error)
        }
        return try CorrelationFactor.of(matrix)
    }

    /// The largest difference that is attributed to rounding by the program that estimated the correlations.
    private static let rounding = 0x1p-40

    /// Sets the diagonal to 1 and makes elements across the diagonal equal if their difference is rounding.
    private static func withoutRounding(_ correlations: DenseMatrix) -> DenseMatrix {
        var result = correlations
        for row in 0..<correlations.rows {
            result[row, row] = 1
            for column in 0..<row {
                let (one, other) = (correlations[row, column], correlations[column, row])
                guard abs(one - other) <= rounding else { continue }
                result[row, column] = (one + other) / 2
                result[column, row] = result[row, column]
            }
        }
        return result
    }
}

/// A share or an index with a lognormally distributed price and a continuous yield.
public struct RiskUnderlying: Hashable, Sendable {
    /// The current price.
    public let price: Double
    /// The volatility of the price: a decimal per year, 0.2 means 20 %.
    public let volatility: Double
    /// The yield: a decimal per year, continuously compounded.
    public let dividendYield: Double
    /// Dividends at ex-dates, in addition to the yield.
    public let dividends: [DiscreteDividend]

    /// Creates an underlying.
    ///
    /// - Parameters:
    ///   - price: The current price; finite and greater than 0.
    ///   - volatility: Finite, 0 or greater.
    ///   - dividendYield: Finite, of either sign.
    ///   - dividends: Dividends in addition to the yield, with ex-dates after the horizon.
    /// - Throws: ``RiskError`` naming the first parameter outside its domain.
    public init(
        price: Double, volatility: Double, dividendYield: Double = 0, dividends: [DiscreteDividend] = []
    ) throws(RiskError) {
        try RiskError.requirePositive(.price, price)
        try RiskError.requireNonNegative(.volatility, volatility)
        try RiskError.requireFinite(.dividendYield, dividendYield)
        self.price = price
        self.volatility = volatility
        self.dividendYield = dividendYield
        self.dividends = dividends
    }

    /// The market of options on the underlying now.
    func market(riskFreeRate: Double) throws(PricingError) -> OptionMarket {
        try OptionMarket(
            spot: price, riskFreeRate: riskFreeRate, dividendYield: dividendYield, dividends: dividends)
    }
}
