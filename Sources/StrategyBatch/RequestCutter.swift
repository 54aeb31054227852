internal import StrategyContract
internal import StrategyRequests

/// Cuts the bytes of one input, which arrive in pieces, into blocks of complete requests.
package struct RequestCutter: ~Copyable {
    package enum Content {
        /// One request per line.
        case lines
        /// A JSON array of requests, or a single one.
        case document
    }

    private enum Mode {
        case lines
        /// A document of which only white space has been read.
        case unknownDocument
        case array(ArrayUnwrapper)
        case single
    }

    private enum Dropped {
        case nothing
        /// White space, which is not a request by itself.
        case blanks
        /// A line that was refused because it is too long.
        case request
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var mode: Mode
    private var pending = RequestBlock()
    /// The number of pending bytes that form complete lines.
    private var wholeLength = 0
    /// The discarded part of the current line, which is too long.
    private var dropped = Dropped.nothing
    private var isAtStart = true
    /// Bytes that were read and cannot be appended unchanged.
    private var piece: [UInt8] = []
    private var isFinished = false

    package init(_ content: Content) {
        mode = content == .lines ? .lines : .unknownDocument
    }

    /// The number of bytes that are kept until their line is complete.
    package var pendingBytes: Int { pending.count }

    /// Whether the input is an array.
    package var isArray: Bool {
        if case .array = mode { true } else { false }
    }

    /// Adds the next piece of the input, which `read` writes: at most `size` bytes, or 0 at the end of the input.
    package mutating func append(atMost size: Int, _ read: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows {
        if case .lines = mode, dropped == .nothing {
            let start = pending.count
            if try unsafe pending.append(atMost: size, read) == 0 { finish() }
            seePending(from: start)
            return
        }
        if piece.count < size { piece = [UInt8](repeating: 0, count: size) }
        // SAFETY: the buffer of `piece` is valid during the call.
        let count = try unsafe piece.withUnsafeMutableBytes { piece in
            try unsafe read(UnsafeMutableRawBufferPointer(rebasing: piece[..<size]))
        }
        if count == 0 { finish() } else { append(piece[..<count]) }
    }

    /// Adds the next piece of the input.
    package mutating func append(_ piece: ArraySlice<UInt8>) {
        // SAFETY: the bytes are valid during the call.
        unsafe piece.withUnsafeBytes { unsafe append($0) }
    }

    /// Adds the next piece of the input.
    package mutating func append(_ piece: UnsafeRawBufferPointer) {
        switch mode {
        case .lines:
            var piece = unsafe piece
            if dropped != .nothing {
                let length = unsafe PaddedBytes.lengthOfLine(piece)
                if dropped == .blanks, unsafe !piece[..<length].allSatisfy(RequestBlock.isSpace) {
                    pending.refuse(.tooLarge(), at: pending.count)
                    dropped = .request
                }
                guard length < piece.count else { return }
                // A blank line is kept, because it counts as a line.
                unsafe piece = UnsafeRawBufferPointer(rebasing: piece[(dropped == .blanks ? length : length + 1)...])
                dropped = .nothing
            }
            let start = pending.count
            unsafe pending.append(piece)
            seePending(from: start)
        case .array(var unwrapper):
            let start = pending.count
            unsafe unwrapper.append(piece, to: &pending)
            seePending(from: start)
            mode = .array(unwrapper)
        case .single:
            // One byte more than allowed is sufficient for a refusal.
            let room = max(0, RequestLimits.requestBytes + 1 - pending.count)
            unsafe pending.append(UnsafeRawBufferPointer(rebasing: piece.prefix(room)))
        case .unknownDocument:
            unsafe pending.append(piece)
            dropByteOrderMark()
            if isAtStart { return }
            guard let first = unsafe pending.bytes.first(where: { !RequestBlock.isSpace($0) }) else {
                // White space of any length is an empty document.
                pending.removeAll()
                return
            }
            guard first == UInt8(ascii: "[") else {
                mode = .single
                return
            }
            mode = .array(ArrayUnwrapper(maximumLength: RequestLimits.requestBytes))
            var document = RequestBlock()
            swap(&document, &pending)
            unsafe append(document.bytes)
        }
    }

    /// Marks the end of the input.
    package mutating func finish() {
        if isFinished { return }
        isFinished = true
        if case .array(var unwrapper) = mode { unwrapper.finish(into: &pending) }
        wholeLength = pending.count
    }

    /// Moves the complete requests to `block`, which is empty. Returns whether it now contains requests or blank lines.
    package mutating func take(_ block: inout RequestBlock) -> Bool {
        switch mode {
        case .lines, .array:
            if wholeLength == 0, pending.refusals.isEmpty {
                // A byte-order mark and a carriage return may take four more bytes.
                guard case .lines = mode, pending.count > RequestLimits.requestBytes + 4 else { return false }
                let isBlank = unsafe pending.bytes.allSatisfy(RequestBlock.isSpace)
                pending.removeAll()
                dropped = isBlank ? .blanks : .request
                if isBlank { return false }
                block.refuse(.tooLarge(), at: 0)
                return true
            }
            swap(&block, &pending)
            block.split(at: wholeLength, into: &pending)
            wholeLength = 0
            return true
        case .single, .unknownDocument:
            guard isFinished else { return false }
            swap(&block, &pending)
            block.isOneRequest = true
            (mode, wholeLength) = (.lines, 0)
            return true
        }
    }

    /// Processes the bytes appended to the pending ones.
    private mutating func seePending(from start: Int) {
        let length = pending.lengthOfWholeLines(from: start)
        if length > start { wholeLength = length }
        dropByteOrderMark()
    }

    /// Removes the byte-order mark at the beginning of the input.
    private mutating func dropByteOrderMark() {
        // The mark may arrive in pieces.
        guard isAtStart, unsafe pending.count >= 3 || !Self.byteOrderMark.starts(with: pending.bytes) else { return }
        isAtStart = false
        guard unsafe pending.bytes.starts(with: Self.byteOrderMark) else { return }
        pending.removeFirst(bytes: 3)
        wholeLength = max(0, wholeLength - 3)
    }
}
