/// The rows of a response. Unreadable rows are skipped and counted.
///
/// An object is read as an array of one row; `null` and the string `null` as an empty one, as in JSON converted from
/// XML.
struct Rows<Row: Decodable>: Decodable {
    private struct Attempt: Decodable {
        let row: Row?

        init(from decoder: any Decoder) { row = try? Row(from: decoder) }
    }

    /// The rows that can be read, in their order.
    let rows: [Row]
    /// The number of the others.
    let unreadable: Int

    private init(_ rows: [Row], unreadable: Int = 0) {
        self.rows = rows
        self.unreadable = unreadable
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() || (try? container.decode(String.self)) == "null" {
            self.init([])
        } else if let attempts = try? container.decode([Attempt].self) {
            let rows = attempts.compactMap(\.row)
            self.init(rows, unreadable: attempts.count - rows.count)
        } else {
            self.init([try container.decode(Row.self)])
        }
    }
}

extension Rows: Sendable where Row: Sendable {}
