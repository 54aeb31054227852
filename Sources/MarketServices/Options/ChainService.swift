public import MarketData
internal import OptionPricing

/// A strike with its delta.
public struct StrikeDelta: Sendable {
    /// The strike.
    public let strike: ExactDecimal
    /// The symbol of the contract.
    public let symbol: String
    /// The delta and its origin; `nil` if no volatility is known.
    public let delta: ChainDelta?
}

/// A chain that was analysed.
public struct AnalyzedChain: Sendable {
    /// The analysis, with the dividends that it used.
    public let analysis: ChainAnalysis
    /// Whether a source of dividends answered. Otherwise the analysis uses none.
    public let areDividendsKnown: Bool
}

/// A contract of a chain that was analysed.
public struct AnalyzedContract: Sendable {
    /// The quote.
    public let quote: ContractQuote
    /// The analysis of the quote.
    public let option: ChainOption
}

/// Analysed chains, strikes with deltas, and quotes of single contracts.
///
/// Time to expiration is measured from the instant of the quotes: while the exchange is closed, they are those of the
/// last close.
public struct ChainService: Sendable {
    typealias Analyze =
        @Sendable (ChainSnapshot, [Dividend], _ historicalVolatility: Double?, _ strike: ExactDecimal?) -> ChainAnalysis

    /// The inputs of an analysis besides the quotes.
    private struct Context {
        /// The price of the underlying where the chain has none.
        var spot: ExactDecimal?
        var dividends: [Dividend] = []
        var areDividendsKnown = true
    }

    private let options: OptionService
    private let stocks: StockService
    private let prices: PriceService
    private let dividends: DividendService
    private let time: ServiceTime
    /// Computes an analysis. Tests count its calls.
    var analyze: Analyze
    /// The risk-free rate of computed greeks: a decimal per year, continuously compounded.
    public let riskFreeRate: Double

    /// Creates the service.
    public init(
        options: OptionService, stocks: StockService, prices: PriceService, dividends: DividendService,
        calendar: ExchangeCalendar, time: ServiceTime, riskFreeRate: Double
    ) {
        self.options = options
        self.stocks = stocks
        self.prices = prices
        self.dividends = dividends
        self.time = time
        self.riskFreeRate = riskFreeRate
        analyze = { snapshot, dividends, historicalVolatility, strike in
            ChainAnalysis(
                snapshot, at: snapshot.asOf, riskFreeRate: riskFreeRate, calendar: calendar, dividends: dividends,
                historicalVolatility: historicalVolatility, strike: strike)
        }
    }

    /// Returns an analysed chain; its value is `nil` if the stock has no such expiration.
    ///
    /// - Throws: ``MarketData/MarketDataError/unknownSymbol(_:)`` if there is no such stock.
    public func analysis(
        of underlying: Ticker, expiration: CalendarDate, dividends use: DividendUse = .estimated,
        priority: CallPriority = .interactive
    ) async throws(MarketDataError) -> Sourced<AnalyzedChain?> {
        let (answer, context) = try await chain(of: underlying, expiration: expiration, use, priority: priority)
        return answer.map { chain in
            chain.map {
                AnalyzedChain(
                    analysis: $0.analysis(
                        spot: context.spot, dividends: context.dividends, historicalVolatility: nil, analyze),
                    areDividendsKnown: context.areDividendsKnown)
            }
        }
    }

    /// Returns a chain, and what its analysis needs.
    private func chain(
        of underlying: Ticker, expiration: CalendarDate, _ use: DividendUse, priority: CallPriority = .interactive
    ) async throws(MarketDataError) -> (answer: Sourced<KeptChain?>, context: Context) {
        let answer = try await options.keptChain(of: underlying, expiration: expiration, priority: priority)
        guard let snapshot = answer.value?.snapshot else { return (answer, Context()) }
        var context = await context(snapshot, use, priority: priority)
        if snapshot.spot == nil {
            context.spot = try? await stocks.quote(of: underlying, priority: priority).value.price
        }
        return (answer, context)
    }

    /// Returns the dividends that a chain uses. A slow source of dividends leaves time for the rest of an answer.
    private func context(
        _ snapshot: ChainSnapshot, _ use: DividendUse, priority: CallPriority
    ) async -> Context {
        guard use != .none else { return Context() }
        let deadline = QuestionDeadline.share(of: 2, at: time.now())
        let answer = try? await QuestionDeadline.$current.withValue(deadline) {
            try await dividends.dividends(
                of: snapshot.underlying, at: snapshot.asOf, through: snapshot.expiration, priority: priority)
        }
        let used = answer?.value.used(
            use, after: NewYorkTime.date(at: snapshot.asOf), through: snapshot.expiration)
        return Context(dividends: used ?? [], areDividendsKnown: answer != nil)
    }

    /// The seconds after which a chain may have changed: to the next second in the simulated market, a minute otherwise.
    public var secondsToNextChain: Double { options.secondsToNextChain }

    /// Returns the strikes of an expiration with their deltas, ascending; empty if the stock has no such expiration.
    public func strikes(
        of underlying: Ticker, expiration: CalendarDate, kind: OptionKind, dividends use: DividendUse = .estimated
    ) async throws(MarketDataError) -> Sourced<[StrikeDelta]> {
        do throws(MarketDataError) {
            let (answer, context) = try await chain(of: underlying, expiration: expiration, use)
            guard let chain = answer.value else {
                // Not every source lists contracts without quotes.
                let listed = try? await listedStrikes(of: underlying, expiration: expiration, kind: kind, use)
                return listed ?? answer.map { _ in [] }
            }
            var analysis = chain.analysis(
                spot: context.spot, dividends: context.dividends, historicalVolatility: nil, analyze)
            if analysis.market != nil, analysis.deltas(kind).contains(where: { $0.delta == nil }),
                let volatility = await historicalVolatility(of: underlying)
            {
                analysis = chain.analysis(
                    spot: context.spot, dividends: context.dividends, historicalVolatility: volatility, analyze)
            }
            return answer.map { [analysis] _ in analysis.deltas(kind) }
        } catch .notInPlan {
            return try await listedStrikes(of: underlying, expiration: expiration, kind: kind, use)
        }
    }

    /// Returns the listed strikes, for plans without quotes.
    private func listedStrikes(
        of underlying: Ticker, expiration: CalendarDate, kind: OptionKind, _ use: DividendUse
    ) async throws(MarketDataError) -> Sourced<[StrikeDelta]> {
        let listed = try await options.contracts(of: underlying, expiration: expiration)
        if listed.value.isEmpty { return listed.map { _ in [] } }
        let spot = try? await stocks.quote(of: underlying).value.price
        let snapshot = ChainSnapshot(
            underlying: underlying, expiration: expiration, spot: spot,
            quotes: listed.value.filter { $0.kind == kind }.map { ContractQuote($0) }, asOf: time.now())
        let context = await context(snapshot, use, priority: .interactive)
        let analysis = analyze(snapshot, context.dividends, await historicalVolatility(of: underlying), nil)
        return listed.map { _ in analysis.deltas(kind) }
    }

    /// Returns the volatility of past closes, for the deltas of contracts without any other.
    private func historicalVolatility(of underlying: Ticker) async -> Double? {
        guard let asset = Asset(underlying.symbol) else { return nil }
        return await prices.volatility(of: asset, count: RealizedVolatility.closeCount)
    }

    /// Returns the contract of an underlying, expiration, kind and strike; its value is `nil` if there is none.
    ///
    /// Of a chain that is not analysed yet, only the forward, which the strikes at the money determine, and the contracts of this strike are
    /// computed: the greeks are those of the option out of the money.
    public func contract(
        of underlying: Ticker, expiration: CalendarDate, kind: OptionKind, strike: ExactDecimal,
        dividends use: DividendUse = .estimated
    ) async throws(MarketDataError) -> Sourced<AnalyzedContract>? {
        do throws(MarketDataError) {
            let (answer, context) = try await chain(of: underlying, expiration: expiration, use)
            guard let chain = answer.value,
                chain.snapshot.quotes.contains(where: { $0.contract.kind == kind && $0.contract.strike == strike })
            else { return nil }
            let analysis = chain.analysis(
                spot: context.spot, dividends: context.dividends, historicalVolatility: nil, strike: strike, analyze)
            guard let option = analysis.option(kind, strike: strike) else { return nil }
            return answer.map { _ in
                AnalyzedContract(quote: analysis.snapshot.quotes[option.quote], option: option)
            }
        } catch .unknownSymbol {
            return nil
        }
    }
}

extension ChainAnalysis {
    fileprivate func deltas(_ kind: OptionKind) -> [StrikeDelta] {
        strikes.compactMap { $0[kind] }.map { option in
            let contract = snapshot.quotes[option.quote].contract
            return StrikeDelta(strike: contract.strike, symbol: contract.symbol, delta: option.delta)
        }
    }
}
