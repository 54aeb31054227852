/// A row of CSV that begins `offset` bytes after the start of its block.
package struct TableRow: BitwiseCopyable {
    package var offset: Int
    /// The number of bytes, with the line end.
    package let length: Int
    /// The number of lines of the input before the row.
    package let line: Int
    /// Whether the row begins a request.
    package let isFirst: Bool
    /// Whether the identifier of the request was that of an earlier one.
    package var isReturning = false

    package init(offset: Int, length: Int, line: Int, isFirst: Bool) {
        self.offset = offset
        self.length = length
        self.line = line
        self.isFirst = isFirst
    }
}
