public import MarketData

/// The dividends of a symbol, in any of several objects: the company, its shares.
struct TradierFundamentals: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case request, results
    }

    private struct Entry: Decodable {
        let tables: Tables?
    }

    private struct Tables: Decodable {
        private enum CodingKeys: String, CodingKey {
            case dividends = "cash_dividends"
        }

        let dividends: Rows<TradierDividendRow>?
    }

    /// The name that Tradier has for the ticker.
    let name: String
    /// The dividends; `nil` for an unknown symbol, which has no results.
    let dividends: [ListedDividend]?
    /// The number of rows that cannot be read.
    let unreadable: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.required(container.text(.request), .request)
        let entries = try container.decodeIfPresent(Rows<Entry>.self, forKey: .results)
        let tables = entries?.rows.compactMap { $0.tables?.dividends } ?? []
        unreadable = tables.reduce(entries?.unreadable ?? 0) { $0 + $1.unreadable }
        dividends = entries.flatMap { entries in
            entries.rows.isEmpty && entries.unreadable == 0 ? nil : tables.flatMap(\.rows).map(\.dividend)
        }
    }
}

/// A dividend, with the amount per share of its ex-date.
struct TradierDividendRow: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case type = "dividend_type"
        case exDate = "ex_date"
        case payDate = "pay_date"
        case amount = "cash_amount"
        case currency = "currency_i_d"
    }

    let dividend: ListedDividend

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        dividend = try ListedDividend(
            container, exDate: .exDate, payDate: .payDate, amount: .amount, currency: .currency, type: .type)
    }
}

extension TradierSource: DividendProvider {
    /// `false`
    public var listsSplits: Bool { false }

    private static let dividendsEndpoint = "dividends"

    /// Returns the dividends of a share, declared ones included, without splits; none for an index.
    ///
    /// - Throws: ``MarketData/MarketDataError/unknownSymbol(_:)`` if there is no such symbol;
    ///   ``MarketData/MarketDataError/notInPlan(_:reason:)`` if the token has no access to this interface, which is not
    ///   final and not in the sandbox.
    public func dividends(
        of ticker: Ticker, since day: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> DividendListing {
        guard ticker.index == nil else { return DividendListing(source: .tradier, asOf: time.now(), rows: []) }
        let name = TradierSymbols.name(ticker)
        var request = SourceRequest(
            Self.dividendsEndpoint, path: betaPath + "/markets/fundamentals/dividends",
            query: [SourceParameter("symbols", name)])
        request.isWholePath = true
        request.isRetried = false
        return try await client.answer(request, priority: priority) { reply throws(SourceFailure) in
            guard let rows = try Self.dividends(reply, of: name) else { throw .unknownSymbol(ticker.symbol) }
            return DividendListing(source: .tradier, asOf: reply.received, rows: rows.filter { $0.exDate >= day })
        }
    }

    /// Reads the dividends of a symbol; `nil` if there is no such symbol.
    static func dividends(_ reply: SourceReply, of name: String) throws(SourceFailure) -> [ListedDividend]? {
        let endpoint = dividendsEndpoint
        if [403, 404].contains(reply.status) {
            throw .notInPlan("the token of TRADIER_TOKEN has no dividends: they are beta, and not in the sandbox")
        }
        try reply.requireTradierAnswer(endpoint)
        try reply.throwTradierFault(endpoint)
        let symbols = try reply.decoded(Rows<TradierFundamentals>.self, endpoint).readable(endpoint)
        guard let symbol = symbols.first(where: { $0.name.uppercased() == name }) else { return nil }
        if let dividends = symbol.dividends, dividends.isEmpty, symbol.unreadable > 0 {
            throw .broken("\(endpoint): none of \(symbol.unreadable) rows can be read")
        }
        return symbol.dividends
    }
}
