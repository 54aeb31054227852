/// Paths by asset, with eviction of the least recently used ones.
struct PathEntries: Sendable {
    private struct Entry: Sendable {
        let path: PricePath
        let years: ClosedRange<Int>
        var lastUse: UInt64
    }

    private let capacity: Int
    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0

    /// Creates an empty cache for a number of paths.
    init(capacity: Int) { self.capacity = capacity }

    /// Returns the path of an asset that was kept for the same years.
    mutating func path(_ key: String, _ years: ClosedRange<Int>) -> PricePath? {
        guard var entry = entries[key], entry.years == years else { return nil }
        uses += 1
        entry.lastUse = uses
        entries[key] = entry
        return entry.path
    }

    /// Stores a path; beyond the capacity, an eighth is evicted at once.
    mutating func keep(_ path: PricePath, _ years: ClosedRange<Int>) {
        uses += 1
        entries[path.instrument.key] = Entry(path: path, years: years, lastUse: uses)
        guard entries.count > capacity else { return }
        let limit = entries.values.map(\.lastUse).sorted()[entries.count / 8]
        entries = entries.filter { $0.value.lastUse > limit }
    }
}
