internal import StrategyContract

/// Converts the text of a JSON array, which arrives in pieces, to lines: one element per line. Line ends within an
/// element become tabs: both are white space between members and both are refused within strings. Only brackets and
/// strings are recognised; the reader of the lines validates the elements. Errors in the array itself are refused at
/// their position.
struct ArrayUnwrapper {
    private enum State {
        case beforeArray
        /// After the opening bracket or a comma.
        case beforeElement
        case inElement
        case inString
        case afterBackslash
        /// After the closing bracket.
        case behindArray
        /// After an error in the array.
        case failed
    }

    private var state = State.beforeArray
    /// The nesting depth of brackets within the element.
    private var depth = 0
    private var isEmpty = true
    private var elementLength = 0
    /// The maximum length of an element in bytes. A longer element is truncated to one more byte, so that it is refused.
    private let maximumLength: Int

    init(maximumLength: Int) { self.maximumLength = maximumLength }

    /// Appends the elements in the next piece of the array to `block`.
    mutating func append(_ piece: UnsafeRawBufferPointer, to block: inout RequestBlock) {
        let start = block.count
        var refusals: [(Int, ContractError)] = []
        // A comma or a bracket followed each element, so there is room for its line feed.
        unsafe block.append(atMost: piece.count) { space in
            var (read, written) = (0, 0)
            while read < piece.count {
                let length = unsafe copyPlain(piece, from: read, to: space, at: written)
                (read, written) = (read + length, written + length)
                if read == piece.count { break }
                if let output = unsafe take(piece[read], { refusals.append((start + written, $0)) }) {
                    unsafe space[written] = output
                    written += 1
                }
                read += 1
            }
            return written
        }
        for (offset, error) in refusals { block.refuse(error, at: offset) }
    }

    /// Appends the remaining text at the end of the input.
    mutating func finish(into block: inout RequestBlock) {
        switch state {
        case .behindArray, .failed: return
        case .inElement where depth == 0:
            block.append(UInt8(ascii: "\n"))
            block.refuse(.arrayWithoutEnd, at: block.count)
        case .inElement, .inString, .afterBackslash:
            // An incomplete element will be refused by the reader.
            block.append(UInt8(ascii: "\n"))
        case .beforeArray, .beforeElement:
            block.refuse(.arrayWithoutEnd, at: block.count)
        }
        state = .failed
    }

    /// Copies the bytes before the next significant one.
    @inline(__always)
    private mutating func copyPlain(
        _ piece: UnsafeRawBufferPointer, from read: Int, to space: UnsafeMutableRawBufferPointer, at written: Int
    ) -> Int {
        guard state == .inElement || state == .inString else { return 0 }
        let isInString = state == .inString
        let limit = min(piece.count - read, maximumLength - elementLength)
        var length = 0
        // SAFETY: at most as many bytes are written as were read.
        while length < limit {
            let byte = unsafe piece[read + length]
            if isInString ? Self.endsString(byte) : Self.isStructural(byte) { break }
            unsafe space[written + length] = byte
            length += 1
        }
        elementLength += length
        return length
    }

    @inline(__always)
    private static func endsString(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20
    }

    /// Whether a byte is a bracket, a comma, a quotation mark or a control character.
    @inline(__always)
    private static func isStructural(_ byte: UInt8) -> Bool {
        // Brackets and braces differ only in the bit 32.
        let letter = byte | 0x20
        return letter == UInt8(ascii: "{") || letter == UInt8(ascii: "}") || byte == UInt8(ascii: ",")
            || byte == UInt8(ascii: "\"") || byte < 0x20
    }

    /// Processes a significant byte.
    @inline(__always)
    private mutating func take(_ byte: UInt8, _ refuse: (ContractError) -> Void) -> UInt8? {
        switch state {
        case .inString:
            if byte == UInt8(ascii: "\"") {
                state = .inElement
            } else if byte == UInt8(ascii: "\\") {
                state = .afterBackslash
            }
            return passed(byte)
        case .afterBackslash:
            state = .inString
            return passed(byte)
        case .inElement:
            return takeInElement(byte)
        case .beforeElement:
            if RequestBlock.isSpace(byte) { return nil }
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
                if byte == UInt8(ascii: ",") || !isEmpty { refuse(.emptyElement) }
                state = byte == UInt8(ascii: "]") ? .behindArray : .beforeElement
                isEmpty = false
                return nil
            }
            (state, depth, elementLength, isEmpty) = (.inElement, 0, 0, false)
            return takeInElement(byte)
        case .beforeArray:
            if byte == UInt8(ascii: "[") { state = .beforeElement }
            return nil
        case .behindArray:
            if !RequestBlock.isSpace(byte) {
                refuse(.afterArray)
                state = .failed
            }
            return nil
        case .failed: return nil
        }
    }

    @inline(__always)
    private mutating func takeInElement(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""): state = .inString
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]") where depth == 0:
            state = .behindArray
            return UInt8(ascii: "\n")
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(depth - 1, 0)
        case UInt8(ascii: ",") where depth == 0:
            state = .beforeElement
            return UInt8(ascii: "\n")
        default: break
        }
        return passed(byte)
    }

    /// Appends a byte of an element, unless the element is too long.
    @inline(__always)
    private mutating func passed(_ byte: UInt8) -> UInt8? {
        elementLength += 1
        if elementLength > maximumLength + 1 { return nil }
        return byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") ? UInt8(ascii: "\t") : byte
    }
}
