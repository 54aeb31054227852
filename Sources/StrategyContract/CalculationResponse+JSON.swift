internal import StrategyAnalytics

extension CalculationResponse {
    /// Writes the response, the same bytes for the same response everywhere.
    ///
    /// - Parameter pretty: Indents by two spaces, one point of the curve a line.
    /// - Returns: UTF-8, without a line end.
    public func json(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.bytes.reserveCapacity(64 * curve.count + 256)
        write(to: &writer, identifier: nil)
        return writer.bytes
    }

    /// Appends the response to `output` as ``json(pretty:)`` writes it, with the identifier before everything else.
    package func append(to output: inout [UInt8], identifier: [UInt8]?) {
        JSONWriter.append(to: &output) { write(to: &$0, identifier: identifier) }
    }

    private func write(to writer: inout JSONWriter, identifier: [UInt8]?) {
        writer.append("{")
        writer.append(identifier: identifier)
        writer.append(curve)
        writer.append(",")
        writer.append(metrics)
        writer.line(depth: 0)
        writer.append("}")
    }
}

extension Metrics {
    /// Appends the response without its curve to `output`.
    package func append(to output: inout [UInt8], identifier: [UInt8]?) {
        JSONWriter.append(to: &output) { writer in
            writer.append("{")
            writer.append(identifier: identifier)
            writer.append(self)
            writer.append("}")
        }
    }
}

extension ContractError {
    /// Appends the error object to `output`.
    package func append(to output: inout [UInt8], identifier: [UInt8]?) {
        JSONWriter.append(to: &output) { writer in
            writer.append("{")
            writer.append(identifier: identifier)
            write(to: &writer)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func append(_ curve: PayoffCurve) {
        member("curve", depth: 1)
        append("[")
        let stockPrice: StaticString = pretty ? #"{"stockPrice": "# : #"{"stockPrice":"#
        let profitLoss: StaticString = pretty ? #", "profitLoss": "# : #","profitLoss":"#
        for index in curve.indices {
            if index > 0 { append(",") }
            line(depth: 2)
            append(stockPrice)
            append(curve.stockPrices[index])
            append(profitLoss)
            append(curve.profitLosses[index])
            append("}")
        }
        line(depth: 1)
        append("]")
    }

    fileprivate mutating func append(_ metrics: Metrics) {
        member("metrics", depth: 1)
        append("{")
        member("netCost", depth: 2)
        append(metrics.netCost)
        append(",")
        member("maxProfit", depth: 2)
        append(metrics.maxProfit)
        append(",")
        member("maxLoss", depth: 2)
        append(metrics.maxLoss)
        append(",")
        member("breakEvenPoints", depth: 2)
        append("[")
        for (index, point) in metrics.breakEvenPoints.enumerated() {
            if index > 0 { comma() }
            append(point)
        }
        append("]")
        line(depth: 1)
        append("}")
    }

    fileprivate mutating func append(identifier: [UInt8]?) {
        guard let identifier else { return }
        append(#""id":"#)
        bytes.append(contentsOf: identifier)
        append(",")
    }
}

extension JSONWriter {
    /// A new line where the output is indented.
    fileprivate mutating func line(depth: Int) {
        guard pretty else { return }
        append("\n")
        for _ in 0..<depth { append("  ") }
    }

    fileprivate mutating func comma() {
        append(pretty ? ", " : ",")
    }

    fileprivate mutating func name(_ name: StaticString) {
        append("\"")
        append(name)
        append(pretty ? "\": " : "\":")
    }

    /// A member's name on a line of its own.
    fileprivate mutating func member(_ name: StaticString, depth: Int) {
        line(depth: depth)
        self.name(name)
    }

    /// `null` is written out.
    fileprivate mutating func append(_ value: Double?) {
        if let value { append(value) } else { append("null") }
    }
}
