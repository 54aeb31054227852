package import StrategyContract

/// Lines of requests, and the requests among them that were refused before they were evaluated.
/// The last line may lack a line feed.
@safe package struct RequestBlock: ~Copyable {
    /// A request that was refused when the input was cut into lines.
    package struct Refusal {
        /// The offset of the byte that followed the request.
        let offset: Int
        let error: ContractError
    }

    private var text = PaddedBytes()
    /// Refusals in ascending order of their offsets.
    private(set) var refusals: [Refusal] = []
    /// The index of the input from which the requests come.
    package var input = 0
    /// The number of bytes of the input that this block consumed.
    package var inputBytes = 0
    /// The number of lines of the input that precede the block and belong to no other block.
    package var skippedLines = 0
    /// Whether the lines are elements of a JSON array.
    package var isArray = false
    /// The rows of CSV; `nil` if the block has lines of JSON.
    var table: TableRows?
    /// Whether the bytes are a single request, which may contain line feeds.
    package var isOneRequest = false

    package init() {}

    /// The lines; ``RequestScanner/padding`` more bytes are readable after them.
    var bytes: UnsafeRawBufferPointer { unsafe text.bytes }
    var start: UnsafePointer<UInt8> { unsafe UnsafePointer(text.start) }
    var count: Int { text.count }

    package mutating func removeAll() {
        text.removeAll()
        refusals.removeAll()
        inputBytes = 0
        skippedLines = 0
        isOneRequest = false
        table = nil
    }

    /// The columns of CSV.
    package var columns: TableColumns? { table?.columns }

    /// Makes answers end with the columns that pass through.
    package mutating func writeExtraCells() { table?.writesExtraCells = true }

    package mutating func append(_ bytes: Span<UInt8>) {
        // SAFETY: the bytes are valid during the call.
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        unsafe append(atMost: bytes.count) { space in
            unsafe space.copyMemory(from: bytes)
            return bytes.count
        }
    }

    mutating func append(_ byte: UInt8) {
        unsafe append(atMost: 1) { space in
            unsafe space[0] = byte
            return 1
        }
    }

    /// Appends the bytes that `body` writes, and returns their number.
    @discardableResult
    mutating func append(atMost size: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows -> Int {
        try unsafe text.append(atMost: size, body)
    }

    /// Adds a refused request before the byte at `offset`, which is not before the preceding refusal.
    mutating func refuse(_ error: ContractError, at offset: Int) {
        refusals.append(Refusal(offset: offset, error: error))
    }

    /// Keeps the first `length` bytes, and moves the other bytes and their refusals to `rest`.
    mutating func split(at length: Int, into rest: inout RequestBlock) {
        precondition(length >= 0 && length <= count)
        let offset = rest.count - length
        unsafe rest.append(UnsafeRawBufferPointer(rebasing: bytes[length...]))
        for refusal in refusals where refusal.offset > length {
            rest.refuse(refusal.error, at: refusal.offset + offset)
        }
        refusals.removeAll { $0.offset > length }
        text.truncate(to: length)
    }

    /// The number of bytes up to and including the last line feed, if it is not before `start`; otherwise `start` or
    /// less.
    func lengthOfWholeLines(from start: Int) -> Int {
        var length = count
        while length > start, unsafe bytes[length - 1] != UInt8(ascii: "\n") { length -= 1 }
        return length
    }

    /// Removes the first `length` bytes, which contain no refusals.
    mutating func removeFirst(bytes length: Int) {
        precondition(refusals.isEmpty)
        text.removeFirst(length)
    }

    /// Removes up to `requests` requests from the beginning, and returns their number.
    package mutating func removeFirst(requests: Int) -> Int {
        if let table {
            let firsts = table.rows.indices.filter { table.rows[$0].isFirst }
            self.table?.rows.removeFirst(firsts.count > requests ? firsts[requests] : table.rows.count)
            return min(firsts.count, requests)
        }
        if isOneRequest {
            guard requests > 0 else { return 0 }
            removeAll()
            return 1
        }
        var removed = 0
        var removedRefusals = 0
        var offset = 0
        while removed < requests {
            if removedRefusals < refusals.count, refusals[removedRefusals].offset <= offset {
                removedRefusals += 1
                removed += 1
                skippedLines += 1
                continue
            }
            guard offset < count else { break }
            let end = unsafe offset + PaddedBytes.lengthOfLine(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            if unsafe !bytes[offset..<end].allSatisfy(Self.isSpace) { removed += 1 }
            skippedLines += 1
            offset = min(end + 1, count)
        }
        refusals = refusals[removedRefusals...].map { Refusal(offset: $0.offset - offset, error: $0.error) }
        text.removeFirst(offset)
        return removed
    }

    /// Whether a byte is JSON white space.
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }
}
