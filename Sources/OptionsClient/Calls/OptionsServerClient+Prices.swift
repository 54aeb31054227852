extension OptionsServerClient {
    /// The days that are stored of each asset, and those that are missing: `GET /api/rest/prices`.
    public func priceCoverage() async throws -> PriceCoverageResponse {
        try await value(Call("GET", "/api/rest/prices"))
    }

    /// The daily prices of an asset, ascending: `GET /api/rest/prices/{asset}`.
    ///
    /// - Parameters:
    ///   - asset: A ticker, `BTC`, `ETH`, or `coin:` and the identifier of a coin.
    ///   - from: The first day.
    ///   - to: The last day.
    /// - Returns: The answer of the server.
    /// - Throws: ``OptionsClientError``.
    public func dailyPrices(
        of asset: String, from: String? = nil, to: String? = nil
    ) async throws -> DailyPricesResponse {
        try await value(
            Call("GET", "/api/rest/prices/{asset}", ["asset": Self.asset(asset)]).query("from", from).query("to", to))
    }

    /// The latest prices of assets: `GET /api/rest/prices/latest`. Unknown ones are named in the answer.
    public func latestPrices(of assets: [String]) async throws -> LatestPricesResponse {
        try await value(Call("GET", "/api/rest/prices/latest").query("assets", assets.joined(separator: ",")))
    }

    /// Starts a job that imports daily prices: `POST /api/rest/prices/backfill`.
    ///
    /// - Parameters:
    ///   - assets: The assets; `nil` for all that are held or watched.
    ///   - from: The first day. 365 days before `to` if absent.
    ///   - to: The last day. Today if absent.
    /// - Returns: The answer of the server.
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

    /// Cancels a job: `DELETE /api/rest/jobs/{id}`. What it imported stays. A job that has ended stays as it is.
    @discardableResult
    public func cancelJob(_ id: String) async throws -> PriceJob {
        try await value(Call("DELETE", "/api/rest/jobs/{id}", ["id": id]))
    }

    /// The states of a job until it ends: `GET /api/rest/jobs/{id}/events`.
    ///
    /// The last element is the job that has ended. The request is sent when the sequence is made, and ends when it is
    /// released. It throws ``OptionsClientError``, also if the events end before the job, as they do when the server
    /// stops; the job goes on when the server does. In a cancelled task, the sequence ends without an error.
    ///
    /// While nothing happens, the server sends something every 15 seconds, so ``timeout`` must be longer.
    public func jobEvents(_ id: String) -> AsyncThrowingStream<PriceJob, any Error> {
        stream { continuation in
            let call = try Call("GET", "/api/rest/jobs/{id}/events", ["id": id]).answered("text/event-stream")
            let answer = try await send(call)
            var events = EventReader()
            var state: JobState?
            do {
                for try await piece in answer.body {
                    for event in events.events(piece) {
                        let job: PriceJob = try call.read(event)
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

    /// An asset in capital letters, in which no ticker is the path of another endpoint. Identifiers of coins stay.
    static func asset(_ text: String) -> String { text.lowercased().hasPrefix("coin:") ? text : text.uppercased() }
}
