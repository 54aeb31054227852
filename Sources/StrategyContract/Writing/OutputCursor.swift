internal import DecimalNumbers

/// A position in reserved memory. Each write first checks that the room is sufficient, and otherwise traps.
@safe struct OutputCursor: ~Copyable {
    private let start: UnsafeMutablePointer<UInt8>
    private let size: Int
    /// The number of bytes written.
    private(set) var count = 0

    /// Creates a cursor at `start`, where `size` bytes are reserved.
    @unsafe init(_ start: UnsafeMutablePointer<UInt8>, size: Int) {
        unsafe self.start = unsafe start
        self.size = size
    }

    /// Writes with `body`, which advances the pointer past its output, and writes nothing beyond the next `length` bytes.
    @unsafe @inline(__always)
    mutating func put(atMost length: Int, _ body: (inout UnsafeMutablePointer<UInt8>) -> Void) {
        precondition(length <= size - count)
        var end = unsafe start + count
        unsafe body(&end)
        count = unsafe end - start
    }

    /// Writes a text.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        // SAFETY: that is the maximum length.
        unsafe put(atMost: text.utf8CodeUnitCount) { end in unsafe end.put(text) }
    }

    /// Writes bytes between two texts.
    @inline(__always)
    mutating func put(_ text: StaticString, _ bytes: [UInt8], _ last: StaticString) {
        // SAFETY: that is the maximum length.
        unsafe put(atMost: text.utf8CodeUnitCount + bytes.count + last.utf8CodeUnitCount) { end in
            unsafe end.put(text)
            unsafe bytes.withUnsafeBytes { unsafe end.copy($0.baseAddress, $0.count) }
            unsafe end.put(last)
        }
    }

    /// Writes a name with its quotes and colon.
    @inline(__always)
    mutating func put(name: StaticString, _ pretty: Bool) {
        put("\"")
        put(name)
        pretty ? put("\": ") : put("\":")
    }

    /// Writes a text and a result; `absent` if there is none.
    @inline(__always)
    mutating func put(_ text: StaticString, _ number: ResultNumber?, absent: StaticString = "null") {
        // SAFETY: that is the maximum length.
        unsafe put(atMost: text.utf8CodeUnitCount + max(numberSize, absent.utf8CodeUnitCount)) { end in
            unsafe end.put(text)
            if let number { unsafe end.put(number) } else { unsafe end.put(absent) }
        }
    }

    /// Writes results with a separator between them.
    @inline(__always)
    mutating func put(_ numbers: Span<ResultNumber>, separator: StaticString) {
        // SAFETY: that is the maximum length.
        unsafe put(atMost: numbers.count * (numberSize + separator.utf8CodeUnitCount)) { end in
            for index in numbers.indices {
                if index > 0 { unsafe end.put(separator) }
                unsafe end.put(numbers[index])
            }
        }
    }

    /// Writes a finite number.
    mutating func put(_ value: Double) {
        // SAFETY: that is the maximum length.
        unsafe put(atMost: numberSize) { end in unsafe end.put(value) }
    }

    /// Removes the last byte.
    mutating func removeLast() {
        precondition(count > 0)
        count -= 1
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Writes a text, for which room is reserved.
    @inline(__always)
    mutating func put(_ text: StaticString) { unsafe copy(text.utf8Start, text.utf8CodeUnitCount) }

    /// Unlike `update(from:count:)`, this does not compare the addresses first.
    @inline(__always)
    fileprivate mutating func copy(_ bytes: UnsafeRawPointer?, _ count: Int) {
        if let bytes = unsafe bytes { unsafe UnsafeMutableRawPointer(self).copyMemory(from: bytes, byteCount: count) }
        unsafe self += count
    }
}

extension [UInt8] {
    /// Appends the output of `body`, at most `size` bytes.
    @inline(__always)
    mutating func write(atMost size: Int, _ body: (inout OutputCursor) -> Void) {
        append(addingCapacity: size) { (output: inout OutputSpan<UInt8>) in
            // SAFETY: the memory lies within the capacity, and is written up to the cursor.
            unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                precondition(size <= buffer.count)
                guard let start = buffer.baseAddress else { return }
                var cursor = unsafe OutputCursor(start, size: size)
                body(&cursor)
                count = cursor.count
            }
        }
    }
}
