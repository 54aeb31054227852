internal import COptionsPage

/// A file of the page in the browser, as it is embedded.
struct PageFile: Sendable {
    let name: String
    /// The value of `Content-Type`.
    let mediaType: String
    let bytes: [UInt8]

    /// Every file, in the order of the table of the C target.
    static let all: [PageFile] =
        // SAFETY: the constants of the C target describe one table with zero-terminated strings and byte arrays of
        // `count` bytes.
        unsafe UnsafeBufferPointer(start: options_page_files, count: options_page_file_count).map { file in
            unsafe PageFile(
                name: String(cString: file.name), mediaType: String(cString: file.media_type),
                bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
        }
}

extension PageFile {
    /// The bytes that are sent: those of a module without the lines that are comments, a quarter of what a first visit would transfer.
    /// The numbers of lines stay.
    var sentBytes: [UInt8] {
        guard name.hasSuffix(".js") else { return bytes }
        var isInComment = false
        let end = UInt8(ascii: "\n")
        let lines = bytes.split(separator: end, omittingEmptySubsequences: false).map { line -> ArraySlice<UInt8> in
            let text = line.drop { $0 == UInt8(ascii: " ") }
            let isClosed = text.suffix(2).elementsEqual("*/".utf8)
            if isInComment {
                isInComment = !isClosed
                return []
            }
            if text.starts(with: "//".utf8) { return [] }
            guard text.starts(with: "/**".utf8) else { return line }
            // Code may follow a comment that ends within the line.
            isInComment = !text.indices.dropLast().contains { text[$0...].starts(with: "*/".utf8) }
            return isInComment || isClosed ? [] : line
        }
        return Array(lines.joined(separator: CollectionOfOne(end)))
    }
}

/// A hash of contents: FNV-1a (Fowler, Noll and Vo) with 64 bits. It distinguishes versions of our own files; it does
/// not resist deliberate collisions.
struct ContentHash {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// 16 hexadecimal digits.
    var text: String { value.sixteenDigits }

    static func text(of bytes: some Sequence<UInt8>) -> String {
        var hash = ContentHash()
        hash.add(bytes)
        return hash.text
    }
}
