import OptionKernels
import OptionPricing

/// Options in columns, the same in every run: spot 100, strikes 60 to 160, times 0.02 to 2, volatilities 0.05 to 1, and
/// their prices.
struct OptionColumns {
    let kinds: [OptionKind]
    let spots, strikes, times, rates, yields, volatilities, normalVolatilities: [Double]
    private(set) var prices: [Double] = []
    private(set) var normalPrices: [Double] = []

    var count: Int { kinds.count }

    init(count: Int) {
        /// Returns evenly distributed numbers: multiples of an irrational number, modulo 1 (Weyl, 1916).
        func spread(_ irrational: Double, _ range: ClosedRange<Double>) -> [Double] {
            (0..<count).map { index in
                let multiple = Double(index) * irrational
                return range.lowerBound + (range.upperBound - range.lowerBound) * (multiple - multiple.rounded(.down))
            }
        }
        kinds = (0..<count).map { $0.isMultiple(of: 2) ? .call : .put }
        spots = [Double](repeating: 100, count: count)
        strikes = spread(0.618_033_988_749_895, 60...160)
        times = spread(0.414_213_562_373_095, 0.02...2)
        rates = spread(0.732_050_807_568_877, 0...0.08)
        yields = spread(0.236_067_977_499_790, 0...0.04)
        volatilities = spread(0.645_751_311_064_591, 0.05...1)
        normalVolatilities = volatilities.map { 100 * $0 }
        var columns = GreekColumns(.price, count: count)
        _ = evaluateOptions(
            kinds: kinds.span, spots: spots.span, strikes: strikes.span, times: times.span, rates: rates.span,
            yields: yields.span, volatilities: volatilities.span, into: &columns, instructionSet: .baseline)
        prices = (0..<count).map { columns[.price, $0] }
        _ = evaluateForwardOptions(
            model: .bachelier, kinds: kinds.span, forwards: spots.span, strikes: strikes.span, times: times.span,
            rates: rates.span, volatilities: normalVolatilities.span, into: &columns, instructionSet: .baseline)
        normalPrices = (0..<count).map { columns[.price, $0] }
    }
}
