internal import COptionsJSON

/// Reads JSON texts into tokens, one after another, reusing its memory.
/// This is the only Swift interface of the C reader. Tokens are values, and are valid until the next ``read(_:)``.
@safe struct JSONReader: ~Copyable {
    /// The reason why a text is invalid, and the offset of the error in bytes.
    struct Failure: Error {
        let status: json_status
        let offset: Int?
    }

    private let reader: OpaquePointer
    /// Called while a long text is read; `true` ends the reading.
    let isCancelled: (@Sendable () -> Bool)?
    /// The tokens of the last text, in the reader's memory.
    private var tokens = unsafe UnsafeBufferPointer<json_token>(start: nil, count: 0)
    /// The members found by ``findUnknownMembers()``, in the reader's memory.
    private var unknown = unsafe UnsafeBufferPointer<json_unknown_member>(start: nil, count: 0)

    /// Creates a reader. Tokens refer to member names and string values by their indices in `names`; others are validated
    /// and omitted. Elements of an array beyond `maximumElements` are only validated and counted.
    init(names: [String], maximumDepth: Int, maximumElements: Int, isCancelled: (@Sendable () -> Bool)?) {
        self.isCancelled = isCancelled
        guard let reader = unsafe json_reader_create(maximumDepth, maximumElements) else {
            preconditionFailure("out of memory")
        }
        unsafe self.reader = reader
        for name in names {
            let status = unsafe json_reader_add_name(reader, name)
            precondition(status == JSON_OK, "out of memory")
        }
    }

    /// Creates a reader that records all members of objects. ``name(of:)`` returns the names. Elements of an array beyond
    /// `maximumElements` are only validated and counted.
    init(recordingAllMembersWithin maximumDepth: Int, maximumElements: Int) {
        self.init(names: [], maximumDepth: maximumDepth, maximumElements: maximumElements, isCancelled: nil)
        unsafe json_reader_record_all_members(reader)
    }

    deinit { unsafe json_reader_destroy(reader) }

    mutating func read(_ text: Span<UInt8>) throws(Failure) {
        // SAFETY: the pointers are valid during the call; the reader copies the bytes.
        try unsafe take(
            text.withUnsafeBufferPointer { bytes in
                unsafe checking { check, context in
                    unsafe json_reader_read(reader, bytes.baseAddress, bytes.count, check, context)
                }
            })
    }

    /// Parses the last text, which is valid, again to find the members whose names are not in the table.
    mutating func findUnknownMembers() throws(Failure) {
        // SAFETY: the reader has its own copy of the text.
        try unsafe take(checking { check, context in unsafe json_reader_find_unknown(reader, check, context) })
        // SAFETY: valid until the reader gets another text.
        unsafe unknown = UnsafeBufferPointer(
            start: json_reader_unknown(reader), count: json_reader_unknown_count(reader))
    }

    /// A digest of the names in the last text that are not in the table; 0 if there are none.
    var unknownNames: UInt64 { unsafe json_reader_unknown_names(reader) }

    /// The number of members that ``findUnknownMembers()`` found.
    var unknownCount: Int { unsafe unknown.count }

    /// Returns a member found by ``findUnknownMembers()``, in document order: the token of its object, the index of the
    /// first token after its name, and the name.
    func unknownMember(_ index: Int) -> (object: Int, next: Int, name: String) {
        precondition(unsafe index >= 0 && index < unknown.count, "no such member")
        // SAFETY: checked above.
        let member = unsafe unknown[index]
        return (Int(member.object), Int(member.next), string(member.string))
    }

    /// Calls `body` with the check of cancellation and its context, if there is one.
    private func checking(
        _ body: (_ check: (@convention(c) (UnsafeRawPointer?) -> Bool)?, _ context: UnsafeRawPointer?) -> json_status
    ) -> json_status {
        guard let isCancelled else { return body(nil, nil) }
        return unsafe withUnsafePointer(to: isCancelled) { check in
            unsafe body(
                { context in
                    unsafe context?.assumingMemoryBound(to: (@Sendable () -> Bool).self).pointee() ?? false
                }, check)
        }
    }

    private mutating func take(_ status: json_status) throws(Failure) {
        unsafe unknown = UnsafeBufferPointer(start: nil, count: 0)
        // SAFETY: tokens are valid until the reader gets another text, which happens only here.
        unsafe tokens = UnsafeBufferPointer(
            start: json_reader_tokens(reader), count: status == JSON_OK ? json_reader_token_count(reader) : 0)
        guard status == JSON_OK else {
            let offset = unsafe json_reader_error_offset(reader)
            throw Failure(status: status, offset: offset == JSON_NO_OFFSET ? nil : offset)
        }
    }

    /// Discards the last text.
    mutating func clear() {
        unsafe tokens = UnsafeBufferPointer(start: nil, count: 0)
    }

    /// Returns the token at `index`. Token 0 is the whole text; its contents follow in document order.
    subscript(index: Int) -> json_token {
        precondition(unsafe index >= 0 && index < tokens.count, "no such token")
        // SAFETY: checked above.
        return unsafe tokens[index]
    }

    /// Calls `body` with the text of a string, without quotes and escapes, and returns its result.
    func text<Result>(of token: json_token, _ body: (Span<UInt8>) -> Result) -> Result {
        precondition(token.kind == JSON_STRING, "not a string")
        // SAFETY: the text of a string is valid until the reader gets another text.
        let text = unsafe json_reader_string(reader, token.string)
        return unsafe body(UnsafeBufferPointer(start: text.bytes, count: text.count).span)
    }

    /// Returns the name of a member of an object, if the reader records all members.
    func name(of token: json_token) -> String {
        precondition(token.name != JSON_NO_NAME, "not a member of an object")
        return string(UInt32(token.name))
    }

    /// Returns the text of a string, without quotes and escapes.
    func string(of token: json_token) -> String {
        precondition(token.kind == JSON_STRING, "not a string")
        return string(token.string)
    }

    private func string(_ number: UInt32) -> String {
        // SAFETY: the text of a string is valid until the reader gets another text.
        let text = unsafe json_reader_string(reader, number)
        return unsafe String(decoding: UnsafeBufferPointer(start: text.bytes, count: text.count), as: UTF8.self)
    }

    /// Whether the last text could not be read.
    var isEmpty: Bool { unsafe tokens.isEmpty }

    /// Returns the bytes of a string or a number as written.
    func bytes(_ token: json_token) -> [UInt8] {
        // SAFETY: the range of a token lies within the text, which the reader keeps until it gets another one.
        unsafe Array(UnsafeBufferPointer(start: json_reader_text(reader) + Int(token.offset), count: Int(token.length)))
    }

    /// Returns a value as written, truncated after 40 bytes, for messages. For an array or an object, returns only its
    /// kind.
    func written(_ token: json_token) -> String {
        switch token.kind {
        case JSON_ARRAY: return "an array"
        case JSON_OBJECT: return "an object"
        default: break
        }
        let limit = 40
        let bytes = bytes(token)
        guard bytes.count > limit else { return String(decoding: bytes, as: UTF8.self) }
        // Truncates at the beginning of a character.
        var end = limit
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self) + "…"
    }
}
