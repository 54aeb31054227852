internal import MarketData
package import MarketServices
internal import NIOCore
internal import OptionPricing

/// The snapshot of quotes as response bytes, rendered once per refresh.
package struct RenderedSnapshot: Sendable {
    package let status: SnapshotStatus
    /// The whole answer, and the same compressed.
    let whole: ByteBuffer
    let compressed: ByteBuffer?
    /// The value of `ETag` without a filter, without its quotes.
    let tag: String
    /// The beginning of an answer, up to the number of rows.
    private let beginning: [UInt8]
    private let origin: [UInt8]
    private let rows: [UInt8]
    /// The range of each row in `rows`, and the index of each symbol among them.
    private let ranges: [Range<Int>]
    private let places: [String: Int]

    package init(_ status: SnapshotStatus) {
        self.status = status
        let snapshot = status.snapshot
        var json = JSONText()
        var (ranges, places): ([Range<Int>], [String: Int]) = ([], [:])
        for row in snapshot?.rows ?? [] {
            let start = json.bytes.count
            json.object { json in
                json.member("symbol", row.symbol)
                json.member("description", row.name)
                json.member("last", row.last)
                json.member("bid", row.bid)
                json.member("ask", row.ask)
                json.member("volume", row.volume)
            }
            places[row.symbol] = ranges.count
            ranges.append(start..<json.bytes.count)
        }
        (rows, self.ranges, self.places) = (json.bytes, ranges, places)
        beginning = Array(#"{"last_update":"\#(snapshot?.changed.microseconds ?? "")","count":"#.utf8)
        origin = Array(#","source":\#(snapshot.map { "\"\($0.source.rawValue)\"" } ?? "null"),"results":["#.utf8)
        tag = snapshot.map { "\($0.changed.secondsSince1970).\($0.changed.nanosecondOfDay % 1_000_000_000)" } ?? "0"
        let all = Self.answer(beginning, origin, rows, ranges, ranges.indices)
        whole = ByteBuffer(bytes: all)
        compressed = Gzip.compressed(all).map { ByteBuffer(bytes: $0) }
    }

    /// Returns the response with the rows of some symbols, and the value of its `ETag`.
    func answer(for symbols: Set<String>) -> (body: ByteBuffer, tag: String) {
        let found = symbols.compactMap { places[$0] }.sorted()
        // FNV-1a (Fowler, Noll and Vo) of the places.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for place in found { hash = (hash ^ UInt64(place)) &* 0x100_0000_01B3 }
        let bytes = Self.answer(beginning, origin, rows, ranges, found)
        return (ByteBuffer(bytes: bytes), "\(tag)-\(String(hash, radix: 16))")
    }

    /// The rows by their symbols as JSON has them.
    var streamedRows: StreamedTable.Rows {
        zip(status.snapshot?.rows ?? [], ranges).map { row, range in
            (key: StreamedTable.key(row.symbol), row: rows[range])
        }
    }

    /// The members of an answer without `count` and `results`.
    var streamedMembers: StreamedTable.Members {
        let lastUpdate = beginning.dropFirst().dropLast(#","count":"#.utf8.count)
        return StreamedTable.Members(
            before: lastUpdate, after: origin.dropFirst().dropLast(#","results":["#.utf8.count))
    }

    private static func answer(
        _ beginning: [UInt8], _ origin: [UInt8], _ rows: [UInt8], _ ranges: [Range<Int>], _ places: some Collection<Int>
    ) -> [UInt8] {
        var bytes = beginning
        bytes.reserveCapacity(bytes.count + origin.count + 160 * places.count)
        bytes.append(contentsOf: "\(places.count)".utf8)
        bytes.append(contentsOf: origin)
        for (index, place) in places.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: rows[ranges[place]])
        }
        bytes.append(contentsOf: "]}".utf8)
        return bytes
    }
}
