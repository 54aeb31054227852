extension OptionsServerClient {
    /// The watched stocks, in the order of the list: `GET /api/rest/watchlist`.
    public func watchList() async throws -> WatchListResponse {
        try await value(Call("GET", "/api/rest/watchlist"))
    }

    /// Replaces the watch list by tickers in this order: `PUT /api/rest/watchlist`.
    @discardableResult
    public func replaceWatchList(_ tickers: [String]) async throws -> WatchListResponse {
        try await value(Call("PUT", "/api/rest/watchlist").body(WatchListRequest(tickers: tickers)))
    }

    /// Adds a stock at the end of the watch list: `PUT /api/rest/watchlist/{ticker}`.
    @discardableResult
    public func watchStock(_ ticker: String) async throws -> WatchListResponse {
        try await value(Call("PUT", "/api/rest/watchlist/{ticker}", ["ticker": ticker.uppercased()]))
    }

    /// Removes a stock from the watch list: `DELETE /api/rest/watchlist/{ticker}`.
    @discardableResult
    public func unwatchStock(_ ticker: String) async throws -> WatchListResponse {
        try await value(Call("DELETE", "/api/rest/watchlist/{ticker}", ["ticker": ticker.uppercased()]))
    }

    /// The positions and their values: `GET /api/rest/positions`.
    public func positions() async throws -> PositionsResponse {
        try await value(Call("GET", "/api/rest/positions"))
    }

    /// Enters or replaces a position: `PUT /api/rest/positions/{asset}`.
    ///
    /// - Parameters:
    ///   - asset: A ticker, `BTC`, `ETH`, or `coin:` and the identifier of a coin.
    ///   - quantity: The number of shares or coins, greater than 0.
    ///   - cost: The total cost of the position, in US dollars.
    /// - Returns: The response of the server.
    /// - Throws: ``OptionsClientError``.
    @discardableResult
    public func putPosition(_ asset: String, quantity: Double, cost: Double) async throws
        -> PositionsResponse
    {
        try await value(
            Call("PUT", "/api/rest/positions/{asset}", ["asset": Self.asset(asset)])
                .body(PositionRequest(quantity: quantity, cost: cost)))
    }

    /// Removes a position: `DELETE /api/rest/positions/{asset}`.
    @discardableResult
    public func removePosition(_ asset: String) async throws -> PositionsResponse {
        try await value(Call("DELETE", "/api/rest/positions/{asset}", ["asset": Self.asset(asset)]))
    }

    /// The values that today's positions would have had on each day: `GET /api/rest/positions/history`.
    public func positionHistory(from: String? = nil, to: String? = nil) async throws
        -> PositionHistoryResponse
    {
        try await value(Call("GET", "/api/rest/positions/history").query("from", from).query("to", to))
    }

    /// The settings: `GET /api/rest/settings`.
    public func settings() async throws -> ServerSettings {
        try await value(Call("GET", "/api/rest/settings"))
    }

    /// Changes settings, and returns all: `PUT /api/rest/settings`.
    @discardableResult
    public func changeSettings(_ change: SettingsChange) async throws -> ServerSettings {
        try await value(Call("PUT", "/api/rest/settings").body(change))
    }
}
