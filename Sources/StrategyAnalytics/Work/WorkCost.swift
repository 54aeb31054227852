/// The cost of steps in valuations.
///
/// Each is measured: over random strategies, including volatilities of 10⁻¹² and strikes of 10²⁰⁰, no step takes more
/// than 20 ns per valuation that it spends, and most take 2 to 10 ns.
package enum WorkCost {
    /// Valuing an option outside the range of the kernels.
    package static let beyondKernels = 512
    /// The fixed cost of a kernel call.
    static let kernelCall = 160
    /// A leg in the payoff at expiration: recovering its decimals, sorting and evaluating a knot.
    package static let leg = 256
    /// A leg in the payoff at expiration whose numbers require wide integers.
    package static let wideLeg = 6144
    /// A contract in the bound of a curvature, and in the selection of the relevant contracts.
    static let curvature = 2
    /// A node of a partition that a search looks at.
    static let node = 2
    /// A point of a curve, without time values.
    static let point = 32
    /// A knot of the payoff at expiration as a segment of a distribution.
    static let stretch = 384
    /// A panel of an integral, without time values.
    static let panel = 512
    /// A level of profit at which a distribution may have a step.
    static let turningValue = 64
    /// A number in an array whose length depends on the request, including its memory.
    static let heldNumber = 2
    /// Splitting a straight segment of profit at a level.
    static let segment = 160
    /// The probability of a segment.
    static let probability = 256
    /// The mean of profit in a straight segment.
    static let expectation = 1024
    /// The volatility that explains a premium.
    package static let impliedVolatility = 1024
    /// A strategy that the search for the split of an account tries.
    static let splitStep = 4
    /// The greeks of an option, relative to its price.
    static let greeks = 2
    /// The density of a distribution at a price.
    static let density = 32
    /// Writing a number of the response.
    package static let responsePoint = 20

    /// Adding up terms, each a row of as many columns.
    static func combining(terms: Int, columns: Int) -> Int { terms.saturatingProduct(columns) / 16 + kernelCall }

    /// A product of matrices.
    static func multiplying(_ elements: Int, columns: Int) -> Int {
        elements.saturatingProduct(columns) / 64 + kernelCall
    }
}
