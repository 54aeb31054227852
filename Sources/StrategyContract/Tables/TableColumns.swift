internal import StrategyRequests

/// The columns of a CSV of requests. Those that are named as members of a request have its values; other columns pass through
/// behind the answers.
package struct TableColumns: Sendable {
    /// What a row is.
    package enum Rows: Hashable, Sendable {
        /// A leg. Adjacent rows with the same `id` are a strategy.
        case legs
        /// An option with its volatility.
        case prices
        /// An option with its price.
        case impliedVolatilities

        fileprivate var request: MemberTable {
            switch self {
            case .legs: MemberTable(of: CalculationMembers())
            case .prices: MemberTable(of: OptionMembers(.volatility))
            case .impliedVolatilities: MemberTable(of: OptionMembers(.price))
            }
        }
    }

    /// A fault of a header.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    enum Place: Hashable { case identifier, request, leg, extra }

    /// How a cell is written in JSON.
    enum Value {
        /// A number; for other texts, a string.
        case number
        case text, flag, json
    }

    struct Column: Sendable {
        let place: Place
        let value: Value
        /// The name of the member and the colon, in JSON.
        let prefix: [UInt8]
        /// The cell of the header, as it is written.
        let written: [UInt8]
    }

    package let rows: Rows
    let columns: [Column]
    /// The number of columns before the one of the identifier; `nil` if there is none.
    package let identifierIndex: Int?
    private let names: Set<String>

    /// Reads a header, without or with its line end.
    package init(header: [UInt8], _ rows: Rows) throws(Fault) {
        guard let cells = TableText.cells(of: header) else { throw Fault(description: "the header is not valid CSV") }
        self.rows = rows
        let request = rows.request.members
        let legs = request.first { $0.name == "legs" }?.kind.objectMembers?.members ?? []
        var (columns, names) = ([Column](), Set<String>())
        for cell in cells {
            let name = String(decoding: cell.text, as: UTF8.self)
            let (place, kind): (Place, MemberTable.Kind?) =
                if name == "id" {
                    (.identifier, nil)
                } else if let member = legs.first(where: { $0.name == name }) {
                    (.leg, member.kind)
                } else if name != "legs", let member = request.first(where: { $0.name == name }) {
                    (.request, member.kind)
                } else {
                    (.extra, nil)
                }
            if place != .extra, !names.insert(name).inserted {
                throw Fault(description: "the header has two columns \(name)")
            }
            columns.append(
                Column(
                    place: place, value: place == .identifier ? .number : Self.value(kind),
                    prefix: Array("\"\(name)\":".utf8), written: cell.written))
        }
        self.columns = columns
        self.names = names
        identifierIndex = columns.firstIndex { $0.place == .identifier }
    }

    private static func value(_ kind: MemberTable.Kind?) -> Value {
        switch kind {
        case .number: .number
        case .flag: .flag
        case .list, .object: .json
        default: .text
        }
    }

    /// Whether a cell of a header names a member of a request, other than `id`.
    static func hasMembers(_ header: [UInt8]) -> Bool {
        let members = [Rows.legs, .prices, .impliedVolatilities].flatMap(\.request.members)
        let legs = members.first { $0.name == "legs" }?.kind.objectMembers?.names ?? []
        let names = Set(members.map(\.name) + legs).subtracting(["legs"])
        return TableText.cells(of: header)?.contains { names.contains(String(decoding: $0.text, as: UTF8.self)) }
            ?? false
    }

    /// Whether there is a column of a member.
    package func has(_ member: String) -> Bool { names.contains(member) }

    /// Returns the name of the command that answers the rows under a header.
    package static func command(of header: [UInt8]) -> String {
        let names = (TableText.cells(of: header) ?? []).map { String(decoding: $0.text, as: UTF8.self) }
        if names.contains("position") || names.contains("quantity") { return "batch" }
        return names.contains("price") ? "implied-volatility" : "price"
    }

    /// The header of the columns that pass through, each after a comma.
    package var extraHeader: [UInt8] {
        columns.filter { $0.place == .extra }.flatMap { [UInt8(ascii: ",")] + $0.written }
    }

    /// Messages about columns whose names are nearly those of members.
    package var suggestions: [String] {
        let members = rows.request.members.flatMap { [$0.name] + ($0.kind.objectMembers?.names ?? []) }
        return columns.filter { $0.place == .extra }.compactMap { column in
            let name = String(decoding: column.prefix.dropFirst().dropLast(2), as: UTF8.self)
            let nearest = NearestName.of(name, in: members.filter { !names.contains($0) && $0 != name })
            return nearest.map { "the column \(name) passes through; did you mean \($0)?" }
        }
    }
}

extension MemberTable {
    fileprivate var names: [String] { members.map(\.name) }
}

/// The format of an input.
package enum InputFormat: Hashable, Sendable {
    case json
    case csv(header: [UInt8])
    case parquet

    /// The maximum length of a header in bytes. A text that begins with more white space is JSON.
    package static let headerLimit = 1 << 16
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns the format of a text that begins with `bytes`; `nil` if more of them are needed. Text is CSV if its first row names
    /// a member of a request.
    package static func of(_ bytes: [UInt8], isWhole: Bool) -> InputFormat? {
        let starts: [[UInt8]] = [byteOrderMark, Array("PAR1".utf8)]
        if !isWhole, starts.contains(where: { $0.count > bytes.count && $0.starts(with: bytes) }) { return nil }
        if bytes.starts(with: starts[1]) { return .parquet }
        let text = withoutMark(bytes)
        let undecided: InputFormat? = isWhole || text.count > headerLimit ? .json : nil
        guard let first = text.first(where: { $0 > UInt8(ascii: " ") }) else { return undecided }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return .json }
        guard let header = header(of: bytes, isWhole: isWhole) else { return undecided }
        return TableColumns.hasMembers(header) ? .csv(header: header) : .json
    }

    /// Returns the first row with its end and without a byte-order mark; `nil` if it is not complete.
    package static func header(of bytes: [UInt8], isWhole: Bool) -> [UInt8]? {
        let text = withoutMark(bytes)
        let length = unsafe text.withUnsafeBytes { unsafe TableText.row(of: $0, isWhole: isWhole)?.length }
        return length.map { Array(text.prefix($0)) }
    }

    private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    }
}
