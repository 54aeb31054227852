internal import GRDB
public import MarketData

/// All that a user entered.
public struct PersonalData: Hashable, Sendable {
    /// The watch list in its order.
    public var watchlist: [Ticker]
    /// The positions, ascending by asset.
    public var positions: [StoredPosition]
    /// The trades in their order.
    public var trades: [Trade]
    /// The settings.
    public var settings: MarketSettings

    /// Creates a collection.
    public init(watchlist: [Ticker], positions: [StoredPosition], trades: [Trade], settings: MarketSettings) {
        self.watchlist = watchlist
        self.positions = positions
        self.trades = trades
        self.settings = settings
    }
}

extension PersonalStore {
    /// Returns all data as of one moment.
    public func data() async throws(StoreError) -> PersonalData {
        try await file.read { database in try Self.data(database) }
    }

    /// Changes all data in one transaction.
    ///
    /// - Parameter body: Changes the stored data.
    /// - Returns: The data after the change.
    /// - Throws: The reason why nothing was changed.
    public func changeData(
        _ body: @escaping @Sendable (inout PersonalData) -> Void
    ) async throws(StoreError) -> PersonalData {
        try await change { database in
            var data = try Self.data(database)
            body(&data)
            try Self.replaceWatchlist(with: data.watchlist, database)
            try database.execute(sql: "DELETE FROM positions; DELETE FROM trades")
            for position in data.positions { try Self.store(position, database) }
            for trade in data.trades { try Self.store(trade, database) }
            try Self.store(data.settings, database)
            return try Self.data(database)
        }
    }

    private static func data(_ database: Database) throws -> PersonalData {
        PersonalData(
            watchlist: try watchlist(database), positions: try positions(database), trades: try trades(nil, database),
            settings: try settings(database))
    }
}
