/// Inputs that options share, repeated for the kernels, which read an element for each option. The memory is reused, and an input that
/// stays the same is not repeated again.
struct RepeatedInputs: Sendable {
    /// The greatest number of repetitions. Kernels are called in blocks of this length, which stay in the cache.
    static let blockSize = 512

    /// An input of an option.
    enum Name: Int, CaseIterable {
        case strike, time, underlyingPrice, rate, yield, volatility
    }

    private var kinds: [OptionKind] = []
    /// The repeated inputs, one after the other, each `capacity` long.
    private var elements: [Double] = []
    private var capacity = 0
    /// The number of leading elements of each part that are its input.
    private var filled = SIMD8<Int>(repeating: 0)

    /// The repetitions of a kind.
    var repeatedKinds: Span<OptionKind> {
        @_lifetime(borrow self)
        get { kinds.span }
    }

    /// The repetitions of an input.
    subscript(name: Name) -> Span<Double> {
        @_lifetime(borrow self)
        get { elements.span.extracting(name.rawValue * capacity..<(name.rawValue + 1) * capacity) }
    }

    /// Repeats the shared inputs of options, and volatilities, at least `count` times.
    mutating func fill(_ options: OptionColumns, _ volatility: Double?, count: Int) {
        if count > capacity {
            capacity = count
            elements = [Double](repeating: 0, count: Name.allCases.count * count)
            kinds = [OptionKind](repeating: .call, count: count)
            filled = SIMD8(repeating: 0)
        }
        if let kind = options.kinds.shared, kinds[0] != kind {
            // Over a span, a loop is vectorised.
            var kinds = kinds.mutableSpan
            for index in kinds.indices { kinds[index] = kind }
        }
        fill(.strike, options.strikes.shared, count)
        fill(.time, options.times.shared, count)
        fill(.underlyingPrice, options.underlyingPrices.shared, count)
        fill(.rate, options.rates.shared, count)
        fill(.yield, options.yields.shared, count)
        fill(.volatility, volatility, count)
    }

    private mutating func fill(_ name: Name, _ input: Double?, _ count: Int) {
        guard let input else { return }
        let first = name.rawValue * capacity
        let isSame = filled[name.rawValue] > 0 && elements[first].bitPattern == input.bitPattern
        let start = isSame ? filled[name.rawValue] : 0
        guard start < count else { return }
        filled[name.rawValue] = count
        var elements = elements.mutableSpan
        for index in first + start..<first + count { elements[index] = input }
    }
}
