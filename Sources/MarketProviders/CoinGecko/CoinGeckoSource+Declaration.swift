internal import MarketData

extension SourceDeclaration {
    /// CoinGecko, which requires no key.
    static let coinGecko = SourceDeclaration(
        SourceDescription(
            .coinGecko, title: "CoinGecko", key: .optional("COINGECKO_API_KEY"), isOnByDefault: true,
            questions: [.coins, .coinPrices]),
        variables: "COINGECKO",
        access: .init(address: "https://api.coingecko.com/api/v3", callsPerMinute: 10, callsPerMinuteWithKey: 30)
    ) { setup, sources, _ in
        let plan = CoinGeckoPlan(hasKey: setup.access.key != nil, host: setup.access.address.host)
        let coinGecko = CoinGeckoSource(
            client: setup.client(fields: setup.access.key.map { [SourceParameter(plan.keyField, $0)] } ?? []),
            plan: plan, time: setup.time)
        sources.checkable.append(coinGecko)
        sources.coins = coinGecko
        sources.coinHistory.append(coinGecko)
        sources.latestCoins.append(coinGecko)
    }
}
