internal import ExactPayoff
public import StrategyRequests

extension CalculationResponse {
    /// Writes the response. Equal responses give equal bytes on every machine.
    ///
    /// - Parameter pretty: Indents by two spaces, with one point of the curve on each line.
    /// - Returns: UTF-8, without a line end.
    public func json(pretty: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        append(to: &output, pretty: pretty)
        return output
    }

    /// Appends the response to `output`.
    ///
    /// - Parameters:
    ///   - output: Receives UTF-8, without a line end.
    ///   - identifier: The JSON text of the member `id`, which comes first; `nil` for none.
    ///   - withCurve: Whether the curve is written, unless the request excludes it.
    ///   - pretty: Indents by two spaces.
    public func append(
        to output: inout [UInt8], identifier: [UInt8]? = nil, withCurve: Bool = true, pretty: Bool = false
    ) {
        var response = self
        _ = response.write(to: &output, identifier, withCurve: withCurve, pretty: pretty, isCancelled: nil)
    }

    /// Appends the response, and returns whether it is complete. It is mutating only so that the response of an
    /// answerer is used in place, without a copy.
    mutating func write(
        to output: inout [UInt8], _ identifier: [UInt8]?, withCurve: Bool, pretty: Bool,
        isCancelled: (@Sendable () -> Bool)?
    ) -> Bool {
        let withCurve = withCurve && !(boxedExtensions?.value.excludesCurve ?? false)
        let indent = pretty ? 2 : nil
        let points = withCurve ? curve.size(indent: indent) : 0
        let size = (identifier?.count ?? 0) + points + (numberSize + 2) * (metrics.breakEvens.count + 3) + 200
        output.write(atMost: size) { end in
            if let identifier { end.put(#"{"id":"#, identifier, ",") } else { end.put("{") }
            if withCurve {
                pretty ? end.put("\n  \"curve\": ") : end.put(#""curve":"#)
                end.put(curve, indent: indent)
                end.put(",")
            }
            pretty ? end.putPretty(&metrics) : end.put(&metrics)
            if boxedExtensions == nil { pretty ? end.put("\n}") : end.put("}") }
        }
        guard let boxedExtensions else { return true }
        return JSONWriter.append(to: &output, pretty: pretty, isCancelled: isCancelled) { writer in
            writer.append(boxedExtensions.value)
            writer.line(depth: 0)
            writer.append("}")
        }
    }
}

extension JSONWriter {
    /// The points of a curve, each on a line of its own.
    mutating func append(_ curve: PayoffCurve, depth: Int) {
        guard continues(with: curve.count) else { return }
        let indent = pretty ? 2 * depth : nil
        bytes.write(atMost: curve.size(indent: indent)) { end in end.put(curve, indent: indent) }
    }
}

extension PayoffCurve {
    /// The maximum number of bytes of a point: two names, two numbers, brackets, a comma and the line's indentation.
    fileprivate static func pointSize(indent: Int?) -> Int { 2 * numberSize + 34 + (indent ?? 0) }

    /// The maximum number of bytes of a curve: its points, which are indented by 2 more, its brackets and its last line.
    fileprivate func size(indent: Int?) -> Int {
        count * Self.pointSize(indent: indent.map { $0 + 2 }) + 3 + (indent ?? 0)
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Writes a point and a comma.
    @inline(__always)
    fileprivate mutating func putPoint(_ indent: Int?, price: (inout Self) -> Void, profit: (inout Self) -> Void) {
        if let indent {
            unsafe putLine(indent)
            unsafe put(#"{"stockPrice": "#)
            unsafe price(&self)
            unsafe put(#", "profitLoss": "#)
        } else {
            // `{"stockPrice":`
            unsafe store(0x506b_636f_7473_227b, at: 0)
            unsafe store(0x3a22_6563_6972, at: 8)
            unsafe self += 14
            unsafe price(&self)
            // `,"profitLoss":`
            unsafe store(0x7469_666f_7270_222c, at: 0)
            unsafe store(0x3a22_7373_6f4c, at: 8)
            unsafe self += 14
        }
        unsafe profit(&self)
        unsafe self[0] = UInt8(ascii: "}")
        unsafe self[1] = UInt8(ascii: ",")
        unsafe self += 2
    }

    fileprivate mutating func putLine(_ indent: Int) {
        unsafe put("\n")
        unsafe update(repeating: UInt8(ascii: " "), count: indent)
        unsafe self += indent
    }
}

extension OutputCursor {
    /// Writes a curve, each point on its own line if the output is indented.
    fileprivate mutating func put(_ curve: PayoffCurve, indent: Int?) {
        put("[")
        if !curve.isEmpty {
            putPoints(of: curve, indent: indent.map { $0 + 2 })
            // The comma after the last point.
            removeLast()
        }
        if let indent { unsafe put(atMost: indent + 1) { end in unsafe end.putLine(indent) } }
        put("]")
    }

    private mutating func putPoints(of curve: PayoffCurve, indent: Int?) {
        guard curve.decimals >= 0 else {
            for point in curve {
                unsafe put(atMost: PayoffCurve.pointSize(indent: indent)) { end in
                    unsafe end.putPoint(
                        indent, price: { unsafe $0.put(point.stockPrice) }, profit: { unsafe $0.put(point.profitLoss) })
                }
            }
            return
        }
        let (prices, profits) = (curve.scaledPrices.span, curve.scaledProfits.span)
        var start = 0
        for root in curve.roots {
            putRun(start..<root.index, prices, profits, curve.decimals, indent)
            unsafe put(atMost: PayoffCurve.pointSize(indent: indent)) { end in
                unsafe end.putPoint(indent, price: { unsafe $0.put(root.price) }, profit: { unsafe $0.put("0") })
            }
            start = root.index + 1
        }
        putRun(start..<curve.count, prices, profits, curve.decimals, indent)
    }

    /// Writes points whose numbers have the decimals of the curve, after one check for all of them.
    @inline(__always)
    private mutating func putRun(
        _ run: Range<Int>, _ prices: Span<Int64>, _ profits: Span<Int64>, _ decimals: Int, _ indent: Int?
    ) {
        unsafe put(atMost: run.count * PayoffCurve.pointSize(indent: indent)) { end in
            for index in run {
                // SAFETY: runs lie among the points.
                unsafe end.putPoint(
                    indent, price: { unsafe $0.put(prices[unchecked: index], decimals: decimals) },
                    profit: { unsafe $0.put(profits[unchecked: index], decimals: decimals) })
            }
        }
    }

    @inline(__always)
    fileprivate mutating func put(_ metrics: inout StrategyMetrics) {
        put(#""metrics":{"netCost":"#, metrics.cost)
        put(#","maxProfit":"#, metrics.greatestProfit)
        put(#","maxLoss":"#, metrics.leastProfit)
        put(#","breakEvenPoints":["#)
        put(metrics.breakEvens.span, separator: ",")
        put("]}")
    }

    fileprivate mutating func putPretty(_ metrics: inout StrategyMetrics) {
        put("\n  \"metrics\": {\n    \"netCost\": ", metrics.cost)
        put(",\n    \"maxProfit\": ", metrics.greatestProfit)
        put(",\n    \"maxLoss\": ", metrics.leastProfit)
        put(",\n    \"breakEvenPoints\": [")
        put(metrics.breakEvens.span, separator: ", ")
        put("]\n  }")
    }
}
