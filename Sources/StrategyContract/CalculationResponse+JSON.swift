internal import StrategyAnalytics

extension CalculationResponse {
    /// Writes the response, the same bytes for the same response everywhere.
    ///
    /// - Parameter pretty: Indents by two spaces, one point of the curve a line.
    /// - Returns: UTF-8, without a line end.
    public func json(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.bytes.reserveCapacity(64 * curve.count + 256)
        writer.append("{")
        writer.member("curve", depth: 1)
        writer.append("[")
        let stockPrice: StaticString = pretty ? #"{"stockPrice": "# : #"{"stockPrice":"#
        let profitLoss: StaticString = pretty ? #", "profitLoss": "# : #","profitLoss":"#
        for index in curve.indices {
            if index > 0 { writer.append(",") }
            writer.line(depth: 2)
            writer.append(stockPrice)
            writer.append(curve.stockPrices[index])
            writer.append(profitLoss)
            writer.append(curve.profitLosses[index])
            writer.append("}")
        }
        writer.line(depth: 1)
        writer.append("],")
        writer.member("metrics", depth: 1)
        writer.append("{")
        writer.member("netCost", depth: 2)
        writer.append(metrics.netCost)
        writer.append(",")
        writer.member("maxProfit", depth: 2)
        writer.append(metrics.maxProfit)
        writer.append(",")
        writer.member("maxLoss", depth: 2)
        writer.append(metrics.maxLoss)
        writer.append(",")
        writer.member("breakEvenPoints", depth: 2)
        writer.append("[")
        for (index, point) in metrics.breakEvenPoints.enumerated() {
            if index > 0 { writer.comma() }
            writer.append(point)
        }
        writer.append("]")
        writer.line(depth: 1)
        writer.append("}")
        writer.line(depth: 0)
        writer.append("}")
        return writer.bytes
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
