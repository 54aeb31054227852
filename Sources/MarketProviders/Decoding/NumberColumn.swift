/// An array of numbers of which some may be absent: `null`, another type, or not finite.
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

    /// Returns the number at a place; `nil` if it is absent, and beyond the last place.
    subscript(place: Int) -> Double? {
        guard numbers.indices.contains(place), let number = numbers[place], number.isFinite else { return nil }
        return number
    }
}
