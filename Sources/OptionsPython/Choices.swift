#if compiler(>=6.3)
    internal import COptionsBinding

    /// A range of a column of choices, which are 0 and 1; or the first one, if all options share it.
    @safe
    struct Choices {
        private let start: UnsafeRawPointer
        private let stride: Int
        private let width: Int32
        private let isText: Bool
        /// The number of choices.
        let count: Int

        init(_ choices: options_choices, _ range: Range<Int>) {
            guard let data = unsafe choices.column.data else { preconditionFailure("the column has no choices") }
            stride = unsafe choices.column.stride
            unsafe start = data + range.lowerBound * stride
            width = unsafe choices.width
            isText = unsafe choices.is_text != 0
            count = stride == 0 ? 1 : range.count
        }

        /// A choice: 0, 1, or 2 for anything else.
        subscript(index: Int) -> UInt8 {
            var choice: UInt8 = 0
            _ = read(index..<index + 1) { _, found in choice = found }
            return choice
        }

        /// The indices of what is neither 0 nor 1.
        var unknown: [Int] { (0..<count).filter { self[$0] > 1 } }

        /// Writes a byte for each choice, 0 for anything but 1. The result is greater than 1 if there is anything else.
        func read(into bytes: UnsafeMutablePointer<UInt8>) -> UInt8 {
            read(0..<count) { index, choice in unsafe bytes[index] = choice & 1 }
        }

        /// Calls `body` with each choice of a range, and returns their union.
        @inline(__always)
        private func read(_ range: Range<Int>, _ body: (Int, UInt8) -> Void) -> UInt8 {
            switch width {
            case 1: read(UInt8.self, range, body)
            case 2: read(UInt16.self, range, body)
            case 4: read(UInt32.self, range, body)
            default: read(UInt64.self, range, body)
            }
        }

        @inline(__always)
        private func read<Unit: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
            _: Unit.Type, _ range: Range<Int>, _ body: (Int, UInt8) -> Void
        ) -> UInt8 {
            let width = MemoryLayout<Unit>.stride
            // A loop is vectorised only if it knows the stride and the kind of choice.
            return switch (isText, stride == width) {
            case (true, true): read(Unit.self, range, stride: width, isText: true, body)
            case (true, false): read(Unit.self, range, stride: stride, isText: true, body)
            case (false, true): read(Unit.self, range, stride: width, isText: false, body)
            case (false, false): read(Unit.self, range, stride: stride, isText: false, body)
            }
        }

        @inline(__always)
        private func read<Unit: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
            _: Unit.Type, _ range: Range<Int>, stride: Int, isText: Bool, _ body: (Int, UInt8) -> Void
        ) -> UInt8 {
            var union: UInt8 = 0
            for index in range {
                // SAFETY: the caller's columns have an element for each option.
                let unit = unsafe start.loadUnaligned(fromByteOffset: index &* stride, as: Unit.self)
                let found = isText ? Self.choice(letter: unit) : Self.choice(number: unit)
                union |= found
                body(index, found)
            }
            return union
        }

        @inline(__always)
        private static func choice<Unit: FixedWidthInteger & UnsignedInteger>(number: Unit) -> UInt8 {
            number > 1 ? 2 : UInt8(truncatingIfNeeded: number)
        }

        /// 0 for c, 1 for p.
        @inline(__always)
        private static func choice<Unit: FixedWidthInteger & UnsignedInteger>(letter: Unit) -> UInt8 {
            // Letters in upper case lack this bit.
            let lower = letter | 0x20
            return lower == 0x63 ? 0 : lower == 0x70 ? 1 : 2
        }
    }
#endif
