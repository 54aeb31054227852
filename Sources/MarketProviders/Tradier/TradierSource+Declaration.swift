internal import MarketData

extension SourceDeclaration {
    /// Tradier.
    static let tradier = SourceDeclaration(
        SourceDescription(
            .tradier, title: "Tradier", key: .required("TRADIER_TOKEN"),
            questions: [.quotes, .profiles, .snapshot, .options]),
        variables: "TRADIER", access: .init(address: "https://api.tradier.com/v1", callsPerMinute: 120)
    ) { setup, sources, _ in
        let tradier = TradierSource(
            client: setup.client(fields: [SourceParameter("Authorization", "Bearer \(setup.key)")]), time: setup.time)
        sources.checkable.append(tradier)
        sources.quotes.append(tradier)
        sources.profiles.append(tradier)
        sources.options.append(tradier)
        sources.snapshot = tradier
    }
}
