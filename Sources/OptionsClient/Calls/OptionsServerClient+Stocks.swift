extension OptionsServerClient {
    /// The price of a stock: `GET /api/rest/stocks/{ticker}/price`.
    public func stockPrice(of ticker: String) async throws -> StockPriceResponse {
        try await value(Call("GET", "/api/rest/stocks/{ticker}/price", ["ticker": ticker.uppercased()]))
    }

    /// The latest data of a stock: `GET /api/rest/stocks/{ticker}`.
    public func stockDetails(of ticker: String) async throws -> StockDetails {
        // In capital letters, no ticker is the path of another endpoint.
        try await value(Call("GET", "/api/rest/stocks/{ticker}", ["ticker": ticker.uppercased()]))
    }

    /// The dividends of a stock, paid, declared and estimated: `GET /api/rest/stocks/{ticker}/dividends`.
    public func stockDividends(of ticker: String) async throws -> StockDividendsResponse {
        try await value(Call("GET", "/api/rest/stocks/{ticker}/dividends", ["ticker": ticker.uppercased()]))
    }

    /// The stocks whose ticker or name begins with a text: `GET /api/rest/stocks/search`.
    ///
    /// - Parameters:
    ///   - query: The text typed so far.
    ///   - limit: The number of results, 1 to 100. 20 if absent.
    /// - Returns: The response of the server.
    /// - Throws: ``OptionsClientError``.
    public func searchStocks(_ query: String, limit: Int? = nil) async throws
        -> StockSearchResponse
    {
        try await value(
            Call("GET", "/api/rest/stocks/search").query("query", query).query("limit", limit.map(String.init)))
    }

    /// The completeness of the list of tickers: `GET /api/rest/tickers/status`.
    public func tickerStatus() async throws -> TickerStatus {
        try await value(Call("GET", "/api/rest/tickers/status"))
    }

    /// The expiration dates of the options on a stock: `GET /api/rest/stocks/{ticker}/options/expirations`.
    public func optionExpirations(
        of ticker: String, contractType: ContractType? = nil
    ) async throws -> OptionExpirationsResponse {
        try await value(
            Call("GET", "/api/rest/stocks/{ticker}/options/expirations", ["ticker": ticker.uppercased()])
                .query("contractType", contractType?.rawValue))
    }

    /// The strike prices of an expiration, with their deltas: `GET /api/rest/stocks/{ticker}/options/strikes`.
    public func optionStrikes(
        of ticker: String, expirationDate: String, contractType: ContractType? = nil, dividends: DividendUse? = nil
    ) async throws -> OptionStrikesResponse {
        try await value(
            Call("GET", "/api/rest/stocks/{ticker}/options/strikes", ["ticker": ticker.uppercased()])
                .query("expirationDate", expirationDate).query("contractType", contractType?.rawValue)
                .query("dividends", dividends?.rawValue))
    }

    /// The quotes of an expiration, with volatilities, greeks and the smile:
    /// `GET /api/rest/stocks/{ticker}/options/chain`.
    public func optionChain(
        of ticker: String, expirationDate: String, dividends: DividendUse? = nil
    ) async throws -> OptionChainResponse {
        try await value(
            Call("GET", "/api/rest/stocks/{ticker}/options/chain", ["ticker": ticker.uppercased()])
                .query("expirationDate", expirationDate).query("dividends", dividends?.rawValue))
    }

    /// The quote of a contract: `GET /api/rest/options/quote`. `found` is false for a contract that does not exist.
    public func optionQuote(
        underlyingTicker: String, expirationDate: String, contractType: ContractType, strikePrice: Double,
        dividends: DividendUse? = nil
    ) async throws -> OptionQuoteResponse {
        try await value(
            Call("GET", "/api/rest/options/quote").query("underlyingTicker", underlyingTicker)
                .query("expirationDate", expirationDate).query("contractType", contractType.rawValue)
                .query("strikePrice", "\(strikePrice)").query("dividends", dividends?.rawValue))
    }
}
