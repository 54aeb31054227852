import Foundation

/// Splits the pieces of a body into lines, without their ends (line feed, or carriage return and line feed).
struct LineSplitter {
    private var rest = Data()

    /// The lines that a piece completes.
    mutating func lines(_ piece: Data) -> [Data] {
        var lines: [Data] = []
        var start = piece.startIndex
        while let end = piece[start...].firstIndex(of: 0x0A) {
            rest.append(piece[start..<end])
            lines.append(takeRest())
            start = piece.index(after: end)
        }
        rest.append(piece[start...])
        return lines
    }

    /// The last line, if it has no end.
    mutating func lastLine() -> Data? { rest.isEmpty ? nil : takeRest() }

    private mutating func takeRest() -> Data {
        defer { rest = Data() }
        return rest.last == 0x0D ? rest.dropLast() : rest
    }
}
