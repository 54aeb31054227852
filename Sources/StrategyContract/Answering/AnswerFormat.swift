/// The format of responses.
public enum AnswerFormat: Hashable, Sendable, CaseIterable {
    /// JSON as `CalculationResponse.json()` writes it.
    case json
    /// JSON without the curve.
    case metrics
    /// Comma-separated values (RFC 4180): the metrics, under ``csvHeader``.
    /// Text is quoted if necessary, and control characters are replaced by spaces, so that each row is one line.
    /// Break-evens are joined by `;`. `maxProfit` and `maxLoss` are empty if unlimited. The row of a refused request
    /// has only `id` and `error`.
    case csv

    /// The header of ``csv``, with its line feed, which precedes the responses.
    public static let csvHeader = "id,netCost,maxProfit,maxLoss,breakEvenPoints,error\n"

    /// Returns whether a line, without its end, refuses a request. In JSON, `error` is then the first member after the
    /// identifier; in CSV, the cell after the identifier, the net cost, is empty.
    package func isRefusal(_ line: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .json, .metrics:
            let members = line.dropFirst()
            guard members.starts(with: #""id":"#.utf8) else { return members.starts(with: #""error":"#.utf8) }
            return Self.afterText(members.dropFirst(5), escape: "\\").dropFirst().starts(with: #""error":"#.utf8)
        case .csv: return Self.afterText(line, escape: "\"").dropFirst().first == UInt8(ascii: ",")
        }
    }

    /// Returns the bytes after a number, a JSON string or a CSV cell, from the comma on.
    private static func afterText(_ bytes: ArraySlice<UInt8>, escape: Unicode.Scalar) -> ArraySlice<UInt8> {
        let (quote, escape) = (UInt8(ascii: "\""), UInt8(ascii: escape))
        guard bytes.first == quote else { return bytes.drop { $0 != UInt8(ascii: ",") } }
        var index = bytes.startIndex + 1
        while index < bytes.endIndex {
            let isEscape = bytes[index] == escape && (escape != quote || bytes[(index + 1)...].first == quote)
            if !isEscape, bytes[index] == quote { return bytes[(index + 1)...] }
            index += isEscape ? 2 : 1
        }
        return []
    }
}
