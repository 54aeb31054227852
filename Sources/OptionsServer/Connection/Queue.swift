/// Elements that are taken in the order in which they came. It keeps its memory.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var first = 0

    var isEmpty: Bool { first == elements.count }
    var count: Int { elements.count - first }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        if isEmpty { return nil }
        let element = elements[first].take()
        first += 1
        if isEmpty {
            removeAll()
        } else if first > 64, first > elements.count / 2 {
            elements.removeFirst(first)
            first = 0
        }
        return element
    }

    mutating func removeAll() {
        elements.removeAll(keepingCapacity: elements.count <= 64)
        first = 0
    }
}
