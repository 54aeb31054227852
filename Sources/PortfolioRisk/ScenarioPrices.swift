internal import ExactPayoff
internal import LinearAlgebra
internal import _OptionsMath

/// Computes the prices of the underlyings, one block of scenarios at a time.
///
/// The block size is constant, so a scenario has the same bits for every number of scenarios and threads.
struct ScenarioPrices {
    /// The number of scenarios in a block.
    static let blockSize = 256

    /// The number of blocks that hold `scenarios` scenarios.
    static func blockCount(_ scenarios: Int) -> Int { (scenarios + blockSize - 1) / blockSize }

    /// The cost of a block in valuations: the variates, their correlation, and the exponentials.
    static func costOfBlock(_ underlyings: Int) -> Int {
        let products = underlyings.saturatingProduct(underlyings)
        let correlating =
            underlyings <= CorrelationFactor.maximumSize
            ? products * blockSize / 32 : WorkCost.multiplying(products, columns: blockSize)
        return underlyings * blockSize * WorkCost.scenarioPrice + correlating
    }

    private let model: RiskModel
    private let philox: Philox
    /// The mean and the standard deviation of ln(price at the horizon / current price) of each underlying.
    private let drifts, deviations: [Double]
    private var normals: [Double]

    init(_ model: RiskModel, horizon: Double, seed: UInt64) {
        self.model = model
        philox = Philox(seed: seed)
        drifts = model.underlyings.map {
            (model.riskFreeRate - $0.dividendYield - $0.volatility * $0.volatility / 2) * horizon
        }
        deviations = model.underlyings.map { $0.volatility * horizon.squareRoot() }
        normals = Array(repeating: 0, count: model.underlyings.count * Self.blockSize)
    }

    /// Fills `prices` with the prices in a block: a row of `blockSize` prices for each underlying.
    mutating func compute(block: Int, prices: inout [Double]) throws(RiskError) {
        let (count, size) = (model.underlyings.count, Self.blockSize)
        Self.fill(&normals, count, block: block, philox)
        // `prices` first receives the correlated normal variates.
        if count <= CorrelationFactor.maximumSize {
            correlate(into: &prices)
        } else {
            var rows = prices.mutableSpan
            do throws(LinearAlgebraError) {
                try multiply(
                    rows: count, inner: count, columns: size, left: model.factor.elements.span,
                    right: normals.span, product: &rows)
            } catch {
                throw .correlations(error)
            }
        }
        for (underlying, parameters) in model.underlyings.enumerated() {
            let (drift, deviation) = (drifts[underlying], deviations[underlying])
            for index in underlying * size..<(underlying + 1) * size {
                prices[index] = parameters.price * exp(drift + deviation * prices[index])
            }
        }
    }

    /// Fills `normals` with the independent standard normal variates of a block: a row for each underlying.
    static func fill(_ normals: inout [Double], _ count: Int, block: Int, _ philox: Philox) {
        let size = blockSize
        for pair in 0..<(count + 1) / 2 {
            let isWhole = 2 * pair + 1 < count
            for index in 0..<size {
                let (first, second) = philox.bits(UInt64(block * size + index), UInt64(pair))
                normals[2 * pair * size + index] = Philox.normal(first)
                if isWhole { normals[(2 * pair + 1) * size + index] = Philox.normal(second) }
            }
        }
    }

    /// Multiplies the triangular factor by the normal variates, in the order of its columns.
    private func correlate(into products: inout [Double]) {
        let (count, size) = (model.underlyings.count, Self.blockSize)
        let normals = normals.span
        for row in 0..<count {
            var target = products.mutableSpan
            for index in row * size..<(row + 1) * size { target[index] = 0 }
            for column in 0...row {
                let weight = model.factor[row, column]
                for index in 0..<size { target[row * size + index] += weight * normals[column * size + index] }
            }
        }
    }
}

extension RiskModel {
    /// Returns the independent standard normal variates of the first scenarios of a seed: for each underlying, one for each scenario.
    ///
    /// The logarithms of the prices have the variates L · z, where L is the lower triangular matrix with L · Lᵀ equal to the
    /// correlations and z are the variates of a scenario.
    ///
    /// - Parameters:
    ///   - scenarios: The number of scenarios, in ``scenarioRange``.
    ///   - seed: The seed.
    /// - Returns: A list for each underlying.
    /// - Precondition: The scenarios are in the range.
    public func normals(scenarios: Int, seed: UInt64) -> [[Double]] {
        precondition(Self.scenarioRange.contains(scenarios), "the scenarios must be in their range")
        let (count, size) = (underlyings.count, ScenarioPrices.blockSize)
        var block = [Double](repeating: 0, count: count * size)
        var normals = [[Double]](repeating: [], count: count)
        for first in stride(from: 0, to: scenarios, by: size) {
            ScenarioPrices.fill(&block, count, block: first / size, Philox(seed: seed))
            let length = min(size, scenarios - first)
            for underlying in 0..<count {
                normals[underlying] += block[underlying * size..<underlying * size + length]
            }
        }
        return normals
    }
}
