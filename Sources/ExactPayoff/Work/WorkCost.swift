/// The cost of steps in valuations.
///
/// Each is measured: over random strategies, including volatilities of 10⁻¹² and strikes of 10²⁰⁰, no step takes more
/// than 20 ns per valuation that it spends, and most take 2 to 10 ns.
///
/// They are computed, because other targets inline computed constants but call a function for the address of stored ones.
@usableFromInline
package enum WorkCost {
    /// Valuing an option outside the range of the kernels.
    @inlinable package static var beyondKernels: Int { 512 }
    /// Valuing an option with American exercise.
    @inlinable package static var american: Int { 512 }
    /// Valuing an option with American exercise whose boundaries may have to be solved for on many nodes.
    @inlinable package static var slowAmerican: Int { 24_576 }
    /// Valuing an option with dividends at ex-dates, of which `count` count: an interval between two of them, and what any option takes.
    @inlinable
    package static func dividends(_ count: Int) -> Int { 4096 * (count + 4) }
    /// A price of a curve of an American option, in addition to the solution that the curve shares.
    @inlinable package static var solvedPoint: Int { 256 }
    /// The fixed cost of a kernel call.
    @inlinable package static var kernelCall: Int { 160 }
    /// A leg in the payoff at expiration: recovering its decimals, sorting and evaluating a knot.
    @inlinable package static var leg: Int { 256 }
    /// A leg in the payoff at expiration whose numbers require wide integers.
    @inlinable package static var wideLeg: Int { 6144 }
    /// A contract in the bound of a curvature, and in the selection of the relevant contracts.
    @inlinable package static var curvature: Int { 2 }
    /// A node of a partition that a search looks at.
    @inlinable package static var node: Int { 2 }
    /// A point of a curve, without time values.
    @inlinable package static var point: Int { 32 }
    /// A knot of the payoff at expiration as a segment of a distribution.
    @inlinable package static var stretch: Int { 384 }
    /// A panel of an integral, without time values.
    @inlinable package static var panel: Int { 512 }
    /// A level of profit at which a distribution may have a step.
    @inlinable package static var turningValue: Int { 64 }
    /// A number in an array whose length depends on the request, including its memory.
    @inlinable package static var heldNumber: Int { 2 }
    /// Splitting a straight segment of profit at a level.
    @inlinable package static var segment: Int { 160 }
    /// The probability of a segment.
    @inlinable package static var probability: Int { 256 }
    /// The mean of profit in a straight segment.
    @inlinable package static var expectation: Int { 1024 }
    /// The volatility that explains a premium.
    @inlinable package static var impliedVolatility: Int { 1024 }
    /// A strategy that the search for the split of an account tries.
    @inlinable package static var splitStep: Int { 4 }
    /// The greeks of an option, relative to its price.
    @inlinable package static var greeks: Int { 2 }
    /// The density of a distribution at a price.
    @inlinable package static var density: Int { 32 }
    /// A centre of a mixture, or a point between its centres, with as many terms.
    @inlinable
    package static func mixtureTerm(_ window: Int) -> Int { 8 + window / 4 }
    /// The probabilities and means of a mixture at a price, in addition to those of a lognormal price.
    @inlinable
    package static func mixturePlace(_ window: Int) -> Int { 32 + 4 * window }
    /// A random price of an underlying at a horizon.
    @inlinable package static var scenarioPrice: Int { 8 }
    /// A price of a history from which volatilities are estimated.
    @inlinable package static var pricePerHistory: Int { 8 }
    /// Sorting a profit among a thousand. Those of more scenarios take one more each time that their number doubles.
    @inlinable package static var sortedProfit: Int { 16 }
    /// A profit in the worst scenarios, as a part of a contribution.
    @inlinable package static var contribution: Int { 1 }
    /// Writing a number of the response.
    @inlinable package static var responsePoint: Int { 20 }

    /// Adding up terms, each a row of as many columns.
    package static func combining(terms: Int, columns: Int) -> Int {
        terms.saturatingProduct(columns) / 16 + kernelCall
    }

    /// A product of matrices.
    package static func multiplying(_ elements: Int, columns: Int) -> Int {
        elements.saturatingProduct(columns) / 64 + kernelCall
    }
}
