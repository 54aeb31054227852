extension OptionsServerClient {
    /// The trades and their values: `GET /api/rest/trades`.
    ///
    /// - Parameters:
    ///   - underlying: The ticker of the underlying; `nil` for all.
    ///   - open: Whether only open trades are returned.
    /// - Returns: The response of the server.
    /// - Throws: ``OptionsClientError``.
    public func trades(underlying: String? = nil, open: Bool = false) async throws -> TradesResponse {
        try await value(
            Call("GET", "/api/rest/trades").query("underlying", underlying?.uppercased()).query("open", open))
    }

    /// A trade and its value: `GET /api/rest/trades/{id}`.
    public func trade(_ id: String) async throws -> Trade {
        try await value(Call("GET", "/api/rest/trades/{id}", ["id": id]))
    }

    /// Enters a trade, whose identifier the server chooses: `POST /api/rest/trades`.
    @discardableResult
    public func enterTrade(_ trade: TradeRequest) async throws -> Trade {
        try await value(Call("POST", "/api/rest/trades").body(trade))
    }

    /// Enters or replaces a trade: `PUT /api/rest/trades/{id}`.
    @discardableResult
    public func putTrade(_ id: String, _ trade: TradeRequest) async throws -> Trade {
        try await value(Call("PUT", "/api/rest/trades/{id}", ["id": id]).body(trade))
    }

    /// Removes a trade, and returns the others: `DELETE /api/rest/trades/{id}`.
    @discardableResult
    public func removeTrade(_ id: String) async throws -> TradesResponse {
        try await value(Call("DELETE", "/api/rest/trades/{id}", ["id": id]))
    }

    /// The profit of all trades at the close of each day: `GET /api/rest/trades/history`.
    public func tradeHistory(from: String? = nil, to: String? = nil) async throws -> TradeHistoryResponse {
        try await value(Call("GET", "/api/rest/trades/history").query("from", from).query("to", to))
    }

    /// Exports all that was entered: `GET /api/rest/personal`.
    public func personalData() async throws -> PersonalData {
        try await value(Call("GET", "/api/rest/personal"))
    }

    /// Imports a document, which is refused as a whole if any part is wrong: `PUT /api/rest/personal`.
    @discardableResult
    public func replacePersonalData(_ data: PersonalData) async throws -> PersonalData {
        try await value(Call("PUT", "/api/rest/personal").body(data))
    }
}
