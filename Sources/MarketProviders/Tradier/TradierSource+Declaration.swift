internal import MarketData

extension SourceDeclaration {
    /// Tradier.
    static let tradier = SourceDeclaration(
        SourceDescription(
            .tradier, title: "Tradier", key: .required("TRADIER_TOKEN"),
            questions: [.quotes, .profiles, .snapshot, .options, .dividends]),
        variables: "TRADIER", access: .init(address: "https://api.tradier.com/v1", callsPerMinute: 120)
    ) { setup, sources, _ in
        let tradier = TradierSource(
            client: setup.client(fields: [SourceParameter("Authorization", "Bearer \(setup.key)")]),
            betaPath: TradierSource.betaPath(of: setup.access.address), time: setup.time)
        sources.checkable.append(tradier)
        sources.quotes.append(tradier)
        sources.profiles.append(tradier)
        sources.options.append(tradier)
        sources.dividends.append(tradier)
        sources.snapshot = tradier
    }
}
