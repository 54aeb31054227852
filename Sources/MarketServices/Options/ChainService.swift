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
    private let options: OptionService
    private let stocks: StockService
    private let prices: PriceService
    private let calendar: ExchangeCalendar
    private let time: ServiceTime
    /// The risk-free rate of computed greeks: a decimal per year, continuously compounded.
    public let riskFreeRate: Double

    /// Creates the service.
    public init(
        options: OptionService, stocks: StockService, prices: PriceService, calendar: ExchangeCalendar,
        time: ServiceTime, riskFreeRate: Double
    ) {
        self.options = options
        self.stocks = stocks
        self.prices = prices
        self.calendar = calendar
        self.time = time
        self.riskFreeRate = riskFreeRate
    }

    /// Returns an analysed chain; its value is `nil` if the stock has no such expiration.
    ///
    /// - Throws: ``MarketData/MarketDataError/unknownSymbol(_:)`` if there is no such stock.
    public func analysis(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority = .interactive
    ) async throws(MarketDataError) -> Sourced<ChainAnalysis?> {
        let answer = try await options.chain(of: underlying, expiration: expiration, priority: priority)
        guard var snapshot = answer.value else { return answer.map { _ in nil } }
        if snapshot.spot == nil, let quote = try? await stocks.quote(of: underlying, priority: priority) {
            snapshot = ChainSnapshot(
                underlying: snapshot.underlying, expiration: snapshot.expiration, spot: quote.value.price,
                quotes: snapshot.quotes, asOf: snapshot.asOf)
        }
        let analysis = ChainAnalysis(snapshot, at: snapshot.asOf, riskFreeRate: riskFreeRate, calendar: calendar)
        return answer.map { _ in analysis }
    }

    /// The seconds after which a chain may have changed: to the next second in the simulated market, a minute otherwise.
    public var secondsToNextChain: Double { options.secondsToNextChain }

    /// Returns the strikes of an expiration with their deltas, ascending; empty if the stock has no such expiration.
    public func strikes(
        of underlying: Ticker, expiration: CalendarDate, kind: OptionKind
    ) async throws(MarketDataError) -> Sourced<[StrikeDelta]> {
        do throws(MarketDataError) {
            let answer = try await analysis(of: underlying, expiration: expiration)
            guard let analysis = answer.value else {
                // Not every source lists contracts without quotes.
                let listed = try? await listedStrikes(of: underlying, expiration: expiration, kind: kind)
                return listed ?? answer.map { _ in [] }
            }
            let options = analysis.strikes.compactMap { $0[kind] }
            let contracts = options.map { analysis.snapshot.quotes[$0.quote].contract }
            if options.allSatisfy({ $0.delta == nil }) {
                return try await historicalStrikes(answer.map { _ in contracts })
            }
            return answer.map { _ in
                zip(contracts, options).map { contract, option in
                    StrikeDelta(strike: contract.strike, symbol: contract.symbol, delta: option.delta)
                }
            }
        } catch .notInPlan {
            return try await listedStrikes(of: underlying, expiration: expiration, kind: kind)
        }
    }

    /// Returns the listed strikes, for plans without quotes. Of several contracts of one strike, a standard one is
    /// used.
    private func listedStrikes(
        of underlying: Ticker, expiration: CalendarDate, kind: OptionKind
    ) async throws(MarketDataError) -> Sourced<[StrikeDelta]> {
        let listed = try await options.contracts(of: underlying, expiration: expiration)
        return try await historicalStrikes(
            listed.map { contracts in
                let ofKind = contracts.filter { $0.kind == kind }
                let byStrike = Dictionary(ofKind.map { ($0.strike, $0) }) { $0.isStandard ? $0 : $1 }
                return byStrike.values.sorted { $0.strike < $1.strike }
            })
    }

    /// Computes deltas at the volatility of past closes.
    private func historicalStrikes(
        _ contracts: Sourced<[ListedContract]>
    ) async throws(MarketDataError) -> Sourced<[StrikeDelta]> {
        var market: (spot: Double, volatility: Double)?
        if let first = contracts.value.first, let asset = Asset(first.underlying.symbol),
            let quote = try? await stocks.quote(of: first.underlying), let spot = quote.value.price?.doubleValue,
            let volatility = await prices.volatility(of: asset, count: RealizedVolatility.closeCount)
        {
            market = (spot, volatility)
        }
        let now = time.now()
        return contracts.map { contracts in
            contracts.map { contract in
                let value = market.flatMap { market in
                    delta(of: contract, spot: market.spot, volatility: market.volatility, now: now)
                }
                return StrikeDelta(
                    strike: contract.strike, symbol: contract.symbol,
                    delta: value.map { ChainDelta(value: $0, source: .history) })
            }
        }
    }

    /// The delta of a contract valued as European.
    private func delta(of contract: ListedContract, spot: Double, volatility: Double, now: Timestamp) -> Double? {
        guard let close = calendar.expiration(on: contract.expiration) else { return nil }
        let option = try? ModelledOption(
            contract.kind, spot: spot, strike: contract.strike.doubleValue, timeToExpiration: now.years(to: close),
            riskFreeRate: riskFreeRate)
        return option.flatMap { try? $0.greeks(volatility: volatility).delta }
    }

    /// Returns the contract of an underlying, expiration, kind and strike; its value is `nil` if there is none.
    public func contract(
        of underlying: Ticker, expiration: CalendarDate, kind: OptionKind, strike: ExactDecimal
    ) async throws(MarketDataError) -> Sourced<AnalyzedContract>? {
        do throws(MarketDataError) {
            let answer = try await analysis(of: underlying, expiration: expiration)
            guard let analysis = answer.value, let option = analysis.option(kind, strike: strike) else { return nil }
            return answer.map { _ in
                AnalyzedContract(quote: analysis.snapshot.quotes[option.quote], option: option)
            }
        } catch .unknownSymbol {
            return nil
        }
    }
}
