import Foundation
import OptionKernels
import _TestSupport

/// Prices and statuses of American options.
struct AmericanPrices {
    var bits: [UInt64]
    var statuses: [AmericanStatus]
    var answered: Bool

    var prices: [Double] { bits.map { Double(bitPattern: $0) } }
}

extension OptionColumns {
    /// Prices of the options in `range` as American ones. The kernel must read nothing outside the range.
    func american(
        _ level: AmericanLevel, range: Range<Int>? = nil, instructionSet: InstructionSet
    ) -> AmericanPrices {
        let range = range ?? 0..<kinds.count
        var prices = [Double](repeating: 0, count: range.count)
        var statuses = [AmericanStatus](repeating: .notConverged, count: range.count)
        var priceSpan = prices.mutableSpan
        var statusSpan = statuses.mutableSpan
        let answered = priceAmericanOptions(
            kinds: kinds.span.extracting(range), spots: spots.span.extracting(range),
            strikes: strikes.span.extracting(range), times: times.span.extracting(range),
            rates: rates.span.extracting(range), yields: yields.span.extracting(range),
            volatilities: volatilities.span.extracting(range), level: level, prices: &priceSpan,
            statuses: &statusSpan, instructionSet: instructionSet)
        return AmericanPrices(bits: prices.map(\.bitPattern), statuses: statuses, answered: answered)
    }
}

/// The boundaries of early exercise of an option now, and its price; NaN without one.
struct ExerciseBoundaries {
    var price, near, far: Double
    var status: AmericanStatus
}

extension OptionColumns {
    /// Prices and boundaries of the options as American ones.
    func exerciseBoundaries(_ level: AmericanLevel, instructionSet: InstructionSet) -> [ExerciseBoundaries] {
        let count = kinds.count
        var prices = [Double](repeating: 0, count: count), near = prices, far = prices
        var statuses = [AmericanStatus](repeating: .notConverged, count: count)
        var priceSpan = prices.mutableSpan
        var statusSpan = statuses.mutableSpan
        var nearSpan = near.mutableSpan
        var farSpan = far.mutableSpan
        _ = priceAmericanOptions(
            kinds: kinds.span, spots: spots.span, strikes: strikes.span, times: times.span, rates: rates.span,
            yields: yields.span, volatilities: volatilities.span, level: level, prices: &priceSpan,
            statuses: &statusSpan, boundaries: &nearSpan, secondBoundaries: &farSpan, instructionSet: instructionSet)
        return prices.indices.map {
            ExerciseBoundaries(price: prices[$0], near: near[$0], far: far[$0], status: statuses[$0])
        }
    }
}

extension SeededGenerator {
    /// Draws an option of the domain of the American kernel.
    mutating func americanSample() -> OptionSample {
        let isOrdinary = Bool.random(using: &self)
        let time = isOrdinary ? uniform(0.01, 3) : logUniform(1e-7, 50)
        let volatility = isOrdinary ? uniform(0.05, 1) : logUniform(0.001, 10)
        var (rate, yield) = (americanRate(), americanRate())
        switch next() % 6 {
        case 0: yield = 0
        case 1: yield = rate
        case 2: rate = 0
        default: break
        }
        let deviations = uniform(-4, 4) * volatility * time.squareRoot()
        let moneyness = Bool.random(using: &self) ? deviations : uniform(-2, 2)
        return OptionSample(
            isPut: Bool.random(using: &self), spot: 100 * exp(min(max(moneyness, -9.2), 9.2)), strike: 100, time: time,
            rate: rate, yield: yield, volatility: volatility)
    }

    /// Draws an option that is exercised between two boundaries, if at all: a put with r < 0 and q < r, or the like call.
    mutating func twoBoundarySample() -> OptionSample {
        let lower = -logUniform(0.001, 0.1),
            higher = lower * (next() % 3 == 0 ? logUniform(1e-4, 1) : uniform(0.05, 0.95))
        // Around the volatility up to which the boundaries never meet.
        let critical = (-2 * lower).squareRoot() - (-2 * higher).squareRoot()
        let volatility = min(max(critical * logUniform(0.1, 10), 0.001), 10)
        let time = logUniform(0.001, 50), deviation = volatility * time.squareRoot()
        let moneyness = Bool.random(using: &self) ? uniform(-2, 1) * deviation : uniform(-1, 0.2) * log(lower / higher)
        let put = OptionSample(
            isPut: true, spot: 100 * exp(min(max(moneyness, -9.2), 9.2)), strike: 100, time: time, rate: higher,
            yield: lower, volatility: volatility)
        return Bool.random(using: &self) ? put : put.mirrored
    }

    private mutating func americanRate() -> Double {
        switch next() % 4 {
        case 0: uniform(-0.1, 1)
        case 1: logUniform(1e-5, 1)
        default: uniform(-0.02, 0.12)
        }
    }
}

extension OptionSample {
    var terms: CurveTerms {
        CurveTerms(
            isPut ? .put : .call, strike: strike, time: time, rate: rate, yield: yield, volatility: volatility)
    }

    /// The unit of the errors of American prices.
    var larger: Double { max(spot, strike) }

    /// The value of exercise now.
    var intrinsic: Double { max(isPut ? strike - spot : spot - strike, 0) }

    /// The reach of the boundary: beyond a reach of about 4 it is constant.
    var reach: Double {
        let deviation = volatility * time.squareRoot()
        let (interest, dividends) = isPut ? (rate * time, yield * time) : (yield * time, rate * time)
        let shape = (interest - dividends) / deviation - deviation / 2
        return max(interest + shape * shape / 2, 0).squareRoot()
    }

    /// The option of the other kind with the same price, by symmetry of put and call.
    var mirrored: OptionSample {
        OptionSample(
            isPut: !isPut, spot: strike, strike: spot, time: time, rate: yield, yield: rate, volatility: volatility)
    }
}

/// Columns of values and statuses of American options, by ``AmericanValue``.
struct AmericanValues {
    var columns: [[Double]]
    var statuses: [AmericanStatus]
    var answered: Bool

    subscript(value: AmericanValue) -> [Double] { columns[value.rawValue] }

    func bits(_ value: AmericanValue) -> [UInt64] { self[value].map(\.bitPattern) }
}

extension OptionColumns {
    /// Values of the options in `range` as American ones. The kernel must write nothing else into its columns, in which the
    /// options start at the element `first`.
    func americanValues(
        _ level: AmericanLevel, range: Range<Int>? = nil, at first: Int = 0, instructionSet: InstructionSet
    ) -> AmericanValues {
        let range = range ?? 0..<kinds.count
        let length = range.count + first + 1
        var values = [Double](repeating: -77, count: AmericanValue.allCases.count * length)
        var statuses = [AmericanStatus](repeating: .notConverged, count: range.count)
        var valueSpan = values.mutableSpan
        var statusSpan = statuses.mutableSpan
        let answered = evaluateAmericanOptions(
            kinds: kinds.span.extracting(range), spots: spots.span.extracting(range),
            strikes: strikes.span.extracting(range), times: times.span.extracting(range),
            rates: rates.span.extracting(range), yields: yields.span.extracting(range),
            volatilities: volatilities.span.extracting(range), level: level, values: &valueSpan, at: first,
            statuses: &statusSpan, instructionSet: instructionSet)
        let columns = AmericanValue.allCases.map { value in
            Array(values[value.rawValue * length..<(value.rawValue + 1) * length])
        }
        let outside = columns.flatMap { $0[..<first] + $0[(first + range.count)...] }
        precondition(outside.allSatisfy { $0 == -77 }, "the kernel wrote outside its columns")
        return AmericanValues(
            columns: columns.map { Array($0[first..<first + range.count]) }, statuses: statuses, answered: answered)
    }
}

extension OptionColumns {
    /// The volatilities at which the options in `range`, as American ones, are worth `prices`, and the statuses.
    func americanVolatilities(
        _ level: AmericanLevel, prices: [Double], range: Range<Int>? = nil, instructionSet: InstructionSet
    ) -> (bits: [UInt64], statuses: [ImpliedVolatilityStatus], answered: Bool) {
        let range = range ?? 0..<kinds.count
        var found = [Double](repeating: 0, count: range.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: range.count)
        var foundSpan = found.mutableSpan
        var statusSpan = statuses.mutableSpan
        let answered = findAmericanVolatilities(
            kinds: kinds.span.extracting(range), prices: prices.span.extracting(range),
            spots: spots.span.extracting(range), strikes: strikes.span.extracting(range),
            times: times.span.extracting(range), rates: rates.span.extracting(range),
            yields: yields.span.extracting(range), level: level, volatilities: &foundSpan, statuses: &statusSpan,
            instructionSet: instructionSet)
        return (found.map(\.bitPattern), statuses, answered)
    }
}

extension OptionSample {
    /// Whether the option is exercised between two boundaries, if at all.
    var isBetweenBoundaries: Bool {
        let (gain, loss) = isPut ? (rate, yield) : (yield, rate)
        return gain < 0 && loss < gain
    }
}
