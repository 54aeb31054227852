import Foundation

extension OptionsServerClient {
    /// The states of some topics, at first and after each change: `GET /api/rest/stream`.
    ///
    /// ```swift
    /// import OptionsClient
    ///
    /// func follow(_ client: OptionsServerClient) async throws {
    ///     for try await update in client.stream([.quotes(["AAPL"]), .prices(["BTC"])]) {
    ///         if case .quotes(let quotes, _) = update { print(quotes.results.map(\.last)) }
    ///     }
    /// }
    /// ```
    ///
    /// The request is sent when the sequence is created, and is cancelled when it is released. After a connection is lost,
    /// the stream returns with what differs since. The sequence throws ``OptionsClientError``: of the first request, and if a
    /// later one is refused for a reason that does not pass. In a cancelled task, the sequence ends without an error.
    ///
    /// On an idle connection, the server sends data every 15 seconds, so ``timeout`` must be longer.
    ///
    /// - Parameters:
    ///   - topics: Up to 20 topics with up to 1,000 symbols.
    ///   - clock: The clock of the pauses before it returns.
    /// - Returns: The states.
    public func stream(
        _ topics: [StreamTopic], clock: PollingClock = .system
    ) -> AsyncThrowingStream<StreamUpdate, any Error> {
        updates(clock) { () throws(OptionsClientError) in
            var call = try Call("GET", "/api/rest/stream")
            for topic in topics {
                switch topic {
                case .quotes(let symbols): call = call.query("quotes", symbols?.joined(separator: ",") ?? "")
                case .chain(let ticker, let expirationDate): call = call.query("chain", "\(ticker),\(expirationDate)")
                case .prices(let assets):
                    call = call.query("prices", assets.map(Self.asset).joined(separator: ","))
                }
            }
            return call
        }
    }

    /// The quotes of symbols, or of all, as ``stream(_:clock:)``: `GET /v1/markets/quotes/stream`.
    public func quotesStream(
        of symbols: [String]? = nil, clock: PollingClock = .system
    ) -> AsyncThrowingStream<StreamUpdate, any Error> {
        updates(clock) { () throws(OptionsClientError) in
            try Call("GET", "/v1/markets/quotes/stream").query("symbols", symbols?.joined(separator: ","))
        }
    }

    /// A chain, as ``stream(_:clock:)``: `GET /api/rest/stocks/{ticker}/options/chain/stream`.
    public func optionChainStream(
        of ticker: String, expirationDate: String, dividends: DividendUse? = nil, clock: PollingClock = .system
    ) -> AsyncThrowingStream<StreamUpdate, any Error> {
        updates(clock) { () throws(OptionsClientError) in
            try Call("GET", "/api/rest/stocks/{ticker}/options/chain/stream", ["ticker": ticker.uppercased()])
                .query("expirationDate", expirationDate).query("dividends", dividends?.rawValue)
        }
    }

    private func updates(
        _ clock: PollingClock, _ call: @escaping @Sendable () throws(OptionsClientError) -> Call
    ) -> AsyncThrowingStream<StreamUpdate, any Error> {
        stream { continuation in
            let call = try call().answered("text/event-stream")
            var (state, identifier, retry) = (StreamState(), String?.none, 5.0)
            var isFirst = true
            while true {
                do throws(OptionsClientError) {
                    var reader = EventReader()
                    let answer = try await send(call.header("Last-Event-ID", identifier))
                    isFirst = false
                    try await pieces(of: answer, call) { piece throws(OptionsClientError) in
                        for event in reader.events(piece) {
                            if let update = try state.apply(event, of: call) { continuation.yield(update) }
                            identifier = event.identifier ?? identifier
                        }
                        retry = reader.retry.map { Double($0) / 1000 } ?? retry
                    }
                } catch {
                    guard !isFirst, error.mayPass else { throw error }
                    retry = error.retryAfter ?? retry
                }
                try await clock.sleep(retry)
            }
        }
    }

    private func pieces(
        of answer: TransportAnswer, _ call: Call, _ read: (Data) throws(OptionsClientError) -> Void
    ) async throws(OptionsClientError) {
        do {
            for try await piece in answer.body { try read(piece) }
        } catch {
            throw OptionsClientError(transporting: error, endpoint: call.endpoint)
        }
        if Task.isCancelled { throw .cancelled(endpoint: call.endpoint) }
    }
}

extension OptionsClientError {
    /// Whether the same request may succeed later.
    fileprivate var mayPass: Bool {
        switch self {
        case .transport, .timedOut: true
        case .refused(_, let refusal): refusal.status >= 500 || refusal.status == 408
        default: false
        }
    }
}
