public import MarketData

extension TradierSource: OptionProvider {
    private static let expirationsEndpoint = "option expirations"
    private static let chainEndpoint = "option chain"

    /// Returns the expirations of an underlying, ascending, for both kinds; empty for an unknown underlying.
    public func expirations(
        of underlying: Ticker, kind: OptionKind, priority: CallPriority
    ) async throws(MarketDataError) -> [CalendarDate] {
        // Without `includeAllRoots`, classes of shares and adjusted contracts would be missing.
        let request = SourceRequest(
            Self.expirationsEndpoint, path: "/markets/options/expirations",
            query: [
                SourceParameter("symbol", TradierSymbols.name(underlying)), SourceParameter("includeAllRoots", "true"),
            ])
        return try await client.answer(request, priority: priority) { reply throws(SourceFailure) in
            try Self.expirations(reply)
        }
    }

    /// Returns the contracts of an expiration, ascending by strike; empty for an unknown underlying.
    public func contracts(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> [ListedContract] {
        try await client.answer(Self.request(underlying, expiration, greeks: false), priority: priority) {
            reply throws(SourceFailure) in
            try Self.options(reply).compactMap { $0.contract(of: underlying, expiration: expiration) }.sorted {
                $0.precedes($1)
            }
        }
    }

    /// Returns the chain of an expiration; `nil` if it has no contract. It lacks the price of the underlying.
    public func chain(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> ChainSnapshot? {
        try await client.answer(Self.request(underlying, expiration, greeks: true), priority: priority) {
            reply throws(SourceFailure) in
            let quotes = try Self.options(reply).compactMap { $0.quote(of: underlying, expiration: expiration) }
            guard !quotes.isEmpty else { return nil }
            let newest = quotes.compactMap(\.asOf).max() ?? reply.received
            return ChainSnapshot(
                underlying: underlying, expiration: expiration, spot: nil, quotes: ContractQuote.ordered(quotes),
                asOf: min(newest, reply.received))
        }
    }

    private static func request(_ underlying: Ticker, _ expiration: CalendarDate, greeks: Bool) -> SourceRequest {
        SourceRequest(
            chainEndpoint, path: "/markets/options/chains",
            query: [
                SourceParameter("symbol", TradierSymbols.name(underlying)),
                SourceParameter("expiration", expiration.description),
                SourceParameter("greeks", greeks ? "true" : "false"),
            ])
    }

    /// Reads the expirations of a reply.
    static func expirations(_ reply: SourceReply) throws(SourceFailure) -> [CalendarDate] {
        try reply.tradier(TradierExpirations.self, expirationsEndpoint)?.dates(expirationsEndpoint) ?? []
    }

    /// Reads the contracts of a reply.
    static func options(_ reply: SourceReply) throws(SourceFailure) -> [TradierOptionRow] {
        try reply.tradier(TradierOptions.self, chainEndpoint)?.option?.readable(chainEndpoint) ?? []
    }
}
