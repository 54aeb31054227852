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
