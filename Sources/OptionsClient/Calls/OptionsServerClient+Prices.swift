extension OptionsServerClient {
    /// The stored and the missing days of each asset: `GET /api/rest/prices`.
    public func priceCoverage() async throws -> PriceCoverageResponse {
        try await value(Call("GET", "/api/rest/prices"))
    }

    /// The daily prices of an asset, ascending: `GET /api/rest/prices/{asset}`.
    ///
    /// - Parameters:
    ///   - asset: A ticker, `BTC`, `ETH`, or `coin:` and the identifier of a coin.
    ///   - from: The first day.
    ///   - to: The last day.
    /// - Returns: The response of the server.
    /// - Throws: ``OptionsClientError``.
    public func dailyPrices(
        of asset: String, from: String? = nil, to: String? = nil
    ) async throws -> DailyPricesResponse {
        try await value(
            Call("GET", "/api/rest/prices/{asset}", ["asset": Self.asset(asset)]).query("from", from).query("to", to))
    }

    /// The latest prices of assets: `GET /api/rest/prices/latest`. The response names unknown ones.
    public func latestPrices(of assets: [String]) async throws -> LatestPricesResponse {
        try await value(Call("GET", "/api/rest/prices/latest").query("assets", assets.joined(separator: ",")))
    }

    /// Starts a job that imports daily prices: `POST /api/rest/prices/backfill`.
    ///
    /// - Parameters:
    ///   - assets: The assets; `nil` for all held and watched ones.
    ///   - from: The first day. 365 days before `to` if absent.
    ///   - to: The last day. Today if absent.
    /// - Returns: The response of the server.
    /// - Throws: ``OptionsClientError``.
    public func startBackfill(
        of assets: [String]? = nil, from: String? = nil, to: String? = nil
    ) async throws -> JobReference {
        try await value(
            Call("POST", "/api/rest/prices/backfill").body(BackfillRequest(assets: assets, from: from, to: to)))
    }

    /// The jobs, the last first: `GET /api/rest/jobs`.
    public func jobs() async throws -> PriceJobsResponse {
        try await value(Call("GET", "/api/rest/jobs"))
    }

    /// A job: `GET /api/rest/jobs/{id}`.
    public func job(_ id: String) async throws -> PriceJob {
        try await value(Call("GET", "/api/rest/jobs/{id}", ["id": id]))
    }

    /// Cancels a job: `DELETE /api/rest/jobs/{id}`. Imported days are kept. A job that has ended is not changed.
    @discardableResult
    public func cancelJob(_ id: String) async throws -> PriceJob {
        try await value(Call("DELETE", "/api/rest/jobs/{id}", ["id": id]))
    }

    /// The states of a job until it ends: `GET /api/rest/jobs/{id}/events`.
    ///
    /// The last element is the ended job. The request is sent when the sequence is created, and is cancelled when it is
    /// released. The sequence throws ``OptionsClientError``, also if the events end before the job, as they do when the
    /// server stops; the job resumes with the server. In a cancelled task, the sequence ends without an error.
    ///
    /// On an idle connection, the server sends data every 15 seconds, so ``timeout`` must be longer.
    public func jobEvents(_ id: String) -> AsyncThrowingStream<PriceJob, any Error> {
        stream { continuation in
            let call = try Call("GET", "/api/rest/jobs/{id}/events", ["id": id]).answered("text/event-stream")
            let answer = try await send(call)
            var events = EventReader()
            var state: JobState?
            do {
                for try await piece in answer.body {
                    for event in events.events(piece) {
                        let job: PriceJob = try call.read(event.data)
                        state = job.state
                        continuation.yield(job)
                    }
                }
            } catch {
                throw OptionsClientError(transporting: error, endpoint: call.endpoint)
            }
            if Task.isCancelled { throw OptionsClientError.cancelled(endpoint: call.endpoint) }
            if state == nil || state == .running {
                throw OptionsClientError.transport(
                    endpoint: call.endpoint, code: nil, reason: "The events ended before the job.")
            }
        }
    }

    /// An asset in capital letters, so that no ticker is the path of another endpoint. Coin identifiers are not
    /// changed.
    static func asset(_ text: String) -> String { text.lowercased().hasPrefix("coin:") ? text : text.uppercased() }
}
