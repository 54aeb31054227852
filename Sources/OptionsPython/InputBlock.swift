#if compiler(>=6.3)
    internal import COptionsBinding
    internal import OptionPricing

    /// The inputs of consecutive options: the caller's columns where they are contiguous, shared inputs, and copies of the elements of
    /// all others. Copies of 512 options stay in the first cache.
    @safe
    struct InputBlock: ~Copyable {
        static let length = 512

        private let inputs: options_inputs
        private let copies = UnsafeMutablePointer<Double>.allocate(capacity: InputBlock.length * Input.allCases.count)
        private let kinds = UnsafeMutablePointer<OptionKind>.allocate(capacity: InputBlock.length)
        private let exercises = UnsafeMutablePointer<ExerciseStyle>.allocate(capacity: InputBlock.length)
        private(set) var range = 0..<0
        /// The indices in the block of options whose kind is neither a call nor a put.
        private(set) var unknownKinds: [Int] = []
        /// Whether an exercise style is neither European nor American.
        private(set) var hasUnknownExercise = false

        /// The inputs that are numbers.
        enum Input: Int, CaseIterable {
            case spot, strike, time, rate, yield, volatility, price
        }

        init(_ inputs: options_inputs) {
            unsafe self.inputs = inputs
            unsafe kinds.initialize(repeating: .call, count: InputBlock.length)
            unsafe exercises.initialize(repeating: .european, count: InputBlock.length)
        }

        deinit {
            unsafe copies.deallocate()
            unsafe kinds.deallocate()
            unsafe exercises.deallocate()
        }

        /// Moves to other options.
        mutating func load(_ range: Range<Int>) {
            self.range = range
            unknownKinds.removeAll(keepingCapacity: true)
            let kinds = unsafe Choices(inputs.kind, range)
            // SAFETY: a kind is stored as the byte of its raw value.
            let bytes = unsafe UnsafeMutableRawPointer(self.kinds).assumingMemoryBound(to: UInt8.self)
            if unsafe kinds.read(into: bytes) > 1 { unknownKinds += kinds.unknown }
            guard unsafe inputs.exercise.column.data != nil else { return }
            let styles = unsafe Choices(inputs.exercise, range)
            hasUnknownExercise = !styles.unknown.isEmpty
            for index in 0..<styles.count { unsafe exercises[index] = styles[index] == 1 ? .american : .european }
        }

        /// The options, with dividends.
        @_lifetime(borrow self)
        func columns(_ dividends: [DiscreteDividend]) -> OptionColumns {
            let kinds = unsafe choices(kinds, inputs.kind)
            let exercises = unsafe choices(exercises, inputs.exercise)
            guard let model = forwardModel else {
                let columns = OptionColumns(
                    kinds: kinds, spots: self[.spot], strikes: self[.strike], timesToExpiration: self[.time],
                    riskFreeRates: self[.rate], dividendYields: self[.yield], dividends: dividends,
                    exercises: exercises)
                return unsafe _overrideLifetime(columns, borrowing: self)
            }
            let columns = OptionColumns(
                kinds: kinds, forwards: self[.spot], strikes: self[.strike], timesToExpiration: self[.time],
                riskFreeRates: self[.rate], exercises: exercises, model: model)
            return unsafe _overrideLifetime(columns, borrowing: self)
        }

        /// The model of options on forwards; `nil` if the options are on spot prices.
        var forwardModel: PricingModel? {
            switch unsafe inputs.model {
            case OPTIONS_BLACK: .blackScholesMerton
            case OPTIONS_BACHELIER: .bachelier
            default: nil
            }
        }

        /// The kind of one option.
        func kind(_ index: Int) -> OptionKind { unsafe kinds[inputs.kind.column.stride == 0 ? 0 : index] }

        /// One input of one option.
        func number(_ input: Input, _ index: Int) -> Double {
            let column = unsafe column(input)
            guard let data = unsafe column.data else { return 0 }
            // SAFETY: as in the subscript.
            return unsafe data.loadUnaligned(
                fromByteOffset: (range.lowerBound + index) * column.stride, as: Double.self)
        }

        /// One input of the options.
        subscript(input: Input) -> InputColumn<Double> {
            @_lifetime(borrow self)
            get {
                let column = unsafe column(input)
                guard let data = unsafe column.data else { return .same(0) }
                // SAFETY: the caller's columns have an element for each option, at any address.
                if unsafe column.stride == 0 { return .same(unsafe data.loadUnaligned(as: Double.self)) }
                return unsafe _overrideLifetime(InputColumn.each(elements(input)), borrowing: self)
            }
        }

        /// One input of the options, an element for each.
        @_lifetime(borrow self)
        func elements(_ input: Input) -> Span<Double> {
            let column = unsafe column(input)
            let stride = unsafe column.stride
            // SAFETY: as in the subscript; the block outlives its spans, and the caller's columns outlive the block.
            guard let data = unsafe column.data?.advanced(by: range.lowerBound * stride) else { return Span() }
            let isInPlace = stride == MemoryLayout<Double>.stride && Int(bitPattern: data) % stride == 0
            let target = unsafe copies + input.rawValue * InputBlock.length
            if !isInPlace {
                for index in 0..<range.count {
                    unsafe target[index] = data.loadUnaligned(fromByteOffset: index * stride, as: Double.self)
                }
            }
            let start = unsafe isInPlace ? data.assumingMemoryBound(to: Double.self) : UnsafePointer(target)
            return unsafe _overrideLifetime(Span(_unsafeStart: start, count: range.count), borrowing: self)
        }

        private func column(_ input: Input) -> options_column {
            switch input {
            case .spot: unsafe inputs.spot
            case .strike: unsafe inputs.strike
            case .time: unsafe inputs.time
            case .rate: unsafe inputs.rate
            case .yield: unsafe inputs.yield
            case .volatility: unsafe inputs.volatility
            case .price: unsafe inputs.price
            }
        }

        @_lifetime(borrow self)
        private func choices<Choice>(
            _ choices: UnsafeMutablePointer<Choice>, _ source: options_choices
        ) -> InputColumn<Choice> {
            if unsafe source.column.data == nil || source.column.stride == 0 { return .same(unsafe choices[0]) }
            // SAFETY: the block owns the memory.
            let span = unsafe Span(_unsafeStart: UnsafePointer(choices), count: range.count)
            return .each(unsafe _overrideLifetime(span, borrowing: self))
        }
    }
#endif
