public import MarketData

/// The sources that a server has, in the order in which they are asked.
public struct MarketSources: Sendable {
    /// Whether the market is simulated: then every answer is computed, and true for one second.
    public let isSimulated: Bool
    /// Sources of prices of shares.
    public var quotes: [any StockQuoteProvider] = []
    /// The source of the snapshot of all underlyings.
    public var snapshot: (any StockQuoteProvider)?
    /// The source of the tickers that can be searched for; `nil` for the list that ships.
    public var tickers: (any TickerProvider)?
    /// Sources of option contracts and chains.
    public var options: [any OptionProvider] = []
    /// Sources of daily prices of shares and funds.
    public var shareHistory: [any HistoryProvider] = []
    /// Sources of daily prices of coins.
    public var coinHistory: [any HistoryProvider] = []
    /// Sources of the latest prices of shares and funds.
    public var latestShares: [any LatestPriceProvider] = []
    /// Sources of the latest prices of coins.
    public var latestCoins: [any LatestPriceProvider] = []
    /// The source of coins.
    public var coins: (any CoinProvider)?

    /// Creates a list without sources.
    public init(isSimulated: Bool) { self.isSimulated = isSimulated }
}

extension MarketSources {
    /// Creates the sources of a market that answers everything itself.
    public init<Market>(simulated market: Market)
    where
        Market: StockQuoteProvider & TickerProvider & OptionProvider & HistoryProvider & LatestPriceProvider
            & CoinProvider
    {
        self.init(isSimulated: true)
        quotes = [market]
        snapshot = market
        tickers = market
        options = [market]
        (shareHistory, coinHistory) = ([market], [market])
        (latestShares, latestCoins) = ([market], [market])
        coins = market
    }
}

/// Asks sources one after another.
///
/// - Parameters:
///   - providers: The sources in their order.
///   - reason: Which key would give a source, for when there is none.
///   - symbol: What is asked for.
///   - ask: Returns `nil` if the source knows no such symbol.
/// - Returns: The first answer.
/// - Throws: ``MarketDataError/unknownSymbol(_:)`` if every source that answered knows no such symbol; otherwise the first error that
///   may pass, otherwise the first error.
func firstAnswer<Provider, Value>(
    of providers: [Provider], orReason reason: String, symbol: String,
    ask: (Provider) async throws(MarketDataError) -> Value?
) async throws(MarketDataError) -> (value: Value, provider: Provider) {
    guard !providers.isEmpty else { throw .noSource(reason: reason) }
    var isUnknown = false
    var failures: [MarketDataError] = []
    for provider in providers {
        do throws(MarketDataError) {
            if let value = try await ask(provider) { return (value, provider) }
            isUnknown = true
        } catch .unknownSymbol {
            isUnknown = true
        } catch .cancelled {
            throw .cancelled
        } catch {
            failures.append(error)
        }
    }
    if isUnknown { throw .unknownSymbol(symbol) }
    throw failures.first(where: \.mayPass) ?? failures[0]
}

extension MarketDataError {
    /// Whether the same question may be answered later.
    var mayPass: Bool {
        switch self {
        case .limitReached, .timedOut, .broken, .leftAlone: true
        case .unknownSymbol, .notInPlan, .keyRefused, .noSource, .cancelled: false
        }
    }
}
