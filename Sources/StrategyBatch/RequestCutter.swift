internal import StrategyAnalytics
internal import StrategyContract

/// Cuts the bytes of one input, which come in pieces, into blocks of whole requests.
package struct RequestCutter: ~Copyable {
    package enum Content {
        /// Requests one a line.
        case lines
        /// A JSON array of requests, or a single one.
        case document
    }

    private enum Mode {
        case lines
        /// A document of which nothing but white space has been seen.
        case unknownDocument
        case array(ArrayUnwrapper)
        case single
    }

    private enum Dropped {
        case nothing
        /// White space, which alone makes no request.
        case blanks
        /// A line that was refused for it.
        case request
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var mode: Mode
    private var pending = RequestBlock()
    /// How many of the pending bytes are whole lines.
    private var wholeLength = 0
    /// What was dropped of the line that is being read, because it is too long.
    private var dropped = Dropped.nothing
    private var isAtStart = true
    /// What was read and cannot be appended as it is.
    private var piece: [UInt8] = []
    private var isFinished = false

    package init(_ content: Content) {
        mode = content == .lines ? .lines : .unknownDocument
    }

    /// Whether an array was recognised.
    package var isArray: Bool {
        if case .array = mode { true } else { false }
    }

    /// Takes the next piece of the input, which `read` writes, at most `size` bytes; 0 end the input.
    package mutating func append(
        atMost size: Int, _ read: (UnsafeMutableRawBufferPointer) throws -> Int
    ) rethrows {
        if case .lines = mode, dropped == .nothing {
            let start = pending.count
            if try unsafe pending.append(atMost: size, read) == 0 { finish() }
            seePending(from: start)
            return
        }
        if piece.count < size { piece = [UInt8](repeating: 0, count: size) }
        // SAFETY: the buffer is that of `piece` for the time of the call.
        let count = try unsafe piece.withUnsafeMutableBytes { piece in
            try unsafe read(UnsafeMutableRawBufferPointer(rebasing: piece[..<size]))
        }
        if count == 0 { finish() } else { append(piece[..<count]) }
    }

    /// Takes the next piece of the input.
    package mutating func append(_ piece: ArraySlice<UInt8>) {
        // SAFETY: the bytes are there for the time of the call.
        unsafe piece.withUnsafeBytes { unsafe append($0) }
    }

    private mutating func append(_ piece: UnsafeRawBufferPointer) {
        switch mode {
        case .lines:
            var piece = unsafe piece
            if dropped != .nothing {
                let length = unsafe PaddedBytes.lengthOfLine(piece)
                if dropped == .blanks, unsafe !piece[..<length].allSatisfy(RequestBlock.isSpace) {
                    pending.refuse(.tooLarge, at: pending.count)
                    dropped = .request
                }
                guard length < piece.count else { return }
                // A blank line is passed on, because it counts as a line.
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
            // One byte more than allowed is enough to refuse it.
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

    /// Says that the input has ended.
    package mutating func finish() {
        if isFinished { return }
        isFinished = true
        if case .array(var unwrapper) = mode { unwrapper.finish(into: &pending) }
        wholeLength = pending.count
    }

    /// Moves the whole requests that are there into `block`, which is empty.
    ///
    /// - Returns: Whether there are any, or lines without one.
    package mutating func take(_ block: inout RequestBlock) -> Bool {
        switch mode {
        case .lines, .array:
            if wholeLength == 0, pending.refusals.isEmpty {
                // Four bytes more may be a byte-order mark and a carriage return.
                guard case .lines = mode, pending.count > RequestLimits.requestBytes + 4 else { return false }
                let isBlank = unsafe pending.bytes.allSatisfy(RequestBlock.isSpace)
                pending.removeAll()
                dropped = isBlank ? .blanks : .request
                if isBlank { return false }
                block.refuse(.tooLarge, at: 0)
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

    /// Looks at what was appended to the pending bytes.
    private mutating func seePending(from start: Int) {
        let length = pending.lengthOfWholeLines(from: start)
        if length > start { wholeLength = length }
        dropByteOrderMark()
    }

    /// At the beginning of the input.
    private mutating func dropByteOrderMark() {
        // It may come in pieces.
        guard isAtStart, unsafe pending.count >= 3 || !Self.byteOrderMark.starts(with: pending.bytes) else { return }
        isAtStart = false
        guard unsafe pending.bytes.starts(with: Self.byteOrderMark) else { return }
        pending.removeFirst(bytes: 3)
        wholeLength = max(0, wholeLength - 3)
    }
}
