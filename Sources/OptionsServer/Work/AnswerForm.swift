internal import NIOCore

/// How the answers to many requests are written.
enum AnswerForm {
    /// One JSON object per line.
    case lines
    /// Rows after a header.
    case csv
    /// The elements of a JSON array.
    case array

    var mediaType: String {
        switch self {
        case .lines: "application/x-ndjson"
        case .csv: "text/csv"
        case .array: "application/json"
        }
    }
}

/// Makes a JSON array of answers, each of which is a line.
struct ArrayElements {
    private var isEmpty = true

    /// Returns the text of complete lines as elements. Answers contain no line ends.
    mutating func text(of lines: ByteBuffer) -> ByteBuffer {
        var text = ByteBuffer()
        text.reserveCapacity(lines.readableBytes + 1)
        text.writeInteger(UInt8(ascii: isEmpty ? "[" : ","))
        isEmpty = false
        let last = lines.readableBytes - 1
        text.writeBytes(
            lines.readableBytesView.prefix(last).lazy.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: ",") : $0 })
        return text
    }

    /// The end of the array.
    var end: ByteBuffer { ByteBuffer(string: isEmpty ? "[]" : "]") }
}
