internal import LinearAlgebra
internal import _OptionsMath

/// The prices of the underlyings in one block of scenarios after another.
///
/// Blocks have one size, whatever is asked for: a scenario gets the same bits wherever it is computed.
struct ScenarioPrices {
    /// The scenarios of a block.
    static let blockSize = 256

    private let model: RiskModel
    private let philox: Philox
    /// Of each underlying: the mean and the standard deviation of the logarithm of the price's growth.
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

    /// Fills `prices` with those of a block: a row of `blockSize` prices for each underlying.
    mutating func compute(block: Int, prices: inout [Double]) throws(RiskError) {
        let (count, size) = (model.underlyings.count, Self.blockSize)
        for pair in 0..<(count + 1) / 2 {
            let isWhole = 2 * pair + 1 < count
            for index in 0..<size {
                let (first, second) = philox.bits(UInt64(block * size + index), UInt64(pair))
                normals[2 * pair * size + index] = Philox.normal(first)
                if isWhole { normals[(2 * pair + 1) * size + index] = Philox.normal(second) }
            }
        }
        // The correlated normal numbers stand where the prices will.
        var rows = prices.mutableSpan
        do throws(LinearAlgebraError) {
            try multiply(
                rows: count, inner: count, columns: size, left: model.factor.elements.span,
                right: normals.span, product: &rows)
        } catch {
            throw .correlations(error)
        }
        for (underlying, parameters) in model.underlyings.enumerated() {
            let (drift, deviation) = (drifts[underlying], deviations[underlying])
            for index in underlying * size..<(underlying + 1) * size {
                prices[index] = parameters.price * exp(drift + deviation * prices[index])
            }
        }
    }
}
