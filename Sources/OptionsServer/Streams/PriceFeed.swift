internal import MarketData
internal import MarketServices
internal import Synchronization

/// The latest prices of all assets that readers follow. They are asked for together.
final class PriceFeed: Sendable {
    /// The maximum number of assets whose prices are kept for readers who return.
    private static let keptAssets = 5_000

    let table: Topic<StreamedTable>
    private let prices: PriceService
    private let time: ServiceTime
    private let feed: Feed
    private let readers: Readers

    /// The number of readers of each asset.
    private final class Readers: Sendable {
        private let counts = Mutex<[Asset: Int]>([:])

        func change(_ assets: [Asset], by change: Int) {
            counts.withLock { counts in
                for asset in assets {
                    let count = counts[asset, default: 0] + change
                    counts[asset] = count == 0 ? nil : count
                }
            }
        }

        var assets: [Asset] { counts.withLock { Array($0.keys) } }
    }

    init(_ prices: PriceService, _ generations: Generations, _ time: ServiceTime) {
        let (table, readers) = (Topic<StreamedTable>(generations), Readers())
        self.table = table
        self.prices = prices
        self.time = time
        self.readers = readers
        feed = Feed(
            time, hasReaders: { !readers.assets.isEmpty }, pause: { prices.secondsToNextPrices },
            ask: { priority in
                let assets = readers.assets
                try await Self.ask(prices, assets, priority, table, readers)
            })
    }

    /// Follows assets, after their prices were asked for.
    func follow(_ assets: [Asset], _ bell: Bell) async throws -> [Subscription] {
        readers.change(assets, by: 1)
        let readers = readers
        let reading = Subscription { readers.change(assets, by: -1) }
        try await Self.ask(prices, assets, .interactive, table, readers)
        let subscription = table.follow(bell)
        try await feed.begin()
        return [reading, subscription]
    }

    private static func ask(
        _ prices: PriceService, _ assets: [Asset], _ priority: CallPriority, _ table: Topic<StreamedTable>,
        _ readers: Readers
    ) async throws {
        var found: [(Asset, Sourced<LatestPrice>)] = []
        var failure: MarketDataError?
        do {
            found = try await prices.latestPrices(of: assets, priority: priority).prices
        } catch let error as MarketDataError {
            failure = error
        }
        var json = JSONText()
        var rows: [String: ArraySlice<UInt8>] = [:]
        var states: [String: SourceState] = [:]
        for asset in assets {
            states[StreamedTable.key(asset.name)] = SourceState(isStale: failure != nil, message: failure?.sentence)
        }
        var ranges: [(key: String, range: Range<Int>)] = []
        for (asset, price) in found {
            let (key, start) = (StreamedTable.key(asset.name), json.bytes.count)
            json.append(latest: price, of: asset)
            ranges.append((key, start..<json.bytes.count))
            states[key] = SourceState(isStale: price.isStale, message: price.failure?.sentence)
        }
        for (key, range) in ranges { rows[key] = json.bytes[range] }
        let asOf = found.lazy.map(\.1.asOf).max()
        let followed = Set(readers.assets.map { StreamedTable.key($0.name) })
        table.update { [rows, states, failure] before, generation in
            let before = before ?? StreamedTable()
            let isFull = before.states.entries.count > keptAssets
            // Assets that were not asked for stay as they are, and so do all prices if no source answers.
            let keptStates = before.states.entries.filter {
                states[$0.key] == nil && (!isFull || followed.contains($0.key))
            }
            let kept = Set(keptStates.map(\.key))
            let keptRows = before.rows.entries.filter {
                kept.contains($0.key) || failure != nil && states[$0.key] != nil
            }
            return before.next(
                .init(),
                (keptRows.map { ($0.key, $0.row) } + rows.map { ($0.key, $0.value) }).sorted { $0.key < $1.key },
                (keptStates.map { ($0.key, $0.row) } + states.map { ($0.key, $0.value) }).sorted { $0.key < $1.key },
                asOf: asOf ?? before.asOf, at: generation)
        }
        if let failure { throw ServerError(failure) }
    }
}
