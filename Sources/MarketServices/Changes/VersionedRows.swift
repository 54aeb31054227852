/// The rows of a table that changes as a whole, and the generation at which each row changed last.
///
/// ```swift
/// var rows = VersionedRows<String, Int>()
/// rows.replace(with: [("A", 1), ("B", 2)], at: 1)
/// rows.replace(with: [("A", 1), ("C", 3)], at: 2)
/// rows.changes(since: 1)      // the row 3, and "B" as removed
/// ```
public struct VersionedRows<Key: Hashable & Comparable & Sendable, Row: Equatable & Sendable>: Sendable {
    /// A row.
    public struct Entry: Sendable {
        /// Its key.
        public let key: Key
        /// Its value.
        public let row: Row
        /// The generation at which it appeared or changed.
        public let changed: Int
    }

    /// What differs from an earlier generation.
    public struct Changes: Sendable {
        /// The rows that are new or differ, in the order of the table.
        public var rows: [Row] = []
        /// The keys of rows that are no longer there, ascending.
        public var removed: [Key] = []

        /// Whether nothing differs.
        public var isEmpty: Bool { rows.isEmpty && removed.isEmpty }
    }

    /// The maximum number of removed keys that are known. Beyond it, they are forgotten.
    private static var maximumRemoved: Int { 10_000 }

    /// The rows in their order.
    public private(set) var entries: [Entry] = []
    private var places: [Key: Int] = [:]
    /// The generations at which rows were removed.
    private var removed: [Key: Int] = [:]
    /// The first generation whose differences from the present one are known.
    private var knownSince: Int?

    /// Creates a table without rows.
    public init() {}

    /// Replaces all rows.
    ///
    /// - Parameters:
    ///   - rows: The rows, each key once.
    ///   - generation: The generation, greater than those before.
    /// - Returns: Whether any row differs, or it is the first time.
    @discardableResult
    public mutating func replace(with rows: [(key: Key, row: Row)], at generation: Int) -> Bool {
        let isFirst = knownSince == nil
        knownSince = knownSince ?? generation
        var isChanged = isFirst
        let before = entries
        entries = rows.map { key, row in
            // An equal row is replaced, too: it may be a part of a larger buffer.
            if let place = places[key], before[place].row == row {
                return Entry(key: key, row: row, changed: before[place].changed)
            }
            isChanged = true
            return Entry(key: key, row: row, changed: generation)
        }
        if !before.elementsEqual(entries, by: { $0.key == $1.key }) {
            isChanged = true
            places = Dictionary(uniqueKeysWithValues: entries.indices.map { (entries[$0].key, $0) })
            for entry in before where places[entry.key] == nil { removed[entry.key] = generation }
            for entry in entries { removed[entry.key] = nil }
            if removed.count > Self.maximumRemoved { (removed, knownSince) = ([:], generation) }
        }
        return isChanged
    }

    /// The row of a key.
    public subscript(key: Key) -> Entry? { places[key].map { entries[$0] } }

    /// Returns the entries of some keys in the order of the table; of all without keys.
    public func entries(of keys: [Key]?) -> [Entry] {
        guard let keys else { return entries }
        return Set(keys.compactMap { places[$0] }).sorted().map { entries[$0] }
    }

    /// Returns what differs from an earlier generation.
    ///
    /// - Parameters:
    ///   - generation: The generation.
    ///   - keys: The keys to compare; `nil` for all.
    /// - Returns: The differences; `nil` if they are not known, because the generation is too early.
    public func changes(since generation: Int, of keys: [Key]? = nil) -> Changes? {
        guard let knownSince, generation >= knownSince else { return nil }
        var changes = Changes(rows: entries(of: keys).filter { $0.changed > generation }.map(\.row))
        if !removed.isEmpty {
            let keys = keys.map(Set.init)
            changes.removed = removed.filter { $0.value > generation && keys?.contains($0.key) ?? true }.keys.sorted()
        }
        return changes
    }
}
