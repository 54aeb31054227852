package import StrategyContract
internal import StrategyRequests

/// The rows of a block of CSV.
struct TableRows {
    let columns: TableColumns
    /// Whether answers end with the columns that pass through.
    var writesExtraCells = false
    var rows: [TableRow] = []
    /// The numbers of lines of the input before the block and before its end.
    var lines = 0..<0
}

/// Cuts the bytes of a CSV, which arrive in pieces, into blocks of whole requests.
package struct TableCutter: ~Copyable {
    /// A request that is too long.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    private let columns: TableColumns
    /// The column that joins rows; `nil` if each row is a request.
    private let identifierIndex: Int?
    private var pending = RequestBlock()
    /// The complete rows of the pending bytes.
    private var rows: [TableRow] = []
    /// The number of pending bytes in these rows, or in blank ones.
    private var scanned = 0
    /// The offset of the first quotation mark after these bytes, if it is known.
    private var nextQuote = 0
    /// The number of lines before the pending bytes, and before the ones not scanned.
    private var lines = 0..<0
    /// The index of the row that begins the last request.
    private var lastFirst = 0
    /// The digest of the identifier of the last row; zero if it has none.
    private var lastDigest = IdentifierSet.Digest.zero
    /// The rows that begin requests with identifiers, and the digests of these, until they are inserted.
    private var newDigests: [(row: Int, digest: IdentifierSet.Digest)] = []
    private var identifiers = IdentifierSet()
    private var hasHeader = false
    private var isFinished = false

    /// Creates a cutter of an input that begins with the header of `columns`.
    package init(_ columns: TableColumns) {
        self.columns = columns
        identifierIndex = columns.rows == .legs ? columns.identifierIndex : nil
    }

    /// Adds the next piece of the input, which `read` writes: at most `size` bytes, or 0 at the end of the input.
    package mutating func append(atMost size: Int, _ read: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows {
        if try unsafe pending.append(atMost: size, read) == 0 { isFinished = true }
    }

    /// Moves the complete requests to `block`, which is empty. Returns whether there are any.
    package mutating func take(_ block: inout RequestBlock) throws(Fault) -> Bool {
        while scanned < pending.count, scanRow() {}
        insertIdentifiers()
        // Another row of the last strategy may follow.
        let whole = isFinished || columns.rows != .legs ? rows.count : lastFirst
        guard whole > 0 else {
            let start = rows.first?.offset ?? scanned
            guard pending.count - start > RequestLimits.requestBytes else { return false }
            throw Fault(
                description:
                    "the request in line \(lines.upperBound - rows.count + 1) is too long, or a quotation mark has no end"
            )
        }
        var rest = Array(rows[whole...])
        let end = rest.first?.offset ?? scanned
        let endLine = rest.first?.line ?? lines.upperBound
        for index in rest.indices { rest[index].offset -= end }
        swap(&block, &pending)
        block.split(at: end, into: &pending)
        rows.removeLast(rest.count)
        rest.reserveCapacity(rows.count)
        block.table = TableRows(columns: columns, rows: rows, lines: lines.lowerBound..<endLine)
        rows = rest
        scanned -= end
        nextQuote = 0
        lines = endLine..<lines.upperBound
        lastFirst = 0
        return true
    }

    /// Scans the next row. Returns false if it is not complete.
    private mutating func scanRow() -> Bool {
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: pending.bytes[scanned...])
        guard let (length, lineCount) = unsafe row(bytes) else { return false }
        let line = lines.upperBound
        defer {
            scanned += length
            lines = lines.lowerBound..<(line + lineCount)
        }
        guard hasHeader else {
            hasHeader = true
            return true
        }
        let row = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<length])
        if unsafe row.allSatisfy(RequestBlock.isSpace) { return true }
        let digest = unsafe Self.digest(row, identifierIndex)
        // A row without an identifier is a request of its own.
        let isFirst = digest == .zero || digest != lastDigest
        if isFirst {
            lastFirst = rows.count
            if digest != .zero { newDigests.append((rows.count, digest)) }
        }
        lastDigest = digest
        rows.append(TableRow(offset: scanned, length: length, line: line, isFirst: isFirst))
        return true
    }

    private mutating func row(_ bytes: UnsafeRawBufferPointer) -> (length: Int, lines: Int)? {
        let length = unsafe PaddedBytes.lengthOfLine(bytes)
        if nextQuote < scanned {
            nextQuote = unsafe scanned + PaddedBytes.lengthBeforeQuote(bytes)
        }
        guard length < bytes.count, scanned + length <= nextQuote else {
            return unsafe TableText.row(of: bytes, isWhole: isFinished)
        }
        return (length + 1, 1)
    }

    /// Returns the digest of the cell at `index` of a row; zero if the cell is empty or not given.
    private static func digest(_ row: UnsafeRawBufferPointer, _ index: Int?) -> IdentifierSet.Digest {
        guard let index else { return .zero }
        let cell = unsafe TableText.cell(at: index, of: row)
        guard unsafe cell.first == TableText.quote else {
            return unsafe cell.isEmpty ? .zero : IdentifierSet.digest(cell)
        }
        let text = unsafe TableText.text(of: cell)
        if text.isEmpty { return .zero }
        return unsafe (text + repeatElement(0, count: 8)).withUnsafeBytes {
            unsafe IdentifierSet.digest(UnsafeRawBufferPointer(rebasing: $0.dropLast(8)))
        }
    }

    /// Finds the identifiers of earlier requests. The set may be larger than the caches; one after another, as here, the
    /// processor reads it for several identifiers at the same time.
    private mutating func insertIdentifiers() {
        for (row, digest) in newDigests where !identifiers.insert(digest) { rows[row].isReturning = true }
        newDigests.removeAll(keepingCapacity: true)
    }
}
