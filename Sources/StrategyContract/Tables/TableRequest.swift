/// Writes a request in JSON from rows of CSV, one request after another, reusing its memory.
///
/// Only a cell that is a number, `true`, `false` or, in a column of lists or objects, JSON is written as it is. Any other is
/// written as a string, which the reader refuses where it expects something else, so no cell can add a member.
@safe package struct TableRequest: ~Copyable {
    /// A column, in a form that is copied without counting references.
    @safe private struct Slot {
        let place: TableColumns.Place
        let value: TableColumns.Value
        /// The name of the member and its colon in JSON, within ``prefixes``.
        let prefix: UnsafeRawPointer
        let prefixLength: Int
    }

    /// The number of bytes that copies of short texts may read and write beyond their end.
    static var slack: Int { 32 }

    private let columns: TableColumns
    private let slots: UnsafeMutableBufferPointer<Slot>
    private let prefixes: UnsafeMutableRawBufferPointer
    private let hasExtraCells: Bool
    /// The request: one line.
    private var text = PaddedBytes()
    /// The members of the request other than its legs, each with a comma.
    private var members = PaddedBytes()
    /// The cells of the first row, other than those of legs, as they are written.
    private var firstCells = unsafe [UnsafeRawBufferPointer]()
    private var rowCount = 0
    /// The first broken rule of CSV.
    package private(set) var problem: ContractError?

    package init(_ columns: TableColumns) {
        self.columns = columns
        hasExtraCells = columns.columns.contains { $0.place == .extra }
        let bytes = columns.columns.flatMap(\.prefix)
        unsafe prefixes = .allocate(byteCount: bytes.count + Self.slack, alignment: 1)
        unsafe prefixes.copyBytes(from: bytes)
        unsafe slots = .allocate(capacity: columns.columns.count)
        var start = unsafe UnsafeRawPointer(prefixes.baseAddress)
        for (index, column) in columns.columns.enumerated() {
            guard let prefix = unsafe start else { break }
            precondition(column.place == .extra || column.prefix.count <= Self.slack)
            unsafe slots.initializeElement(
                at: index,
                to: Slot(
                    place: column.place, value: column.value, prefix: prefix, prefixLength: column.prefix.count))
            unsafe start = prefix + column.prefix.count
        }
    }

    deinit {
        unsafe prefixes.deallocate()
        unsafe slots.deallocate()
    }

    /// Begins a request.
    package mutating func begin() {
        text.removeAll()
        members.removeAll()
        unsafe firstCells.removeAll(keepingCapacity: true)
        rowCount = 0
        problem = nil
        var end = unsafe text.space(for: 16)
        unsafe end.put(columns.rows == .legs ? #"{"legs":["# : "{")
        unsafe text.extend(to: end)
    }

    /// Adds a row, with or without its end, which must remain valid until the next request begins.
    /// ``RequestScanner/padding`` more bytes must be readable after it.
    package mutating func append(_ row: UnsafeRawBufferPointer) {
        let row = unsafe TableText.withoutEnd(row)
        guard let start = row.baseAddress else { return }
        let end = unsafe start + row.count
        let isFirst = rowCount == 0
        rowCount += 1
        // A byte of a text takes up to six, and a cell two quotation marks and a comma.
        let size = unsafe 6 * row.count + prefixes.count + 4 * slots.count + 4 + Self.slack
        var leg = unsafe text.space(for: size)
        var member = unsafe members.space(for: size)
        let hasLegs = columns.rows == .legs
        if hasLegs { unsafe leg.put(UInt8(ascii: "{")) }
        var (index, first) = (0, 0)
        var position = unsafe start
        let count = unsafe slots.count
        while unsafe index < count && position <= end {
            let slot = unsafe slots[index]
            let cell = unsafe TableText.cell(from: position, to: end)
            index += 1
            unsafe position += cell.count + 1
            if slot.place == .leg {
                if unsafe !Self.putOrdinary(slot, cell, &leg) { unsafe put(slot, cell, &leg) }
            } else if isFirst {
                unsafe firstCells.append(cell)
                if slot.place != .extra, unsafe !Self.putOrdinary(slot, cell, &member) {
                    unsafe put(slot, cell, &member)
                }
            } else {
                if slot.place == .request { unsafe compare(cell, first, index - 1) }
                first += 1
            }
        }
        let hasFewer = index < count
        if unsafe hasFewer || position <= end { refuse(.wrongCellCount(count, isMore: !hasFewer)) }
        if hasLegs { unsafe leg.close(UInt8(ascii: "}")) }
        unsafe text.extend(to: leg)
        unsafe members.extend(to: member)
    }

    /// Refuses a cell of another row than the first if it is not empty and differs from the one there.
    @inline(__always)
    private mutating func compare(_ cell: UnsafeRawBufferPointer, _ first: Int, _ column: Int) {
        if unsafe cell.isEmpty || first < firstCells.count && cell.isEqual(to: firstCells[first]) { return }
        refuse(.differingCells(columns.columns[column].prefix, unsafe TableText.text(of: cell)))
    }

    /// Ends the request.
    package mutating func finish() {
        var end = unsafe text.space(for: members.count + 4)
        if columns.rows == .legs {
            if unsafe end[-1] == UInt8(ascii: ",") { unsafe end -= 1 }
            unsafe end.put("],")
        }
        unsafe end.put(members.bytes)
        unsafe end.close(UInt8(ascii: "}"))
        unsafe end -= 1
        unsafe text.extend(to: end)
    }

    /// The request, which has ended; ``RequestScanner/padding`` more bytes are readable after it, the first of which is a line
    /// feed.
    package var json: UnsafeRawBufferPointer { unsafe text.bytes }

    /// Whether a row is a leg.
    package var isOfLegs: Bool { columns.rows == .legs }

    /// Appends the cells of the first row that pass through, each after a comma.
    package func appendExtraCells(to output: inout [UInt8]) {
        guard hasExtraCells else { return }
        var first = 0
        for index in 0..<columns.columns.count {
            let slot = unsafe slots[index]
            if slot.place == .leg { continue }
            defer { first += 1 }
            guard slot.place == .extra else { continue }
            output.append(UInt8(ascii: ","))
            guard unsafe first < firstCells.count else { continue }
            // A row of the answers is one line.
            unsafe output.append(contentsOf: firstCells[first].lazy.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 })
        }
    }

    private mutating func refuse(_ error: ContractError) {
        if problem == nil { problem = error }
    }

    /// Writes a member and a comma if the cell is empty or has up to eight bytes: a plain number, or a text without escapes and
    /// quotation marks. Returns false otherwise.
    @inline(__always)
    private static func putOrdinary(
        _ slot: Slot, _ cell: UnsafeRawBufferPointer, _ end: inout UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let count = cell.count
        guard count > 0, let start = cell.baseAddress else { return true }
        guard count <= 8 else { return false }
        let bytes = unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
        let isNumber = slot.value == .number
        guard isNumber ? bytes.beginsWithNumber(count) : slot.value == .text && bytes.beginsPlainly(count) else {
            return false
        }
        unsafe end.putShort(slot.prefix, slot.prefixLength)
        if !isNumber { unsafe end.put(UInt8(ascii: "\"")) }
        unsafe end.putShort(start, count)
        if !isNumber { unsafe end.put(UInt8(ascii: "\"")) }
        unsafe end.put(UInt8(ascii: ","))
        return true
    }

    /// Writes a member and a comma, unless the cell is empty.
    @inline(never)
    private mutating func put(
        _ slot: Slot, _ cell: UnsafeRawBufferPointer, _ end: inout UnsafeMutablePointer<UInt8>
    ) {
        guard unsafe cell.first == TableText.quote else { return unsafe Self.put(slot, text: cell, &end) }
        if unsafe !TableText.isWellFormed(cell) { refuse(.malformedCell) }
        let text = unsafe TableText.text(of: cell)
        if text.isEmpty { return }
        unsafe (text + repeatElement(0, count: Self.slack)).withUnsafeBytes {
            unsafe Self.put(slot, text: UnsafeRawBufferPointer(rebasing: $0.dropLast(Self.slack)), &end)
        }
    }

    private static func put(
        _ slot: Slot, text: UnsafeRawBufferPointer, _ end: inout UnsafeMutablePointer<UInt8>
    ) {
        unsafe end.putShort(slot.prefix, slot.prefixLength)
        let isJSON =
            switch slot.value {
            case .text: false
            case .number: unsafe isNumber(text)
            case .flag: unsafe text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8)
            case .json: unsafe isJSON(text)
            }
        if isJSON {
            unsafe end.put(text)
        } else {
            unsafe end.put(UInt8(ascii: "\""))
            if unsafe text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
                unsafe end.put(text)
            } else {
                unsafe end.put(escaping: text)
            }
            unsafe end.put(UInt8(ascii: "\""))
        }
        unsafe end.put(UInt8(ascii: ","))
    }

    /// Whether a text is a list or an object in JSON, on one line.
    private static func isJSON(_ text: UnsafeRawBufferPointer) -> Bool {
        let isOneLine = unsafe text.allSatisfy { $0 >= 0x20 }
        return unsafe isOneLine && (try? JSONValue(json: Array(text).span, maximumElements: 0)) != nil
    }

    /// Whether a text is a number by the grammar of RFC 8259.
    private static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool {
        let start = unsafe text.first == UInt8(ascii: "-") ? 1 : 0
        var index = unsafe endOfDigits(text, start)
        guard index > start, unsafe index == start + 1 || text[start] != UInt8(ascii: "0") else { return false }
        if index < text.count, unsafe text[index] == UInt8(ascii: ".") {
            let point = index
            index = unsafe endOfDigits(text, point + 1)
            guard index > point + 1 else { return false }
        }
        if index < text.count, unsafe text[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < text.count, unsafe text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") {
                index += 1
            }
            let power = index
            index = unsafe endOfDigits(text, power)
            guard index > power else { return false }
        }
        return index == text.count
    }

    @inline(__always)
    private static func endOfDigits(_ text: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var index = start
        while index < text.count, unsafe text[index] &- UInt8(ascii: "0") < 10 { index += 1 }
        return index
    }
}

extension ContractError {
    fileprivate static let malformedCell = ContractError(
        .malformed, path: "", "is not valid CSV: a cell in quotation marks has no end, or text follows it")

    fileprivate static func wrongCellCount(_ columns: Int, isMore: Bool) -> ContractError {
        ContractError(
            .malformed, path: "",
            "must have \(columns) cells in each row, as the header, got \(isMore ? "more" : "fewer")")
    }

    fileprivate static func differingCells(
        _ prefix: [UInt8], _ text: [UInt8]
    ) -> ContractError {
        let name = String(decoding: prefix.dropFirst().dropLast(2), as: UTF8.self)
        return notAllowed(
            name, "must be the same in each row of a strategy", got: String(decoding: text.prefix(40), as: UTF8.self))
    }

    /// The error of a strategy whose identifier other strategies separate from its first rows.
    package static func returningIdentifier(_ json: [UInt8]?) -> ContractError {
        notAllowed(
            "id", "must not return after another strategy",
            got: String(decoding: (json ?? []).prefix(40), as: UTF8.self))
    }

    /// The error with the line of the row that it concerns, given the lines of the rows.
    package func atLine(_ lines: [Int]) -> ContractError {
        var row = 0
        if path.hasPrefix("legs["), let index = path.dropFirst(5).split(separator: "]").first.flatMap({ Int($0) }) {
            row = min(index, lines.count - 1)
        }
        return ContractError(code, path: path, message: "\(message) at line \(lines[row])")
    }
}
