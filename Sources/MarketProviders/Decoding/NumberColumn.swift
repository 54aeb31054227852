/// An array of numbers, some of which may be absent: `null`, of another type, or not finite.
struct NumberColumn: Decodable, Sendable {
    private struct Attempt: Decodable {
        let number: Double?

        init(from decoder: any Decoder) { number = try? decoder.singleValueContainer().decode(Double.self) }
    }

    private let numbers: [Double?]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let numbers = try? container.decode([Double?].self) {
            self.numbers = numbers
        } else {
            numbers = try container.decode([Attempt].self).map(\.number)
        }
    }

    /// The number of places.
    var count: Int { numbers.count }

    /// Returns the number at an index; `nil` if it is absent or beyond the end.
    subscript(place: Int) -> Double? {
        guard numbers.indices.contains(place), let number = numbers[place], number.isFinite else { return nil }
        return number
    }
}
