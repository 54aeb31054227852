internal import OptionPricing

/// Implied volatility as a smooth function of the strike, fitted to the quotes of a chain by least squares.
///
/// ```swift
/// let smile = try SVISmile(chain)
/// try smile.volatility(at: 102.5)             // also where there is no quote
/// try smile.price(.call, strike: 102.5)
/// smile.strike(.put, delta: -0.25)
/// smile.rootMeanSquare.volatility             // the quality of the fit
/// smile.isFreeOfButterflyArbitrage
/// ```
///
/// Total variance is fitted in Gatheral's form, ``RawSVI``, to the mids of out-of-the-money options; `docs/smile.md`
/// describes the method. On one machine, the same chain gives the same bits.
public struct SVISmile: Equatable, Sendable {
    /// The chain to which the smile is fitted, and the market in which it prices options.
    public let chain: OptionChain
    /// The form of the smile.
    public let form: SmileForm
    /// How the fit uses each quote of the chain, in the order of the quotes.
    public let uses: [QuoteUse]
    /// The unit in which the fit measures differences.
    public let weighting: SmileWeighting
    /// The residuals of the fitted quotes, in ascending order of strike.
    public let residuals: [SmileResidual]
    /// The lowest and the highest fitted strike. Outside this range the smile is extrapolated by its form.
    public let strikeRange: ClosedRange<Double>
    /// The ranges of strikes in which butterflies have negative prices, ascending. A range may start at 0 or end at infinity.
    ///
    /// The search covers all strikes and misses none: the sign of the density is that of a polynomial, whose zeros are
    /// isolated. A density that is 0 to within rounding is not negative.
    public let butterflyArbitrage: [ClosedRange<Double>]

    let shape: SmileShape

    /// Fits a smile to a chain.
    ///
    /// - Parameters:
    ///   - chain: Quotes of one expiration; at least one must determine a volatility.
    ///   - butterflyArbitrage: Whether the fit reports or excludes butterflies with negative prices.
    /// - Throws: ``SmileError``.
    /// - Complexity: O(*n* log *n*) for *n* quotes.
    public init(_ chain: OptionChain, butterflyArbitrage: ButterflyArbitrage = .reported) throws(SmileError) {
        let quotes = SmileQuotes(chain)
        let strikes = quotes.fitted.map { chain.quotes[$0.quote].strike }
        guard let lowest = strikes.first, let highest = strikes.last else { throw .noUsableQuotes }
        let form = Self.form(strikes)
        let shape = Self.fit(quotes.fitted.map(\.point), form, butterflyArbitrage)
        let ranges = shape.negativeDensity()
        guard ranges.isEmpty || butterflyArbitrage == .reported else { throw .arbitrageNotExcluded }
        self.butterflyArbitrage = ranges.map { chain.strike($0.lowerBound)...chain.strike($0.upperBound) }
        self.chain = chain
        self.form = form
        self.shape = shape
        uses = quotes.uses
        weighting = quotes.weighting
        strikeRange = lowest...highest
        residuals = quotes.fitted.map { Self.residual($0, shape, chain) }
    }

    /// The parameters of the smile.
    public var parameters: RawSVI { shape.raw }

    /// Whether no butterfly has a negative price, at any strikes.
    public var isFreeOfButterflyArbitrage: Bool { butterflyArbitrage.isEmpty }

    /// The root mean squares of the ``residuals``.
    public var rootMeanSquare: SmileResidual.Measures {
        SmileResidual.Measures(residuals) { values in
            (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
        }
    }

    /// The greatest magnitudes of the ``residuals``.
    public var largestResidual: SmileResidual.Measures {
        SmileResidual.Measures(residuals) { values in values.reduce(0) { max($0, abs($1)) } }
    }

    private static func form(_ strikes: [Double]) -> SmileForm {
        guard strikes.count > 2, strikes[0] < strikes[strikes.count - 1] * (1 - 1e-9) else { return .flat }
        return strikes.count < 5 ? .centred : .full
    }

    private static func fit(
        _ points: [SmileProblem.Point], _ form: SmileForm, _ arbitrage: ButterflyArbitrage
    ) -> SmileShape {
        let fit = SmileFit(problem: SmileProblem(points, SmileBox(form, points)))
        let nearest = fit.nearest()
        return arbitrage == .excluded ? fit.withoutArbitrage(from: nearest) : nearest
    }

    private static func residual(
        _ fitted: SmileQuotes.Fitted, _ shape: SmileShape, _ chain: OptionChain
    ) -> SmileResidual {
        let quote = chain.quotes[fitted.quote]
        let variance = shape.variance(fitted.point.logMoneyness)
        let volatility = (variance / chain.timeToExpiration).squareRoot()
        let option = try? chain.option(quote.kind, strike: quote.strike)
        // The price is infinite if it is too large for a `Double`.
        let price = option.flatMap { try? $0.price(volatility: volatility) } ?? .infinity
        return SmileResidual(
            quote: fitted.quote,
            difference: SmileResidual.Measures(
                volatility: volatility - fitted.volatility, price: price - quote.mid,
                weighted: fitted.point.weight * (variance - fitted.point.variance)))
    }
}
