import OptionKernels
import _TestSupport

/// Options in the columns that the kernels read.
struct OptionColumns {
    var kinds: [OptionKind] = []
    var spots: [Double] = []
    var strikes: [Double] = []
    var times: [Double] = []
    var rates: [Double] = []
    var yields: [Double] = []
    var volatilities: [Double] = []

    init(_ samples: [OptionSample]) {
        kinds = samples.map { $0.isPut ? .put : .call }
        spots = samples.map(\.spot)
        strikes = samples.map(\.strike)
        times = samples.map(\.time)
        rates = samples.map(\.rate)
        yields = samples.map(\.yield)
        volatilities = samples.map(\.volatility)
    }

    /// Columns of `count` samples.
    init(_ region: SampleRegion, count: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.init((0..<count).map { _ in generator.sample(region) })
    }

    static let numbers: [any WritableKeyPath<OptionColumns, [Double]> & Sendable] = [
        \.spots, \.strikes, \.times, \.rates, \.yields, \.volatilities,
    ]

    /// Columns of results for the options in `range`, as bit patterns. The kernel must read nothing outside the range; elements
    /// that it does not write stay 0.
    func evaluate(
        _ what: GreekSelection, range: Range<Int>? = nil, instructionSet: InstructionSet
    ) -> (rows: [[UInt64]], answered: Bool) {
        let range = range ?? 0..<kinds.count
        var values = [Double](repeating: 0, count: what.columnCount * range.count)
        var span = values.mutableSpan
        let answered = evaluateOptions(
            what, kinds: kinds.span.extracting(range), spots: spots.span.extracting(range),
            strikes: strikes.span.extracting(range), times: times.span.extracting(range),
            rates: rates.span.extracting(range), yields: yields.span.extracting(range),
            volatilities: volatilities.span.extracting(range), values: &span, instructionSet: instructionSet)
        return (Self.rows(values, what.columnCount), answered)
    }

    /// The columns of results of the chain with these strikes, volatilities and kinds.
    func evaluateChain(
        of shared: OptionSample, range: Range<Int>? = nil, instructionSet: InstructionSet
    ) -> (rows: [[UInt64]], answered: Bool) {
        let range = range ?? 0..<kinds.count
        var values = [Double](repeating: 0, count: 6 * range.count)
        var span = values.mutableSpan
        let answered = OptionKernels.evaluateChain(
            spot: shared.spot, time: shared.time, rate: shared.rate, yield: shared.yield,
            kinds: kinds.span.extracting(range), strikes: strikes.span.extracting(range),
            volatilities: volatilities.span.extracting(range), values: &span, instructionSet: instructionSet)
        return (Self.rows(values, 6), answered)
    }

    /// The volatilities at which the options are worth `prices`, and the statuses.
    func impliedVolatilities(
        prices: [Double], range: Range<Int>? = nil, instructionSet: InstructionSet
    ) -> (volatilities: [UInt64], statuses: [ImpliedVolatilityStatus], answered: Bool) {
        let range = range ?? 0..<kinds.count
        var found = [Double](repeating: 0, count: range.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: range.count)
        var foundSpan = found.mutableSpan
        var statusSpan = statuses.mutableSpan
        let answered = findImpliedVolatilities(
            kinds: kinds.span.extracting(range), prices: prices.span.extracting(range),
            spots: spots.span.extracting(range), strikes: strikes.span.extracting(range),
            times: times.span.extracting(range), rates: rates.span.extracting(range),
            yields: yields.span.extracting(range), volatilities: &foundSpan, statuses: &statusSpan,
            instructionSet: instructionSet)
        return (found.map(\.bitPattern), statuses, answered)
    }

    /// The prices computed by the strongest kernel.
    func prices() -> [Double] {
        evaluate(.price, instructionSet: .best).rows[0].map { Double(bitPattern: $0) }
    }

    private static func rows(_ values: [Double], _ count: Int) -> [[UInt64]] {
        let length = values.count / count
        return (0..<count).map { row in values[row * length..<(row + 1) * length].map(\.bitPattern) }
    }
}
