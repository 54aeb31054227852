/// A name as the search compares it: in small letters.
struct TickerName {
    private let name: String

    init(_ name: String) { self.name = name }

    /// Whether a text occurs in the name. It must be in lower case and not empty.
    func contains(_ text: String) -> Bool {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return name.lowercased().contains(text) }
        let (bytes, part) = (name.utf8.map(Self.lowercased), Array(text.utf8))
        guard part.count <= bytes.count else { return false }
        return (0...bytes.count - part.count).contains { start in
            bytes[start] == part[0] && bytes[start..<start + part.count].elementsEqual(part)
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
