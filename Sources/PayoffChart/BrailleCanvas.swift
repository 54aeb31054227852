/// A grid of characters in which dots form lines: each character has two columns and four rows of dots.
struct BrailleCanvas {
    let columns, rows: Int
    private var dots: [UInt8]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        dots = [UInt8](repeating: 0, count: columns * rows)
    }

    /// Draws a straight line between positions in units of dots; parts outside the grid are not drawn.
    mutating func drawLine(from start: Place, to end: Place) {
        let steps = max(1, max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up))
        for step in 0...Int(steps) {
            let share = Double(step) / steps
            let x = start.x + (end.x - start.x) * share
            let y = start.y + (end.y - start.y) * share
            set(Int(x.rounded()), Int(y.rounded()))
        }
    }

    /// The character at a place of the grid; `nil` if it has no dots.
    func character(column: Int, row: Int) -> Character? {
        let pattern = dots[row * columns + column]
        return pattern == 0 ? nil : Unicode.Scalar(0x2800 + UInt32(pattern)).map { Character($0) }
    }

    private mutating func set(_ x: Int, _ y: Int) {
        guard x >= 0, y >= 0, x < 2 * columns, y < 4 * rows else { return }
        // The bits of Unicode's patterns, by column and row of the dot.
        let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
        dots[y / 4 * columns + x / 2] |= bits[x % 2][y % 4]
    }
}
