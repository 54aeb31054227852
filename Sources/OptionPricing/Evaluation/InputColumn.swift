/// A column of inputs: one for each option, or one that all options share.
///
/// ```swift
/// let strikes = InputColumn.each(strikePrices.span)
/// let rate = InputColumn.same(0.04)
/// ```
///
/// A shared input is not only shorter to write. The evaluator computes terms that depend on shared inputs alone once.
@frozen
public enum InputColumn<Element: BitwiseCopyable>: ~Escapable {
    /// One input for each option.
    case each(Span<Element>)
    /// One input for all options.
    case same(Element)
}

extension InputColumn {
    /// The number of inputs; `nil` if all options share one.
    @inline(__always)
    var count: Int? {
        switch self {
        case .each(let inputs): inputs.count
        case .same: nil
        }
    }

    /// The input that all options share; `nil` if there is one for each.
    @inline(__always)
    var shared: Element? {
        switch self {
        case .each: nil
        case .same(let input): input
        }
    }

    /// The input of one option.
    subscript(index: Int) -> Element {
        @inline(__always)
        get {
            switch self {
            case .each(let inputs): inputs[index]
            case .same(let input): input
            }
        }
    }

    /// The inputs of a range of options; of a shared input, as many elements of `repeated`.
    @inline(__always)
    @_lifetime(copy self, copy repeated)
    func elements(_ range: Range<Int>, repeated: Span<Element>) -> Span<Element> {
        switch self {
        case .each(let inputs): inputs.extracting(range)
        case .same: repeated.extracting(0..<range.count)
        }
    }
}
