internal import MarketData

extension SourceDeclaration {
    /// Yahoo Finance, which requires no key and rejects names that no browser has.
    static let yahoo = SourceDeclaration(
        SourceDescription(
            .yahoo, title: "Yahoo Finance", isOnByDefault: true,
            questions: [.quotes, .profiles, .dividends, .sharePrices]),
        variables: "YAHOO",
        access: .init(
            address: "https://query1.finance.yahoo.com", callsPerMinute: 60,
            userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 "
                + "Safari/537.36")
    ) { setup, sources, _ in
        let yahoo = YahooSource(client: setup.client(), calendar: setup.calendar, time: setup.time)
        sources.checkable.append(yahoo)
        sources.quotes.append(yahoo)
        sources.profiles.append(yahoo)
        sources.dividends.append(yahoo)
        sources.shareHistory.append(yahoo)
        sources.latestShares.append(yahoo)
    }
}
