public import MarketData

/// Polygon, now Massive: tickers, quotes and options of the United States.
///
/// The plan of the key is inferred from responses: stocks and options have separate subscriptions, and a free plan has
/// contracts and the closes of the last session.
public struct PolygonSource: Sendable {
    /// The most pages that are read for one answer.
    static let pageLimit = 200

    let client: SourceClient
    let calendar: ExchangeCalendar
    let time: ServiceTime
    let plan = PolygonPlan()
    let walks = ExpirationWalks()

    /// Creates the source.
    ///
    /// - Parameters:
    ///   - client: Calls Polygon with the key.
    ///   - calendar: The sessions of the exchange.
    ///   - time: The clock.
    init(client: SourceClient, calendar: ExchangeCalendar = .newYork, time: ServiceTime) {
        self.client = client
        self.calendar = calendar
        self.time = time
    }

    /// The quotes of the current session, which require a paid plan.
    public var snapshotQuotes: any StockQuoteProvider { PolygonSnapshotQuotes(polygon: self) }

    /// The closes of the last session, which every plan has, with one call per ticker.
    public var previousCloses: any StockQuoteProvider { PolygonPreviousCloses(polygon: self) }
}

extension PolygonSource: MarketProvider {
    /// ``MarketData/MarketSource/polygon``.
    public var source: MarketSource { .polygon }
}

extension PolygonSource: CheckableProvider {
    /// Returns the status after the last calls, with the plan.
    public func status() async -> SourceStatus {
        var status = await client.status()
        status.plan = plan.name
        status.message = status.message ?? plan.message
        return status
    }

    /// Requests one contract of an option chain, even if chains were refused before: the response shows the plan.
    public func check() async -> SourceStatus {
        let endpoint = "option chain"
        let request = SourceRequest(
            endpoint, path: "/v3/snapshot/options/SPY", query: [SourceParameter("limit", "1")])
        let page = try? await answer(.optionChains, request, priority: .interactive, isCheck: true) {
            reply throws(SourceFailure) in
            try PolygonPage<PolygonChainRow>(reply, endpoint, data: .optionChains, symbol: "SPY")
        }
        if let rows = page?.rows, !rows.isEmpty { plan.remember(hasQuotes: rows.contains(where: \.isQuoted)) }
        return await status()
    }
}

extension PolygonSource {
    /// Requests data that only some plans include, unless it was refused recently.
    func answer<Value: Sendable>(
        _ data: PolygonData, _ request: SourceRequest, priority: CallPriority, isCheck: Bool = false,
        read: @Sendable (SourceReply) throws(SourceFailure) -> Value
    ) async throws(MarketDataError) -> Value {
        if !isCheck, plan.isRefused(data, at: time.now()) { throw .notInPlan(.polygon, reason: data.reason) }
        do throws(MarketDataError) {
            let value = try await client.answer(request, priority: priority, read: read)
            plan.allow(data)
            return value
        } catch {
            if case .notInPlan = error { plan.refuse(data, at: time.now()) }
            throw error
        }
    }

    /// Returns the rows of a page and of the pages after it.
    ///
    /// - Parameters:
    ///   - first: The request for the first page.
    ///   - ask: Requests a page.
    /// - Returns: The pages.
    /// - Throws: The errors of `ask`, and an error if the pages do not end.
    func pages<Row>(
        from first: SourceRequest,
        ask: (SourceRequest) async throws(MarketDataError) -> PolygonPage<Row>
    ) async throws(MarketDataError) -> [PolygonPage<Row>] {
        var pages: [PolygonPage<Row>] = []
        var places: Set<PolygonPlace> = []
        var request = first
        while pages.count < Self.pageLimit {
            let page = try await ask(request)
            pages.append(page)
            guard let next = page.next else { return pages }
            guard places.insert(next).inserted else {
                throw .broken(.polygon, reason: "\(first.endpoint): a page is followed by one that was read")
            }
            request = next.request(first.endpoint)
        }
        throw .broken(.polygon, reason: "\(first.endpoint): more than \(Self.pageLimit) pages")
    }
}
