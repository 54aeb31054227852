internal import MarketData

extension SourceDeclaration {
    /// Alpha Vantage. It has few calls a day and the last hundred sessions, so it is the last resort.
    static let alphaVantage = SourceDeclaration(
        SourceDescription(
            .alphaVantage, title: "Alpha Vantage", key: .required("ALPHA_VANTAGE_API_KEY"), isOnByDefault: false,
            questions: [.sharePrices]),
        variables: "ALPHA_VANTAGE", access: .init(address: "https://www.alphavantage.co", callsPerDay: 25)
    ) { setup, sources, lastResorts in
        let alphaVantage = AlphaVantageSource(
            client: setup.client(query: [SourceParameter("apikey", setup.key)]), calendar: setup.calendar,
            time: setup.time)
        sources.checkable.append(alphaVantage)
        lastResorts.shareHistory.append(alphaVantage)
        lastResorts.latestShares.append(alphaVantage)
    }
}
