public import MarketData

extension SourceDescription {
    /// The simulated market, which answers everything.
    public static let simulation = SourceDescription(
        .simulated, title: "Simulated market", market: .simulated, questions: Set(SourceQuestion.allCases))
}

extension MarketSources {
    /// Creates the sources of a simulated market.
    ///
    /// - Parameters:
    ///   - market: The market.
    ///   - others: The sources of the live market, which are listed and not asked.
    public init(simulated market: MarketSimulation, others: [SourceDescription] = []) {
        self.init(.simulated, descriptions: [.simulation] + others)
        quotes = [market]
        snapshot = market
        tickers = market
        options = [market]
        dividends = [market]
        (shareHistory, coinHistory) = ([market], [market])
        (latestShares, latestCoins) = ([market], [market])
        coins = market
        checkable = [market]
        answersEachSecond = true
        hasWholeHistory = true
        past = { MarketSources(simulated: market.stopped(at: $0), others: others) }
    }
}
