import StrategyContract
import Testing
import _TestSupport

@Suite("Splitting lines")
struct LineSplitterTests {
    /// The lines of `stream`, which comes in blocks of the sizes that `size` gives; a line that is too long is `nil`.
    private func lines(_ stream: [UInt8], maximumLength: Int = 100, size: () -> Int) -> [String?] {
        var splitter = LineSplitter(maximumLength: maximumLength)
        var lines: [String?] = []
        var rest = stream[...]
        repeat {
            let block = rest.prefix(size())
            rest = rest.dropFirst(block.count)
            splitter.append(block)
            while let line = splitter.next() {
                switch line {
                case .complete(let range): lines.append(String(decoding: splitter.bytes[range], as: UTF8.self))
                case .tooLong: lines.append(nil)
                }
            }
        } while !splitter.isFinished
        return lines
    }

    static let long = String(repeating: "x", count: 105)
    static let blank = String(repeating: " ", count: 350)

    @Test(
        "ends, blank lines, marks and lines that are too long, in blocks of any size",
        arguments: [
            ("", []), ("\n", []), ("\r\n \n\t\r\n\n", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]),
            ("a\r\nb\r\n", ["a", "b"]), ("a\rb\n", ["a\rb"]), ("a\r\r\n", ["a\r"]), ("\n\na\n\n b \n", ["a", " b "]),
            ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\u{FEFF}", []), ("\u{FEFF}\r\na", ["a"]),
            (" \n\u{FEFF}a", ["\u{FEFF}a"]), ("a\n" + long + "\nb\n", ["a", nil, "b"]), (long, [nil]),
            (long + long + long + "\n", [nil]), (long + "\n" + long, [nil, nil]), ("a\n" + blank + "\nb", ["a", "b"]),
            ("a\n" + blank + "b\nc", ["a", nil, "c"]), ("a\n" + blank, ["a"]), (blank + "b", [nil]),
            (long + blank + long + "\na", [nil, "a"]), (blank + long + long + "\na", [nil, "a"]),
            (String(long.dropLast(5)) + "\r\na", [String(long.dropLast(5)), "a"]),
        ] as [(String, [String?])])
    func split(stream: String, expected: [String?]) {
        let bytes = Array(stream.utf8)
        for size in 1...(bytes.count + 1) {
            // A line that comes whole is passed on whatever its length: who answers it refuses it.
            let lines = lines(bytes) { size }
            #expect(lines.count == expected.count)
            for (line, expected) in zip(lines, expected) {
                if let expected { #expect(line == expected) } else { #expect(line.map { $0.utf8.count > 100 } ?? true) }
            }
        }
    }

    @Test("random streams in random blocks are split as their definition says")
    func random() {
        var generator = SeededGenerator(seed: 11)
        let pieces = ["a", "bcd", " ", "\n", "\r\n", "\t", "\r", "{}", String(repeating: "y", count: 30)]
        for _ in 0..<500 {
            let stream = (0..<60).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            let bytes = Array(stream.utf8)
            let expected = bytes.split(separator: UInt8(ascii: "\n")).filter { !$0.allSatisfy { $0 <= 32 } }.map {
                String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self)
            }
            let lines = lines(bytes, maximumLength: 2_000) { Int.random(in: 1...40, using: &generator) }
            #expect(lines == expected)
        }
    }

    @Test("a line that is too long is not held")
    func memory() {
        var splitter = LineSplitter(maximumLength: 1_000)
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 500)
        var refused = 0
        for _ in 0..<100 {
            splitter.append(block[...])
            while let line = splitter.next() { refused += line == .tooLong ? 1 : 100 }
            #expect(splitter.bytes.count <= 1_504)
        }
        #expect(refused == 1)
    }
}
