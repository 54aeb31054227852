internal import MarketData
internal import MarketServices
internal import Synchronization

/// The topics of streams of market data.
final class StreamHub: Sendable {
    /// The maximum number of chains with readers.
    static let maximumChains = 50
    /// The maximum number of chains that are kept for readers who return.
    private static let keptChains = 2 * maximumChains

    private struct ChainName: Hashable {
        let ticker: Ticker
        let expiration: CalendarDate
        let dividends: DividendUse
    }

    private struct Chain {
        let table: Topic<StreamedTable>
        let feed: Feed
    }

    let time: ServiceTime
    private let chainService: ChainService
    private let generations: Generations
    private let quotes: Topic<StreamedTable>
    private let prices: PriceFeed
    private let chains = Mutex<[ChainName: Chain]>([:])
    /// Differs at each start.
    private let instance = UInt64.random(in: .min ... .max).sixteenDigits

    /// - Parameters:
    ///   - backend: The services that are asked.
    ///   - quotes: The topic of the snapshot of quotes.
    ///   - generations: Counts the changes of all topics, of `quotes` as well.
    init(_ backend: MarketBackend, quotes: Topic<StreamedTable>, _ generations: Generations) {
        self.generations = generations
        self.quotes = quotes
        chainService = backend.chains
        time = backend.time
        prices = PriceFeed(backend.prices, generations, backend.time)
    }

    /// Returns the events of some topics for a new reader, who has read up to `identifier`.
    func events(of topics: [StreamTopic], after identifier: String?) -> StreamEvents {
        // A reader who returns for other topics has not read them.
        var hash = ContentHash()
        hash.add(topics.map(\.name).sorted().joined(separator: "\n").utf8)
        let instance = ContentHash.text(of: "\(self.instance) \(hash.text)".utf8)
        return StreamEvents(topics, instance: instance, generations, after: identifier)
    }

    /// The quotes of some symbols; `nil` for all.
    func quotes(of symbols: Set<String>?, _ bell: Bell) -> StreamTopic {
        let symbols = symbols?.sorted()
        return StreamTopic(
            name: (["quotes"] + (symbols.map { [$0.joined(separator: ",")] } ?? [])).joined(separator: " "),
            form: .quotes, keys: symbols?.map(StreamedTable.key), table: quotes, subscriptions: [quotes.follow(bell)])
    }

    /// The latest prices of assets.
    func prices(of assets: [Asset], _ bell: Bell) async throws -> StreamTopic {
        let assets = assets.sorted()
        return StreamTopic(
            name: "prices " + assets.map(\.name).joined(separator: ","), form: .prices,
            keys: assets.map { StreamedTable.key($0.name) }, table: prices.table,
            subscriptions: try await prices.follow(assets, bell))
    }

    /// A chain.
    func chain(
        of ticker: Ticker, _ expiration: CalendarDate, _ dividends: DividendUse, _ bell: Bell
    ) async throws -> StreamTopic {
        let (chain, subscription) = try follow(
            ChainName(ticker: ticker, expiration: expiration, dividends: dividends), bell)
        try await chain.feed.begin()
        return StreamTopic(
            name: "chain \(ticker.symbol) \(expiration)" + (dividends == .estimated ? "" : " \(dividends.rawValue)"),
            form: .chain, keys: nil, table: chain.table,
            subscriptions: [subscription])
    }

    /// The number of chains with readers.
    var followedChainCount: Int { chains.withLock { $0.values.count { $0.table.hasReaders } } }

    private func follow(_ name: ChainName, _ bell: Bell) throws(ServerError) -> (Chain, Subscription) {
        let found = chains.withLock { chains -> (Chain, Subscription)? in
            if chains[name]?.table.hasReaders != true {
                let unread = chains.filter { !$0.value.table.hasReaders }.keys
                guard chains.count - unread.count < Self.maximumChains else { return nil }
                if chains.count >= Self.keptChains {
                    for other in unread where other != name { chains[other] = nil }
                }
            }
            let chain = chains[name] ?? self.chain(name)
            chains[name] = chain
            return (chain, chain.table.follow(bell))
        }
        guard let found else {
            throw ServerError(
                503, "streams may have at most \(Self.maximumChains) chains together; try again later",
                fields: ["Retry-After": "5"])
        }
        return found
    }

    private func chain(_ name: ChainName) -> Chain {
        let table = Topic<StreamedTable>(generations)
        let chainService = chainService
        let feed = Feed(
            time, hasReaders: { table.hasReaders }, pause: { chainService.secondsToNextChain },
            ask: { priority in
                do {
                    let answer = try await chainService.analysis(
                        of: name.ticker, expiration: name.expiration, dividends: name.dividends, priority: priority)
                    guard let chain = answer.value else {
                        throw ServerError(404, OptionRoutes.noChain(name.ticker, name.expiration))
                    }
                    table.publish(chain, of: answer)
                } catch let error as MarketDataError {
                    table.update { $0?.failing(error.sentence, at: $1) }
                    throw ServerError(error)
                } catch let error as ServerError {
                    table.update { $0?.failing(error.message, at: $1) }
                    throw error
                }
            })
        return Chain(table: table, feed: feed)
    }
}

extension Topic<StreamedTable> {
    /// Publishes a chain.
    fileprivate func publish(_ chain: AnalyzedChain, of answer: Sourced<AnalyzedChain?>) {
        let analysis = chain.analysis
        var (before, after, rows) = (JSONText(), JSONText(), JSONText())
        before.object { $0.chainMembersBeforeStrikes(chain) }
        after.object { $0.chainMembersAfterStrikes(analysis, of: answer) }
        var ranges: [Range<Int>] = []
        for strike in analysis.strikes {
            let start = rows.bytes.count
            rows.append(strike, analysis.snapshot.quotes)
            ranges.append(start..<rows.bytes.count)
        }
        let members = StreamedTable.Members(
            before: before.bytes.dropFirst().dropLast(), after: after.bytes.dropFirst().dropLast())
        let table = zip(analysis.strikes, ranges).map { strike, range in
            (key: strike.strike.description, row: rows.bytes[range])
        }
        let state = SourceState(isStale: answer.isStale, message: answer.failure?.sentence)
        update { ($0 ?? StreamedTable()).next(members, table, [("", state)], asOf: answer.asOf, at: $1) }
    }

    /// Publishes the snapshot of quotes.
    func publish(_ snapshot: RenderedSnapshot) {
        let (members, rows) = (snapshot.streamedMembers, snapshot.streamedRows)
        let state = SourceState(isStale: snapshot.status.isStale, message: snapshot.status.failure)
        let asOf = snapshot.status.snapshot?.refreshed
        update { ($0 ?? StreamedTable()).next(members, rows, [("", state)], asOf: asOf, at: $1) }
    }
}
