internal import StrategyAnalytics

extension CalculationResponse {
    /// Writes the response, the same bytes for the same response everywhere.
    ///
    /// - Parameter pretty: Indents by two spaces, one point of the curve a line.
    /// - Returns: UTF-8, without a line end.
    public func json(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.bytes.reserveCapacity(64 * curve.count + 256)
        write(to: &writer, identifier: nil, withCurve: true)
        return writer.bytes
    }

    /// Appends the response to `output` as ``json(pretty:)`` writes it, with the identifier before everything else and
    /// the curve only where it is wanted.
    package func append(to output: inout [UInt8], identifier: [UInt8]?, withCurve: Bool) {
        JSONWriter.append(to: &output) { write(to: &$0, identifier: identifier, withCurve: withCurve) }
    }

    private func write(to writer: inout JSONWriter, identifier: [UInt8]?, withCurve: Bool) {
        writer.append("{")
        writer.append(identifier: identifier)
        if withCurve {
            writer.member("curve", depth: 1)
            writer.append(curve, depth: 1)
            writer.append(",")
        }
        writer.append(metrics)
        writeExtensions(to: &writer)
        writer.line(depth: 0)
        writer.append("}")
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
    /// The points of a curve, each on a line of its own.
    mutating func append(_ curve: PayoffCurve, depth: Int) {
        append("[")
        let stockPrice: StaticString = pretty ? #"{"stockPrice": "# : #"{"stockPrice":"#
        let profitLoss: StaticString = pretty ? #", "profitLoss": "# : #","profitLoss":"#
        for index in curve.indices {
            if index > 0 { append(",") }
            line(depth: depth + 1)
            append(stockPrice)
            append(curve.stockPrices[index])
            append(profitLoss)
            append(curve.profitLosses[index])
            append("}")
        }
        line(depth: depth)
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
