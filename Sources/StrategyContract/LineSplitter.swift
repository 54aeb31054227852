internal import CSimdjson

/// Splits a stream of bytes, which comes in blocks, into lines.
///
/// ```swift
/// var lines = LineSplitter(maximumLength: Limits.requestBytes)
/// repeat {
///     lines.append(block)        // empty at the end of the stream
///     while let line = lines.next() { … }
/// } while !lines.isFinished
/// ```
///
/// A line ends with `\n`, `\r\n` or the stream. Lines of nothing but JSON white space are left out, and so is a byte-order
/// mark at the beginning of the stream. Of a line that is too long no more than the maximum and a block are held.
package struct LineSplitter {
    package enum Line: Hashable, Sendable {
        /// Where the line stands in ``LineSplitter/bytes``, without its end; until the next ``LineSplitter/append(_:)``.
        case complete(Range<Int>)
        /// A line that is longer than the maximum. It is reported before its end has been seen.
        case tooLong
    }

    /// What has been dropped of the line that is being read, because there was too much of it.
    private enum Dropped {
        case nothing, blanks, refusedLine
    }

    /// What has been read, from the first line that was not given away when the last block came.
    package private(set) var bytes: [UInt8] = []
    /// Whether the stream has ended.
    package private(set) var isFinished = false
    private let maximumLength: Int
    /// Where the next line begins.
    private var start = 0
    /// No line ends from `start` to here.
    private var searched = 0
    private var dropped = Dropped.nothing
    private var isFirstLine = true

    /// - Parameter maximumLength: The most bytes that a line may have. One that has up to four more may be passed on.
    package init(maximumLength: Int) {
        self.maximumLength = maximumLength
    }

    /// Takes the next block; all lines of the ones before should have been taken. An empty block is the end of the stream.
    package mutating func append(_ block: ArraySlice<UInt8>) {
        if bytes.capacity > 1 << 22, bytes.count - start < 1 << 18 {
            // What one long line took is not kept for the ordinary ones after it.
            bytes = Array(bytes[start...])
        } else {
            bytes.removeSubrange(..<start)
        }
        searched -= start
        start = 0
        bytes.append(contentsOf: block)
        isFinished = block.isEmpty
    }

    /// The next line; `nil` when another block must come first, or nothing is left.
    package mutating func next() -> Line? {
        while start < bytes.count {
            let lineFeed = firstLineFeed(in: searched..<bytes.count)
            searched = lineFeed ?? bytes.count
            guard let end = lineFeed ?? (isFinished ? bytes.count : nil) else { return dropIfTooLong() }
            let line = trimmed(start..<end)
            let dropped = self.dropped
            start = min(end + 1, bytes.count)
            searched = start
            self.dropped = .nothing
            isFirstLine = false
            if dropped == .refusedLine || isBlank(line) { continue }
            return dropped == .blanks ? .tooLong : .complete(line)
        }
        return nil
    }

    /// Drops what there is of an unfinished line that is too long, and reports it once.
    private mutating func dropIfTooLong() -> Line? {
        // Four bytes more may be a byte-order mark and a carriage return.
        guard dropped != .nothing || bytes.count - start > maximumLength + 4 else { return nil }
        let isReported = dropped == .refusedLine
        if !isReported { dropped = isBlank(start..<bytes.count) ? .blanks : .refusedLine }
        start = bytes.count
        return isReported || dropped == .blanks ? nil : .tooLong
    }

    /// Without a byte-order mark at the beginning of the stream, and without the carriage return of its end.
    private func trimmed(_ line: Range<Int>) -> Range<Int> {
        var (lower, upper) = (line.lowerBound, line.upperBound)
        if isFirstLine, bytes[line].starts(with: [0xEF, 0xBB, 0xBF]) { lower += 3 }
        if lower < upper, bytes[upper - 1] == UInt8(ascii: "\r") { upper -= 1 }
        return lower..<upper
    }

    /// Whether nothing but JSON white space stands in `range`.
    private func isBlank(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
        }
    }

    /// How many of `bytes` stand before the first line feed; all of them without one.
    package static func lengthOfLine(_ bytes: UnsafeRawBufferPointer) -> Int {
        // SAFETY: the memory is there for the time of the call.
        unsafe json_line_length(bytes.baseAddress, bytes.count)
    }

    private func firstLineFeed(in range: Range<Int>) -> Int? {
        // The span checks the range.
        let length = unsafe bytes.span.extracting(range).withUnsafeBytes { unsafe Self.lengthOfLine($0) }
        return length == range.count ? nil : range.lowerBound + length
    }
}
