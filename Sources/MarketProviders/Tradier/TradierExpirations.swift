internal import MarketData

/// The expirations of a response: days, or objects with a day each.
struct TradierExpirations: TradierMember {
    static let name = "expirations"

    /// A day, or an object with one.
    struct Row: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case date
        }

        let date: CalendarDate

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self), let date = CalendarDate(text) {
                self.date = date
                return
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            date = try container.required(container.text(.date).flatMap { CalendarDate($0) }, .date)
        }
    }

    let date: Rows<Row>?
    let expiration: Rows<Row>?

    /// Returns the days, ascending.
    ///
    /// - Parameter endpoint: The name of the request in messages.
    /// - Returns: The days.
    /// - Throws: If there are rows, and all are unreadable.
    func dates(_ endpoint: String) throws(SourceFailure) -> [CalendarDate] {
        let rows = try (date?.readable(endpoint) ?? []) + (expiration?.readable(endpoint) ?? [])
        return Set(rows.map(\.date)).sorted()
    }
}
