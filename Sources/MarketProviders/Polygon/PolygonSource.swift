public import MarketData

/// Polygon, now Massive: tickers, quotes and options of the United States.
///
/// What the plan of the key includes is known from answers: stocks and options have subscriptions of their own, and a
/// free plan has contracts and the closes of the last session.
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
    ///   - client: Asks Polygon, with the key.
    ///   - calendar: The sessions of the exchange.
    ///   - time: The clock.
    init(client: SourceClient, calendar: ExchangeCalendar = .newYork, time: ServiceTime) {
        self.client = client
        self.calendar = calendar
        self.time = time
    }

    /// The quotes of the running session, which need a paid plan.
    public var snapshotQuotes: any StockQuoteProvider { PolygonSnapshotQuotes(polygon: self) }

    /// The closes of the last session, which every plan has; each ticker is a call.
    public var previousCloses: any StockQuoteProvider { PolygonPreviousCloses(polygon: self) }
}

extension PolygonSource: MarketProvider {
    /// ``MarketData/MarketSource/polygon``.
    public var source: MarketSource { .polygon }
}

extension PolygonSource: CheckableProvider {
    /// Returns what the last answers told, also about the plan.
    public func status() async -> SourceStatus {
        var status = await client.status()
        status.plan = plan.name
        status.message = status.message ?? plan.message
        return status
    }

    /// Asks for one contract of an option chain, also if chains were refused before: the answer tells the plan.
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
    /// Asks for data that only some plans include, unless it was refused a short time ago.
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

    /// Returns the rows of a page and of those that follow.
    ///
    /// - Parameters:
    ///   - first: The question for the first page.
    ///   - ask: Asks for a page.
    /// - Returns: The pages.
    /// - Throws: What `ask` throws, and an error if there is no last page.
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
