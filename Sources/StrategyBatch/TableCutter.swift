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
    private var hasHeader = false
    private var isFinished = false
    /// The identifier of the last row.
    private var identifier: [UInt8] = []
    private var identifiers = IdentifierSet()

    /// Creates a cutter of an input that begins with the header of `columns`.
    package init(_ columns: TableColumns) { self.columns = columns }

    /// Adds the next piece of the input, which `read` writes: at most `size` bytes, or 0 at the end of the input.
    package mutating func append(atMost size: Int, _ read: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows {
        if try unsafe pending.append(atMost: size, read) == 0 { isFinished = true }
    }

    /// Moves the complete requests to `block`, which is empty. Returns whether there are any.
    package mutating func take(_ block: inout RequestBlock) throws(Fault) -> Bool {
        while scanned < pending.count, scanRow() {}
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
        let rest = Array(rows[whole...])
        let end = rest.first?.offset ?? scanned
        let endLine = rest.first?.line ?? lines.upperBound
        swap(&block, &pending)
        block.split(at: end, into: &pending)
        block.table = TableRows(columns: columns, rows: Array(rows[..<whole]), lines: lines.lowerBound..<endLine)
        rows = rest
        for index in rows.indices { rows[index].offset -= end }
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
        let (isFirst, isReturning) = unsafe place(row)
        if isFirst { lastFirst = rows.count }
        rows.append(
            TableRow(offset: scanned, length: length, line: line, isFirst: isFirst, isReturning: isReturning))
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

    /// Returns whether a row begins a request, and whether the identifier of the request is that of an earlier one.
    private mutating func place(_ row: UnsafeRawBufferPointer) -> (isFirst: Bool, isReturning: Bool) {
        guard columns.rows == .legs, let index = columns.identifierIndex else { return (true, false) }
        return unsafe TableText.withText(ofCell: index, in: row) { text in
            // A row without an identifier is a strategy of its own.
            if unsafe text.isEmpty {
                identifier.removeAll(keepingCapacity: true)
                return (true, false)
            }
            if unsafe isLast(text) { return (false, false) }
            unsafe identifier.replaceSubrange(0..., with: text)
            return (true, unsafe !identifiers.insert(text))
        }
    }

    /// Whether an identifier is that of the last row.
    @inline(__always)
    private func isLast(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count == identifier.count else { return false }
        for index in 0..<text.count where unsafe text[index] != identifier[index] { return false }
        return true
    }
}
