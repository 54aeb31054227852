/// The rows of an object, by name. Unreadable rows are skipped and counted.
struct KeyedRows<Row: Decodable>: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The rows that can be read, by their names.
    let rows: [String: Row]
    /// The number of the others.
    let unreadable: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        var rows: [String: Row] = [:]
        var unreadable = 0
        for name in container.allKeys {
            if let row = try? container.decode(Row.self, forKey: name) {
                rows[name.stringValue] = row
            } else {
                unreadable += 1
            }
        }
        self.rows = rows
        self.unreadable = unreadable
    }
}

extension KeyedRows: Sendable where Row: Sendable {}
