/// The values of many options, one column for each ``Greek``.
///
/// ```swift
/// var columns = GreekColumns(.greeks, count: strikes.count)
/// _ = evaluateChain(
///     spot: 100, time: 0.25, rate: 0.04, yield: 0, kinds: kinds.span, strikes: strikes.span,
///     volatilities: volatilities.span, into: &columns)
/// let deltas = columns[.delta]            // a span of all deltas
/// let firstVega = columns[.vega, 0]
/// ```
///
/// Every element is NaN until an evaluation writes it. Evaluating into the same instance again reuses its memory.
public struct GreekColumns: Sendable {
    /// The values that the columns hold.
    public let selection: GreekSelection
    /// The number of options in each column.
    public let count: Int

    /// The distance between the starts of two columns.
    private let stride: Int
    private var elements: [Double]

    /// Creates columns for `count` options.
    ///
    /// - Precondition: `count` is 0 or greater.
    public init(_ selection: GreekSelection, count: Int) {
        precondition(count >= 0, "count must not be negative")
        self.selection = selection
        self.count = count
        // The kernels write fastest if all columns have the same offset within a cache line. Columns a multiple of 4 KiB
        // apart would share the sets of the cache.
        let rounded = (count + 7) / 8 * 8
        stride = rounded > 0 && rounded.isMultiple(of: 512) ? rounded + 8 : rounded
        elements = [Double](repeating: .nan, count: selection.columnCount * stride)
    }

    /// The column of one value.
    ///
    /// - Precondition: ``selection`` contains `greek`.
    public subscript(greek: Greek) -> Span<Double> {
        @_lifetime(borrow self)
        get {
            let start = start(of: greek)
            return elements.span.extracting(start..<start + count)
        }
    }

    /// One value of one option.
    ///
    /// - Precondition: ``selection`` contains `greek`, and `index` is in `0..<count`.
    public subscript(greek: Greek, index: Int) -> Double {
        get { elements[position(greek, index)] }
        set { elements[position(greek, index)] = newValue }
    }

    /// The columns one after the other, in the order of ``Greek``; all have the same length, which is at least ``count``.
    package var mutableElements: MutableSpan<Double> {
        @_lifetime(&self)
        mutating get { elements.mutableSpan }
    }

    private func start(of greek: Greek) -> Int {
        precondition(greek.rawValue < selection.columnCount, "the columns do not hold this value")
        return greek.rawValue * stride
    }

    private func position(_ greek: Greek, _ index: Int) -> Int {
        precondition(index >= 0 && index < count, "index out of bounds")
        return start(of: greek) + index
    }
}
