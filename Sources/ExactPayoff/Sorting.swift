// These functions are inlinable so that other targets specialise them.

extension Sequence where Element: Comparable {
    /// The distinct elements, ascending.
    @inlinable
    package func sortedWithoutDuplicates() -> [Element] {
        var elements = sorted()
        var count = 0
        // A loop over the elements would copy them before the first change.
        for index in elements.indices where count == 0 || elements[count - 1] != elements[index] {
            elements[count] = elements[index]
            count += 1
        }
        elements.removeLast(elements.count - count)
        return elements
    }
}

extension Range<Int> {
    /// The first index that satisfies a condition, by bisection; `upperBound` if none does. All indices after one that
    /// satisfies it must also satisfy it.
    @inlinable
    package func bisect<Failure: Error>(where condition: (Int) throws(Failure) -> Bool) throws(Failure) -> Int {
        var (first, end) = (lowerBound, upperBound)
        while first < end {
            let middle = first + (end - first) / 2
            if try condition(middle) { end = middle } else { first = middle + 1 }
        }
        return first
    }
}
