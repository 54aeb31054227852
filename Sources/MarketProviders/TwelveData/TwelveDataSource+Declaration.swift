internal import MarketData

extension SourceDeclaration {
    /// Twelve Data.
    static let twelveData = SourceDeclaration(
        SourceDescription(
            .twelveData, title: "Twelve Data", key: .required("TWELVE_DATA_API_KEY"), isOnByDefault: false,
            questions: [.sharePrices]),
        variables: "TWELVE_DATA",
        access: .init(address: "https://api.twelvedata.com", callsPerMinute: 8, callsPerDay: 800)
    ) { setup, sources, _ in
        let twelveData = TwelveDataSource(
            client: setup.client(fields: [SourceParameter("Authorization", "apikey \(setup.key)")]),
            calendar: setup.calendar, time: setup.time)
        sources.checkable.append(twelveData)
        sources.shareHistory.append(twelveData)
        sources.latestShares.append(twelveData)
    }
}
