/// A combination with the values by which it is ordered.
struct RankedCombination: Sendable {
    /// The objectives and the mean profit, rounded to 10 significant digits.
    let values: ObjectiveValues
    let mean: Double
    let combination: Combination
    let equivalenceClass: EquivalenceClass

    /// Whether it comes before another one: by the first objective, then the mean, then in canonical order.
    func precedes(_ other: RankedCombination) -> Bool {
        if values.first != other.values.first { return values.first > other.values.first }
        if mean != other.mean { return mean > other.mean }
        return combination < other.combination
    }

    /// Whether it is at least as good in every objective and better in one, or equal in all and before in canonical order.
    func dominates(_ other: RankedCombination) -> Bool {
        values.dominates(other.values) ?? (combination <= other.combination)
    }
}

/// Up to three values of objectives.
struct ObjectiveValues: Hashable, Sendable {
    var first = 0.0, second = 0.0, third = 0.0

    init() {}

    init(_ values: [Double]) {
        first = values[0]
        if values.count > 1 { second = values[1] }
        if values.count > 2 { third = values[2] }
    }

    subscript(index: Int) -> Double {
        get { index == 0 ? first : index == 1 ? second : third }
        set {
            switch index {
            case 0: first = newValue
            case 1: second = newValue
            default: third = newValue
            }
        }
    }

    /// Whether these are at least as good in all and better in one; `nil` if they are equal.
    @inline(__always)
    func dominates(_ other: ObjectiveValues) -> Bool? {
        if first < other.first || second < other.second || third < other.third { return false }
        return first > other.first || second > other.second || third > other.third ? true : nil
    }
}

/// The best combinations by one objective, of each class the best one or all.
struct RankedSet: Sendable {
    let limit: Int
    let mergesEquivalents: Bool
    private(set) var elements: [RankedCombination] = []

    init(limit: Int, mergesEquivalents: Bool) {
        self.limit = limit
        self.mergesEquivalents = mergesEquivalents
    }

    /// The value of the last element that is wanted; −∞ while there is room.
    var threshold: Double { elements.count >= limit ? elements[limit - 1].values.first : -.infinity }

    /// Adds a combination if it is one of the best, or so close to the last one that the engine's values decide.
    mutating func offer(_ new: RankedCombination) {
        if let last = elements.last, elements.count >= limit, !new.precedes(last), !isClose(new) { return }
        let same = elements.firstIndex {
            mergesEquivalents
                ? $0.equivalenceClass == new.equivalenceClass : $0.combination == new.combination
        }
        if let same {
            guard new.precedes(elements[same]) else { return }
            elements.remove(at: same)
        }
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].precedes(new) { low = middle + 1 } else { high = middle }
        }
        elements.insert(new, at: low)
        while elements.count > limit, let last = elements.last, !isClose(last) { elements.removeLast() }
    }

    /// Whether a combination is within 1e-9 of the last one that is wanted.
    private func isClose(_ element: RankedCombination) -> Bool {
        let last = elements[limit - 1]
        guard Self.isClose(element.values.first, last.values.first) else { return false }
        return element.values.first != last.values.first || Self.isClose(element.mean, last.mean)
    }

    private static func isClose(_ value: Double, _ other: Double) -> Bool {
        (value - other).magnitude <= 1e-9 * other.magnitude
    }
}

/// The combinations that no other one dominates.
struct ParetoFront: Sendable {
    private(set) var elements: [RankedCombination] = []
    /// The number of changes.
    private(set) var changeCount = 0

    init() {}

    /// Whether a member is better in one objective and at least as good in all.
    mutating func beats(_ values: ObjectiveValues) -> Bool {
        for index in elements.indices where elements[index].values.dominates(values) == true {
            if index > 0 { elements.swapAt(index, index / 2) }
            return true
        }
        return false
    }

    mutating func offer(_ new: RankedCombination) {
        for index in elements.indices where elements[index].dominates(new) {
            // What dominates one often dominates the next.
            if index > 0 { elements.swapAt(index, index / 2) }
            return
        }
        elements.removeAll { new.dominates($0) }
        elements.append(new)
        changeCount += 1
    }
}
