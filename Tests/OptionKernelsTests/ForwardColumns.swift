import OptionKernels
import _TestSupport

/// The model that a kernel of options on forwards evaluates.
enum ForwardKernel: CaseIterable, Sendable {
    case black76, bachelier
}

/// Regions from which options on forwards are drawn.
enum ForwardRegion: CaseIterable, Sendable {
    /// Options as markets quote them.
    case ordinary
    /// Any bit pattern in the range of the kernels.
    case kernelRange
    /// Any bit pattern of a valid input.
    case valid
}

extension SeededGenerator {
    /// Draws an option on a forward; its yield is the rate, so that Black–Scholes–Merton gives it the same price.
    mutating func forwardSample(_ region: ForwardRegion, _ kernel: ForwardKernel) -> OptionSample {
        var sample: OptionSample
        switch region {
        case .ordinary:
            sample = self.sample(.ordinary)
            if kernel == .bachelier {
                sample.volatility *= sample.spot
                // Forwards and strikes around 0, as those of rates and spreads are.
                sample.spot -= 110
                sample.strike -= 110
            }
        case .kernelRange, .valid:
            sample = self.sample(region == .valid ? .valid : .kernelRange)
            if kernel == .bachelier {
                let bound = region == .valid ? Double.greatestFiniteMagnitude : (0x1p32).nextDown
                sample.spot = signedPattern(below: bound)
                // Half of the strikes are within some standard deviations.
                sample.strike =
                    Bool.random(using: &self)
                    ? signedPattern(below: bound)
                    : min(max(sample.spot + sample.deviation * uniform(-40, 40), -bound), bound)
            }
        }
        sample.yield = sample.rate
        return sample
    }
}

extension OptionColumns {
    /// Columns of `count` options on forwards.
    init(_ region: ForwardRegion, _ kernel: ForwardKernel, count: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.init((0..<count).map { _ in generator.forwardSample(region, kernel) })
    }

    /// Columns of results for the options on forwards in `range`, as bit patterns.
    func evaluate(
        _ what: GreekSelection, _ kernel: ForwardKernel, range: Range<Int>? = nil, instructionSet: InstructionSet
    ) -> (rows: [[UInt64]], answered: Bool) {
        let range = range ?? 0..<kinds.count
        var values = [Double](repeating: 0, count: what.columnCount * range.count)
        var span = values.mutableSpan
        let answered = evaluateForwardOptions(
            what, model: kernel == .black76 ? .black76 : .bachelier, kinds: kinds.span.extracting(range),
            forwards: spots.span.extracting(range), strikes: strikes.span.extracting(range),
            times: times.span.extracting(range), rates: rates.span.extracting(range),
            volatilities: volatilities.span.extracting(range), values: &span, instructionSet: instructionSet)
        let length = range.count
        let rows = (0..<what.columnCount).map { row in
            values[row * length..<(row + 1) * length].map(\.bitPattern)
        }
        return (rows, answered)
    }

    /// The volatilities of the normal model at which the options are worth `prices`, and the statuses.
    func normalVolatilities(
        prices: [Double], range: Range<Int>? = nil, instructionSet: InstructionSet
    ) -> (volatilities: [UInt64], statuses: [ImpliedVolatilityStatus], answered: Bool) {
        let range = range ?? 0..<kinds.count
        var found = [Double](repeating: 0, count: range.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .aboveMaximum, count: range.count)
        var foundSpan = found.mutableSpan
        var statusSpan = statuses.mutableSpan
        let answered = findNormalVolatilities(
            kinds: kinds.span.extracting(range), prices: prices.span.extracting(range),
            forwards: spots.span.extracting(range), strikes: strikes.span.extracting(range),
            times: times.span.extracting(range), rates: rates.span.extracting(range),
            volatilities: &foundSpan, statuses: &statusSpan, instructionSet: instructionSet)
        return (found.map(\.bitPattern), statuses, answered)
    }
}
