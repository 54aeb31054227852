package import ExactPayoff

extension StrategyMetrics {
    /// Appends a row of ``AnswerFormat/csv`` without its end.
    package func append(csvTo output: inout [UInt8], identifier: [UInt8]?) {
        if let identifier { output.append(cell: identifier) }
        output.write(atMost: (numberSize + 1) * (breakEvens.count + 3) + 8) { end in
            // A loop over an array of them would be slower.
            end.put(",", cost, absent: "")
            end.put(",", greatestProfit, absent: "")
            end.put(",", leastProfit, absent: "")
            end.put(",")
            end.put(breakEvens.span, separator: ";")
            end.put(",")
        }
    }
}

extension ContractError {
    /// Appends a row without its end, in which only the identifier and the error after `columns` other cells have a text: of
    /// ``AnswerFormat/csv``, four.
    package func append(csvTo output: inout [UInt8], identifier: [UInt8]?, columns: Int = 4) {
        if let identifier { output.append(cell: identifier) }
        output.append(contentsOf: repeatElement(UInt8(ascii: ","), count: columns + 1))
        output.append(cell: Array(message.utf8))
    }
}

extension [UInt8] {
    /// Appends a text, in quotation marks if necessary (RFC 4180). Control characters are replaced by spaces, so that
    /// each row is one line.
    mutating func append(cell text: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        if text.allSatisfy({ $0 >= 0x20 && $0 != quote && $0 != UInt8(ascii: ",") }) { return append(contentsOf: text) }
        let needsQuotes = text.contains { $0 == quote || $0 == UInt8(ascii: ",") }
        if needsQuotes { append(quote) }
        for byte in text {
            if byte == quote { append(quote) }
            append(byte < 0x20 ? UInt8(ascii: " ") : byte)
        }
        if needsQuotes { append(quote) }
    }
}
