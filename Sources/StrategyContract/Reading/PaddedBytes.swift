internal import COptionsJSON

/// A growing text. The memory after its end is readable and contains line feeds.
@safe package struct PaddedBytes: ~Copyable {
    /// The text. Its memory extends by ``RequestScanner/padding`` bytes beyond ``count``.
    package private(set) var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    package private(set) var count = 0

    package init() {
        capacity = 1 << 12
        unsafe start = .allocate(capacity: capacity + RequestScanner.padding)
        terminate()
    }

    deinit { unsafe start.deallocate() }

    package var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }

    package mutating func removeAll() {
        // Memory for an unusually long text is released.
        if capacity > 1 << 22 { self = PaddedBytes() }
        count = 0
        terminate()
    }

    /// Appends the bytes that `body` writes, and returns their number.
    @discardableResult
    package mutating func append(
        atMost size: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int
    ) rethrows -> Int {
        reserve(size)
        // SAFETY: the memory is allocated, and is not read before it is written.
        let written = try unsafe body(UnsafeMutableRawBufferPointer(start: start + count, count: size))
        precondition(written >= 0 && written <= size)
        count += written
        terminate()
        return written
    }

    /// Reserves room for `size` bytes, and returns its start. ``extend(to:)`` ends the text after those that were written.
    mutating func space(for size: Int) -> UnsafeMutablePointer<UInt8> {
        reserve(size)
        return unsafe start + count
    }

    /// Ends the text before `end`, which lies in the reserved room.
    mutating func extend(to end: UnsafeMutablePointer<UInt8>) {
        count = unsafe end - start
        precondition(count >= 0 && count <= capacity)
        terminate()
    }

    /// Removes the first `length` bytes.
    package mutating func removeFirst(_ length: Int) {
        precondition(length >= 0 && length <= count)
        count -= length
        unsafe start.update(from: start + length, count: count)
        terminate()
    }

    /// Keeps the first `length` bytes.
    package mutating func truncate(to length: Int) {
        precondition(length >= 0 && length <= count)
        count = length
        terminate()
    }

    /// Replaces the text by one line, in which line feeds and carriage returns become tabs.
    mutating func replaceLine(with text: Span<UInt8>) {
        count = 0
        unsafe append(atMost: text.count) { space in
            // SAFETY: `space` has as many bytes as the text.
            unsafe text.withUnsafeBytes { source in
                for index in 0..<source.count {
                    let byte = unsafe source[index]
                    let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
                    unsafe space[index] = isLineEnd ? UInt8(ascii: "\t") : byte
                }
                return source.count
            }
        }
    }

    /// Returns the number of bytes before the first line feed, or of all bytes if there is none.
    package static func lengthOfLine(_ bytes: UnsafeRawBufferPointer) -> Int {
        // SAFETY: the memory is valid during the call.
        unsafe json_line_length(bytes.baseAddress, bytes.count)
    }

    /// Returns the number of bytes before the first quotation mark, or of all bytes if there is none.
    package static func lengthBeforeQuote(_ bytes: UnsafeRawBufferPointer) -> Int {
        // SAFETY: the memory is valid during the call.
        unsafe json_length_before_quote(bytes.baseAddress, bytes.count)
    }

    private mutating func reserve(_ size: Int) {
        guard count + size > capacity else { return }
        capacity = max(2 * capacity, count + size)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + RequestScanner.padding)
        unsafe larger.update(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = larger
    }

    /// The scanner stops at the first line feed.
    private func terminate() {
        unsafe (start + count).update(repeating: UInt8(ascii: "\n"), count: RequestScanner.padding)
    }
}
