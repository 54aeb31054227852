internal import GRDB
public import MarketData

/// The two files of a market: data of sources, and data that users entered.
///
/// ```swift
/// let database = try MarketDatabase(folder: "/var/lib/options-server", market: .live, now: now)
/// for notice in database.notices { log(notice) }
/// let found = try await database.tickers.search("coin", limit: 20)
/// ```
///
/// One process at a time may open a folder for changes; any number may read. Functions suspend while a queue of their
/// own runs. Each change is one transaction, so a kill at any moment stores all of it or nothing.
public struct MarketDatabase: Sendable {
    /// The handling of damaged files.
    public let notices: [StoreNotice]
    /// The tickers that can be searched for.
    public let tickers: TickerStore
    /// The daily prices.
    public let prices: PriceStore
    /// The last snapshot of quotes.
    public let snapshot: SnapshotStore
    /// The last answers of sources.
    public let answers: AnswerStore
    /// The volatilities at the money.
    public let volatilities: VolatilityStore
    /// The dividends as sources list them.
    public let dividends: DividendStore
    /// The jobs.
    public let jobs: JobStore
    /// The calls made to sources.
    public let budgets: CallBudgetStore
    /// The data that users entered.
    public let personal: PersonalStore

    private let files: [StoreFile]

    /// Opens the files of a market for changes, and creates them where they are missing.
    ///
    /// A damaged file is set aside and replaced; ``notices`` lists such files.
    ///
    /// - Parameters:
    ///   - folder: The folder of all databases.
    ///   - market: The market.
    ///   - now: The time for the names of damaged files.
    /// - Throws: ``StoreError/newerVersion(path:)``, or the reason why a file cannot be opened.
    public init(folder: String, market: MarketKind, now: Timestamp) throws(StoreError) {
        try FileSystem.createFolder(Self.path(folder, market, ""))
        var recovery = StoreRecovery(now: now)
        let backup = Self.path(folder, market, "personal.sqlite.backup")
        let personal = try recovery.openPersonal(Self.path(folder, market, "personal.sqlite"), backup: backup)
        let sources = try recovery.openMarket(Self.path(folder, market, "market.sqlite"))
        self.init(sources: sources, personal: personal, backup: backup, notices: recovery.notices)
    }

    /// Opens the files of a market for reading, while a server may change them.
    ///
    /// - Throws: ``StoreError/missing(path:)`` if no server has created them yet.
    public init(readingFrom folder: String, market: MarketKind) throws(StoreError) {
        let personal = try StoreFile(readingFrom: Self.path(folder, market, "personal.sqlite"), schema: .personal)
        let sources = try StoreFile(readingFrom: Self.path(folder, market, "market.sqlite"), schema: .market)
        self.init(sources: sources, personal: personal, backup: nil, notices: [])
    }

    private init(sources: StoreFile, personal: StoreFile, backup: String?, notices: [StoreNotice]) {
        self.notices = notices
        tickers = TickerStore(file: sources)
        prices = PriceStore(file: sources)
        snapshot = SnapshotStore(file: sources)
        answers = AnswerStore(file: sources)
        volatilities = VolatilityStore(file: sources)
        dividends = DividendStore(file: sources)
        jobs = JobStore(file: sources)
        budgets = CallBudgetStore(file: sources)
        self.personal = PersonalStore(file: personal, backup: backup)
        files = [sources, personal]
    }

    /// Whether the disk was full at the last change. Changes fail until one succeeds; reads continue.
    public var isDiskFull: Bool { files.contains { $0.space.isFull } }

    /// The sizes of the files in bytes, each with its log, by name.
    public var fileSizes: [String: Int] {
        Dictionary(
            uniqueKeysWithValues: files.map { file in
                let sizes = [file.path, file.path + "-wal"].map { FileSystem.size($0) ?? 0 }
                return (String(file.path.split(separator: "/").last ?? ""), sizes.reduce(0, +))
            })
    }

    /// Closes the files after the running transactions. Each file is then complete without its log. Later calls throw.
    public func close() throws(StoreError) {
        for file in files { try file.close() }
    }

    private static func path(_ folder: String, _ market: MarketKind, _ file: String) -> String {
        "\(folder)/\(market.rawValue)/\(file)"
    }
}
