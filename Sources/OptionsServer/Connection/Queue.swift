/// Elements that are taken in the order in which they came. It keeps its memory.
struct Queue<Element> {
    /// The elements from ``first`` until ``end``, and places without one.
    private var places: [Element?] = []
    private var first = 0
    private var end = 0

    /// The number of places that an empty queue keeps.
    private static var keptPlaces: Int { 64 }

    var isEmpty: Bool { first == end }
    var count: Int { end - first }

    mutating func append(_ element: consuming Element) {
        if end < places.count { places[end] = element } else { places.append(element) }
        end += 1
    }

    mutating func popFirst() -> Element? {
        if isEmpty { return nil }
        let element = places[first].take()
        first += 1
        if isEmpty {
            (first, end) = (0, 0)
            if places.count > Self.keptPlaces { places = [] }
        } else if first > Self.keptPlaces, first > end / 2 {
            places.removeFirst(first)
            (first, end) = (0, end - first)
        }
        return element
    }

    mutating func removeAll() {
        while popFirst() != nil {}
    }
}
