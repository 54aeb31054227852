internal import StrategyContract

/// A growing text of answers in UTF-8. Its memory is kept when it is emptied.
@safe struct AnswerText: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// How many bytes there are.
    private(set) var count = 0

    init() {
        capacity = 1 << 16
        unsafe start = .allocate(capacity: capacity)
    }

    deinit { unsafe start.deallocate() }

    /// The text.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }

    mutating func removeAll() {
        // What long answers took is not kept for the ordinary ones after them.
        if capacity > 1 << 25 { self = AnswerText() }
        count = 0
    }

    mutating func append(_ bytes: [UInt8]) {
        // SAFETY: there is room for the bytes, which do not lie in this text.
        unsafe write(atMost: bytes.count) { end in
            unsafe bytes.withUnsafeBufferPointer { source in
                if let base = source.baseAddress { unsafe end.update(from: base, count: source.count) }
            }
            unsafe end += bytes.count
        }
    }

    /// Appends what `body` writes at the pointer, which it moves behind it: at most `size` bytes. Up to 16 more may be
    /// scribbled on.
    @inline(__always)
    mutating func write(atMost size: Int, _ body: (inout UnsafeMutablePointer<UInt8>) -> Void) {
        if capacity - count < size + 16 { grow(by: size + 16) }
        var end = unsafe start + count
        unsafe body(&end)
        count = unsafe end - start
        precondition(count <= capacity)
    }

    private mutating func grow(by size: Int) {
        capacity = 2 * capacity + size
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe larger.update(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = larger
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Writes a text, for which there is room.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        unsafe update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        unsafe self += text.utf8CodeUnitCount
    }
}
