/// The grammar of CSV (RFC 4180): a row ends with a line feed, before which a carriage return may stand, or at the end of the
/// text. A cell in quotation marks may hold commas, line ends and doubled quotation marks.
package enum TableText {
    package static let quote = UInt8(ascii: "\"")

    /// Returns the length of the first row with its line end, and the number of line feeds in it; `nil` if it is not complete.
    package static func row(
        of bytes: UnsafeRawBufferPointer, isWhole: Bool
    ) -> (length: Int, lines: Int)? {
        enum State { case beforeCell, inCell, inQuotes, afterQuote }
        var (state, lines) = (State.beforeCell, 0)
        for index in 0..<bytes.count {
            let byte = unsafe bytes[index]
            if byte == UInt8(ascii: "\n") { lines += 1 }
            switch (state, byte) {
            case (.inQuotes, quote): state = .afterQuote
            case (.inQuotes, _): break
            case (.beforeCell, quote), (.afterQuote, quote): state = .inQuotes
            case (_, UInt8(ascii: "\n")): return (index + 1, lines)
            case (_, UInt8(ascii: ",")): state = .beforeCell
            default: state = .inCell
            }
        }
        return isWhole ? (bytes.count, lines) : nil
    }

    /// Returns the row without its line end.
    @inline(__always)
    static func withoutEnd(_ row: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var count = row.count
        if count > 0, unsafe row[count - 1] == UInt8(ascii: "\n") { count -= 1 }
        if count > 0, unsafe row[count - 1] == UInt8(ascii: "\r") { count -= 1 }
        return unsafe UnsafeRawBufferPointer(start: row.baseAddress, count: count)
    }

    /// Returns the cell that begins at `start`, as it is written, of a row that ends at `end`. Eight more bytes must be readable
    /// after the row.
    @inline(__always)
    static func cell(from start: UnsafeRawPointer, to end: UnsafeRawPointer) -> UnsafeRawBufferPointer {
        let length = unsafe end - start
        if length > 0, unsafe start.load(as: UInt8.self) == quote { return unsafe quotedCell(from: start, to: end) }
        var count = 0
        while count < length {
            // The high bit of the lowest byte that is a comma, and perhaps of some above it.
            let bytes = unsafe UInt64(littleEndian: (start + count).loadUnaligned(as: UInt64.self))
            let word = bytes ^ 0x2C2C_2C2C_2C2C_2C2C
            let commas = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
            count += commas.trailingZeroBitCount >> 3
            if commas != 0 { break }
        }
        return unsafe UnsafeRawBufferPointer(start: start, count: min(count, length))
    }

    private static func quotedCell(from start: UnsafeRawPointer, to end: UnsafeRawPointer) -> UnsafeRawBufferPointer {
        let row = unsafe UnsafeRawBufferPointer(start: start, count: end - start)
        var (count, isInQuotes) = (1, true)
        while count < row.count, unsafe isInQuotes || row[count] != UInt8(ascii: ",") {
            if unsafe row[count] == quote { isInQuotes.toggle() }
            count += 1
        }
        return unsafe UnsafeRawBufferPointer(rebasing: row[..<count])
    }

    /// Whether a cell that begins with a quotation mark ends with the one that closes it.
    static func isWellFormed(_ cell: UnsafeRawBufferPointer) -> Bool {
        guard cell.count > 1, unsafe cell[cell.count - 1] == quote else { return false }
        // Between the two, quotation marks are doubled.
        var index = 1
        while index < cell.count - 1 {
            if unsafe cell[index] == quote {
                guard index + 1 < cell.count - 1, unsafe cell[index + 1] == quote else { return false }
                index += 1
            }
            index += 1
        }
        return true
    }

    /// Returns the text of a cell, without quotation marks around it.
    package static func text(of cell: UnsafeRawBufferPointer) -> [UInt8] {
        guard unsafe cell.first == quote else { return unsafe Array(cell) }
        var text: [UInt8] = []
        var isSecondQuote = false
        for index in 1..<max(1, cell.count - 1) {
            let byte = unsafe cell[index]
            isSecondQuote = byte == quote && !isSecondQuote
            if !isSecondQuote { text.append(byte) }
        }
        return text
    }

    /// Returns the cell at `index` of a row, as it is written; it is empty if the row has fewer. Eight more bytes must be readable
    /// after the row.
    package static func cell(at index: Int, of row: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let row = unsafe withoutEnd(row)
        guard var start = row.baseAddress else { return unsafe row }
        let end = unsafe start + row.count
        for _ in 0..<index where unsafe start <= end { unsafe start += cell(from: start, to: end).count + 1 }
        guard unsafe start <= end else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
        return unsafe cell(from: start, to: end)
    }

    /// Returns the cells of a row, as they are written, and their texts; `nil` if one is malformed.
    static func cells(of row: [UInt8]) -> [(written: [UInt8], text: [UInt8])]? {
        let padded = row + repeatElement(0, count: RequestScanner.padding)
        return unsafe padded.withUnsafeBytes { bytes in
            let row = unsafe withoutEnd(UnsafeRawBufferPointer(rebasing: bytes[..<row.count]))
            guard var start = row.baseAddress, row.count > 0 else { return [] }
            let end = unsafe start + row.count
            var cells: [(written: [UInt8], text: [UInt8])] = []
            while unsafe start <= end {
                let cell = unsafe cell(from: start, to: end)
                if unsafe cell.first == quote, unsafe !isWellFormed(cell) { return nil }
                unsafe cells.append((Array(cell), text(of: cell)))
                unsafe start += cell.count + 1
            }
            return cells
        }
    }
}
