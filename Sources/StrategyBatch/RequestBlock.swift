internal import StrategyContract

/// Lines of requests, and the places among them where a request was refused before it was evaluated.
///
/// The last line may have no end.
@safe package struct RequestBlock: ~Copyable {
    /// A request that was refused when it was read.
    package struct Refusal {
        /// Before which byte it stood.
        let offset: Int
        let error: ContractError
    }

    private var text = PaddedBytes()
    /// Ascending by place.
    private(set) var refusals: [Refusal] = []
    /// Which of several inputs the requests come from.
    package var input = 0
    /// How many bytes of that input this block took.
    package var inputBytes = 0
    /// The lines of the input that stand before the block and were in no other.
    package var skippedLines = 0
    /// Whether its lines were the elements of an array.
    package var isArray = false
    /// Whether the bytes are one request, line feeds and all.
    package var isOneRequest = false

    package init() {}

    /// The lines; ``RequestScanner/padding`` more bytes can be read after them.
    var bytes: UnsafeRawBufferPointer { unsafe text.bytes }
    var start: UnsafePointer<UInt8> { unsafe UnsafePointer(text.start) }
    var count: Int { text.count }

    package mutating func removeAll() {
        text.removeAll()
        refusals.removeAll()
        inputBytes = 0
        skippedLines = 0
        isOneRequest = false
    }

    package mutating func append(_ bytes: Span<UInt8>) {
        // SAFETY: the bytes are there for the time of the call.
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        unsafe append(atMost: bytes.count) { space in
            unsafe space.copyMemory(from: bytes)
            return bytes.count
        }
    }

    mutating func append(_ byte: UInt8) {
        unsafe append(atMost: 1) { space in
            unsafe space[0] = byte
            return 1
        }
    }

    /// Appends what `body` writes, and returns how many bytes that is.
    @discardableResult
    mutating func append(
        atMost size: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int
    ) rethrows -> Int {
        try unsafe text.append(atMost: size, body)
    }

    /// A request that was refused, before the byte at `offset`, not before any other that was.
    mutating func refuse(_ error: ContractError, at offset: Int) {
        refusals.append(Refusal(offset: offset, error: error))
    }

    /// Keeps the first `length` bytes and moves the rest into `rest`, with the refusals that follow them.
    mutating func split(at length: Int, into rest: inout RequestBlock) {
        precondition(length >= 0 && length <= count)
        let offset = rest.count - length
        unsafe rest.append(UnsafeRawBufferPointer(rebasing: bytes[length...]))
        for refusal in refusals where refusal.offset > length {
            rest.refuse(refusal.error, at: refusal.offset + offset)
        }
        refusals.removeAll { $0.offset > length }
        text.truncate(to: length)
    }

    /// How many bytes there are up to and with the last line feed, if that is not before `start`; else `start` or less.
    func lengthOfWholeLines(from start: Int) -> Int {
        var length = count
        while length > start, unsafe bytes[length - 1] != UInt8(ascii: "\n") { length -= 1 }
        return length
    }

    /// Drops the first `length` bytes; no request was refused among them.
    mutating func removeFirst(bytes length: Int) {
        precondition(refusals.isEmpty)
        text.removeFirst(length)
    }

    /// Drops requests from the beginning.
    ///
    /// - Parameter requests: How many at most.
    /// - Returns: How many there were.
    package mutating func removeFirst(requests: Int) -> Int {
        if isOneRequest {
            guard requests > 0 else { return 0 }
            removeAll()
            return 1
        }
        var removed = 0
        var removedRefusals = 0
        var offset = 0
        while removed < requests {
            if removedRefusals < refusals.count, refusals[removedRefusals].offset <= offset {
                removedRefusals += 1
                removed += 1
                skippedLines += 1
                continue
            }
            guard offset < count else { break }
            let end = unsafe offset + PaddedBytes.lengthOfLine(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            if unsafe !bytes[offset..<end].allSatisfy(Self.isSpace) { removed += 1 }
            skippedLines += 1
            offset = min(end + 1, count)
        }
        refusals = refusals[removedRefusals...].map { Refusal(offset: $0.offset - offset, error: $0.error) }
        text.removeFirst(offset)
        return removed
    }

    /// JSON's white space.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }
}
