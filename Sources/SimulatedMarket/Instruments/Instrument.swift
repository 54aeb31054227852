internal import MarketData

/// An asset of the simulated market and the parameters of its price.
struct Instrument: Sendable {
    /// When an asset trades.
    enum Schedule: Hashable, Sendable {
        /// In the sessions of the exchange.
        case exchange
        /// At all times; a day is a day in UTC.
        case always
    }

    /// The key of the asset and of its random numbers: a ticker, or `coin:` and an identifier.
    let key: String
    /// The name of the company, the fund or the coin.
    let name: String
    /// The market identifier code of the exchange; `nil` for coins.
    let exchange: String?
    /// The kind of the asset.
    let kind: AssetKind
    /// The level of the price in the middle of 2026, in dollars.
    let price: Double
    /// The long-term volatility: a decimal per year.
    let volatility: Double
    /// The sensitivity to the return of the stock market.
    let marketBeta: Double
    /// The sensitivity to the return of bitcoin.
    let coinBeta: Double
    /// The dividend yield: a decimal per year.
    let dividendYield: Double
    /// The shares or coins traded on an average day.
    let volume: Double
    /// The decimals of a price.
    let decimals: Int
    /// Whether there are options on it.
    let hasOptions: Bool
    /// Whether there are weekly expirations.
    let hasWeeklyExpirations: Bool

    /// The random numbers of the asset.
    let random: HashedRandom

    init(
        key: String, name: String, exchange: String? = nil, kind: AssetKind, price: Double, volatility: Double,
        marketBeta: Double = 0, coinBeta: Double = 0, dividendYield: Double = 0, volume: Double, decimals: Int = 2,
        hasOptions: Bool = false
    ) {
        self.key = key
        self.name = name
        self.exchange = exchange
        self.kind = kind
        self.price = price
        self.volatility = volatility
        self.marketBeta = marketBeta
        self.coinBeta = coinBeta
        self.dividendYield = dividendYield
        self.volume = volume
        self.decimals = decimals
        self.hasOptions = hasOptions
        hasWeeklyExpirations = hasOptions && price * volume > 7e8
        random = HashedRandom(symbol: key)
    }

    /// When the asset trades.
    var schedule: Schedule { kind == .coin ? .always : .exchange }

    /// Whether the price is 1 dollar at all times, as that of a money market fund.
    var isConstant: Bool { volatility == 0 }

    /// The volatility of the price at earnings, as a decimal: the standard deviation of one return. 0 for assets
    /// without earnings.
    var earningsMove: Double { kind == .stock ? 0.15 * volatility : 0 }

    /// The variance of a year without the four earnings.
    var diffusiveVariance: Double { volatility * volatility - 4 * earningsMove * earningsMove }

    /// The standard deviation of the logarithm of the price around its level, in the long run.
    var deviation: Double { min(0.9 * volatility, 0.4) }

    /// The speed at which the logarithm of the price reverts to its level, per year: chosen so that a volatility of
    /// `volatility` gives `deviation`.
    var reversion: Double { isConstant ? 0 : volatility * volatility / (2 * deviation * deviation) }

    /// The growth of the level of the price: a decimal per year.
    var growth: Double {
        if isConstant { return 0 }
        // Assets that follow only bitcoin or the market grow at its rate.
        if coinBeta == 1 || key == "coin:" + StockMarket.leadingCoin { return 0.2 }
        if kind == .coin { return random.uniform(.parameter, 0, in: 0.08...0.2) }
        if kind == .stock { return random.uniform(.parameter, 0, in: 0.03...0.11) }
        if marketBeta < 0.4 { return random.uniform(.parameter, 0, in: 0...0.02) }
        return marketBeta == 1 ? 0.085 : random.uniform(.parameter, 0, in: 0.03...0.06)
    }
}
