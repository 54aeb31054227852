public import MarketData

extension PolygonSource: OptionProvider {
    private static let contractsEndpoint = "option contracts"

    private static func contractsRequest(_ name: String, _ query: [SourceParameter]) -> SourceRequest {
        SourceRequest(
            contractsEndpoint, path: "/v3/reference/options/contracts",
            query: [SourceParameter("underlying_ticker", name)] + query + [
                SourceParameter("expired", "false"), SourceParameter("limit", "1000"),
            ])
    }

    /// Returns the expirations of an underlying that have a contract of a kind, ascending; empty for an unknown
    /// underlying.
    ///
    /// Polygon has no list of expirations, so all contracts are read, page by page. If a rate limit interrupts the
    /// walk, the next request resumes it.
    public func expirations(
        of underlying: Ticker, kind: OptionKind, priority: CallPriority
    ) async throws(MarketDataError) -> [CalendarDate] {
        guard let name = PolygonSymbols.contracts(underlying) else { return [] }
        let subject = ExpirationWalk.Subject(name: name, kind: kind)
        var walk = walks.take(subject, now: time.now())
        repeat {
            do throws(MarketDataError) {
                try await readPage(&walk, subject, priority: priority)
            } catch {
                // After an unreadable response, the place may be invalid.
                if case .broken = error {} else { walks.keep(walk, of: subject) }
                throw error
            }
        } while walk.next != nil
        return walk.dates.sorted()
    }

    private func readPage(
        _ walk: inout ExpirationWalk, _ subject: ExpirationWalk.Subject, priority: CallPriority
    ) async throws(MarketDataError) {
        let endpoint = Self.contractsEndpoint
        let first = Self.contractsRequest(
            subject.name,
            [
                SourceParameter("contract_type", subject.kind == .call ? "call" : "put"),
                SourceParameter("sort", "expiration_date"), SourceParameter("order", "asc"),
            ])
        let page = try await client.answer(walk.next?.request(endpoint) ?? first, priority: priority) {
            reply throws(SourceFailure) in try PolygonPage<PolygonContractRow>(reply, endpoint)
        }
        for row in page.rows where row.kind == subject.kind && row.isListed(for: subject.name) {
            if let expiration = row.expiration { walk.dates.insert(expiration) }
        }
        guard page.next.map({ walk.places.insert($0).inserted }) ?? true, walk.places.count < Self.pageLimit else {
            throw .broken(.polygon, reason: "\(endpoint): pages without an end")
        }
        walk.next = page.next
    }

    /// Returns the contracts of an expiration, ascending by strike; empty for an unknown underlying. Contracts that are
    /// neither calls nor puts are omitted.
    public func contracts(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> [ListedContract] {
        guard let name = PolygonSymbols.contracts(underlying) else { return [] }
        let endpoint = Self.contractsEndpoint
        let first = Self.contractsRequest(
            name,
            [
                SourceParameter("expiration_date", expiration.description), SourceParameter("sort", "strike_price"),
                SourceParameter("order", "asc"),
            ])
        let pages = try await pages(from: first) { request async throws(MarketDataError) in
            try await client.answer(request, priority: priority) { reply throws(SourceFailure) in
                try PolygonPage<PolygonContractRow>(reply, endpoint)
            }
        }
        let contracts = pages.flatMap(\.rows).filter { $0.isListed(for: name) }.compactMap { row in
            row.contract(of: underlying, expiration: expiration)
        }
        let bySymbol = Dictionary(contracts.map { ($0.symbol, $0) }, uniquingKeysWith: { _, last in last })
        return bySymbol.values.sorted { $0.precedes($1) }
    }
}
