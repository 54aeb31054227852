internal import COptionsJSON

/// Reads JSON texts into tokens, one after another, reusing its memory.
///
/// The one place that touches the C reader. Tokens are values; they hold until the next ``read(_:)``.
@safe struct JSONReader: ~Copyable {
    /// Why a text could not be read, and where that was noticed, in bytes from its start.
    struct Failure: Error {
        let status: json_status
        let offset: Int?
    }

    private let reader: OpaquePointer
    /// The tokens of the last text, in the reader's memory.
    private var tokens = unsafe UnsafeBufferPointer<json_token>(start: nil, count: 0)

    /// - Parameters:
    ///   - names: The member names and string values that tokens refer to by index. Others are checked and left out.
    ///   - maximumDepth: How deep arrays and objects may be nested.
    ///   - maximumElements: How many elements of an array get a token; the others are checked and counted.
    init(names: [String], maximumDepth: Int, maximumElements: Int) {
        guard let reader = unsafe json_reader_create(maximumDepth, maximumElements) else {
            preconditionFailure("out of memory")
        }
        unsafe self.reader = reader
        for name in names {
            let status = unsafe json_reader_add_name(reader, name)
            precondition(status == JSON_OK, "out of memory")
        }
    }

    deinit { unsafe json_reader_destroy(reader) }

    mutating func read(_ text: Span<UInt8>) throws(Failure) {
        // SAFETY: the pointer is valid for `count` bytes during the call; the reader copies them.
        let status = unsafe text.withUnsafeBufferPointer { bytes in
            unsafe json_reader_read(reader, bytes.baseAddress, bytes.count)
        }
        // SAFETY: tokens live until the reader is given another text, which happens here only.
        unsafe tokens = UnsafeBufferPointer(
            start: json_reader_tokens(reader), count: status == JSON_OK ? json_reader_token_count(reader) : 0)
        guard status == JSON_OK else {
            let offset = unsafe json_reader_error_offset(reader)
            throw Failure(status: status, offset: offset == JSON_NO_OFFSET ? nil : offset)
        }
    }

    /// Forgets the last text.
    mutating func clear() {
        unsafe tokens = UnsafeBufferPointer(start: nil, count: 0)
    }

    /// The token at `index`; the whole text is token 0, its contents follow in document order.
    subscript(index: Int) -> json_token {
        precondition(unsafe index >= 0 && index < tokens.count, "no such token")
        // SAFETY: checked above.
        return unsafe tokens[index]
    }

    /// What `body` makes of the text of a string, which has no quotes and escapes any more.
    func text<Result>(of token: json_token, _ body: (Span<UInt8>) -> Result) -> Result {
        precondition(token.kind == JSON_STRING, "not a string")
        // SAFETY: a string's text lives as long as the reader is not given another document.
        let text = unsafe json_reader_string(reader, token.string)
        return unsafe body(UnsafeBufferPointer(start: text.bytes, count: text.count).span)
    }

    /// Whether the last text could not be read.
    var isEmpty: Bool { unsafe tokens.isEmpty }

    /// The bytes of a string or a number as they were written.
    func bytes(_ token: json_token) -> [UInt8] {
        // SAFETY: a token's range lies within the text, which the reader keeps until it is given another.
        unsafe Array(UnsafeBufferPointer(start: json_reader_text(reader) + Int(token.offset), count: Int(token.length)))
    }

    /// A value as it was written, cut short after 40 bytes; for messages. Containers are named only.
    func written(_ token: json_token) -> String {
        switch token.kind {
        case JSON_ARRAY: return "an array"
        case JSON_OBJECT: return "an object"
        default: break
        }
        let limit = 40
        // SAFETY: a token's range lies within the text, which the reader keeps until it is given another.
        let bytes = unsafe UnsafeBufferPointer(
            start: json_reader_text(reader) + Int(token.offset), count: Int(token.length))
        guard bytes.count > limit else { return unsafe String(decoding: bytes, as: UTF8.self) }
        // Cut before a byte that begins a character.
        var end = limit
        while end > 0, unsafe bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return unsafe String(decoding: bytes[..<end], as: UTF8.self) + "…"
    }
}
