package import StrategyContract

extension AnswerText {
    /// Appends an answer as a row of ``BatchFormat/csv``.
    ///
    /// - Parameters:
    ///   - columns: The payoffs.
    ///   - index: Which of them.
    ///   - identifier: The member `id` as it was written, without escapes; empty when there is none.
    mutating func append(csv columns: borrowing PayoffColumns, _ index: Int, identifier: UnsafeBufferPointer<UInt8>) {
        let payoff = unsafe columns.payoffs[index]
        let size = identifier.count + 24 * payoff.breakEvenCount + 256
        // SAFETY: that is what is written at most.
        unsafe write(atMost: size) { end in
            unsafe end.putCell(identifier)
            unsafe end.put(",")
            unsafe end.put(payoff.netCost, decimals: payoff.decimals)
            unsafe end.put(",")
            if payoff.hasMaximum { unsafe end.put(payoff.maximum, decimals: payoff.decimals) }
            unsafe end.put(",")
            if payoff.hasMinimum { unsafe end.put(payoff.minimum, decimals: payoff.decimals) }
            unsafe end.put(",")
            unsafe end.putBreakEvens(columns, payoff, separator: UInt8(ascii: ";"))
            unsafe end.put(",\n")
        }
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// A JSON number, or a JSON string without escapes, as a cell. Such a string holds no quotation mark; with its own it is
    /// a quoted cell already.
    fileprivate mutating func putCell(_ json: UnsafeBufferPointer<UInt8>) {
        var text = unsafe json.span.extracting(...)
        let needsQuotes = text.indices.contains { text[$0] == UInt8(ascii: ",") }
        if !needsQuotes, !text.isEmpty, text[0] == UInt8(ascii: "\"") {
            text = text.extracting(1..<text.count - 1)
        }
        for index in text.indices {
            unsafe pointee = text[index]
            unsafe self += 1
        }
    }
}

extension Metrics {
    /// Appends a row of ``BatchFormat/csv`` without its end.
    package func append(csvTo output: inout [UInt8], identifier: [UInt8]?) {
        output.append(cell: identifier ?? [])
        for number in [netCost, maxProfit, maxLoss] {
            output.append(UInt8(ascii: ","))
            if let number { output.append(jsonNumber: number) }
        }
        var separator = UInt8(ascii: ",")
        for point in breakEvenPoints {
            output.append(separator)
            output.append(jsonNumber: point)
            separator = UInt8(ascii: ";")
        }
        if breakEvenPoints.isEmpty { output.append(separator) }
        output.append(UInt8(ascii: ","))
    }
}

extension ContractError {
    /// Appends a row of ``BatchFormat/csv`` without its end.
    package func append(csvTo output: inout [UInt8], identifier: [UInt8]?) {
        output.append(cell: identifier ?? [])
        output.append(contentsOf: ",,,,,".utf8)
        output.append(cell: Array(message.utf8))
    }
}

extension [UInt8] {
    /// A text, in quotation marks where it needs them (RFC 4180); spaces for control characters, so that a row is a line.
    fileprivate mutating func append(cell text: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let needsQuotes = text.contains { $0 == quote || $0 == UInt8(ascii: ",") }
        if needsQuotes { append(quote) }
        for byte in text {
            if byte == quote { append(quote) }
            append(byte < 0x20 ? UInt8(ascii: " ") : byte)
        }
        if needsQuotes { append(quote) }
    }
}
