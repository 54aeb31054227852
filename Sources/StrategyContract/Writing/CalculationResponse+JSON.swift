public import StrategyAnalytics

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
        // SAFETY: this is the maximum number of bytes written.
        let points = withCurve ? Int.pointsSize(of: curve, depth: 1) : 0
        let size = (identifier?.count ?? 0) + points + (numberSize + 2) * (metrics.breakEvens.count + 3) + 200
        unsafe output.write(atMost: size) { end in
            unsafe end.put("{")
            if let identifier { unsafe end.putIdentifier(identifier) }
            if withCurve {
                unsafe pretty ? end.put("\n  \"curve\": ") : end.put(#""curve":"#)
                unsafe end.put(curve, indent: pretty ? 2 : nil)
                unsafe end.put(",")
            }
            unsafe pretty ? end.putPretty(&metrics) : end.put(&metrics)
            if boxedExtensions == nil { unsafe pretty ? end.put("\n}") : end.put("}") }
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
        // SAFETY: this is the maximum size of a curve.
        unsafe bytes.write(atMost: Int.pointsSize(of: curve, depth: depth)) { [pretty] end in
            unsafe end.put(curve, indent: pretty ? 2 * depth : nil)
        }
    }
}

extension Int {
    /// The maximum number of bytes of a curve: for each point two names, two numbers, brackets and the indentation.
    fileprivate static func pointsSize(of curve: PayoffCurve, depth: Int) -> Int {
        (curve.count + 1) * (2 * numberSize + 42 + 2 * depth)
    }
}

extension UnsafeMutablePointer<UInt8> {
    fileprivate mutating func putIdentifier(_ identifier: [UInt8]) {
        unsafe put(#""id":"#)
        unsafe identifier.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { unsafe update(from: start, count: source.count) }
        }
        unsafe self += identifier.count
        unsafe put(",")
    }

    /// Writes a curve, each point on its own line if the output is indented.
    fileprivate mutating func put(_ curve: PayoffCurve, indent: Int?) {
        unsafe put("[")
        if !curve.isEmpty { unsafe putPoints(of: curve, indent: indent.map { $0 + 2 }) }
        if let indent { unsafe putLine(indent) }
        unsafe put("]")
    }

    private mutating func putLine(_ indent: Int) {
        unsafe put("\n")
        unsafe update(repeating: UInt8(ascii: " "), count: indent)
        unsafe self += indent
    }

    private mutating func putPoints(of curve: PayoffCurve, indent: Int?) {
        if curve.decimals < 0 {
            for point in curve {
                unsafe putPriceName(indent)
                unsafe put(point.stockPrice)
                unsafe putProfitName(indent)
                unsafe put(point.profitLoss)
                unsafe put("},")
            }
        } else {
            unsafe putDecimalPoints(of: curve, indent: indent)
        }
        // The comma after the last point.
        unsafe self -= 1
    }

    @inline(__always)
    private mutating func putDecimalPoints(of curve: PayoffCurve, indent: Int?) {
        let decimals = curve.decimals
        let (prices, profits) = (curve.scaledPrices.span, curve.scaledProfits.span)
        var start = 0
        for root in curve.roots {
            unsafe putRun(start..<root.index, prices, profits, decimals, indent)
            unsafe putPriceName(indent)
            unsafe put(root.price)
            unsafe putProfitName(indent)
            unsafe put("0},")
            start = root.index + 1
        }
        unsafe putRun(start..<curve.count, prices, profits, decimals, indent)
    }

    @inline(__always)
    private mutating func putRun(
        _ run: Range<Int>, _ prices: Span<Int64>, _ profits: Span<Int64>, _ decimals: Int, _ indent: Int?
    ) {
        // A local copy stays in a register.
        var end = unsafe self
        for index in run {
            unsafe end.putPriceName(indent)
            // SAFETY: runs lie among the points.
            unsafe end.put(prices[unchecked: index], decimals: decimals)
            unsafe end.putProfitName(indent)
            unsafe end.put(profits[unchecked: index], decimals: decimals)
            unsafe end[0] = UInt8(ascii: "}")
            unsafe end[1] = UInt8(ascii: ",")
            unsafe end += 2
        }
        unsafe self = end
    }

    /// `{"stockPrice":`
    @inline(__always)
    private mutating func putPriceName(_ indent: Int?) {
        if let indent {
            unsafe putLine(indent)
            unsafe put(#"{"stockPrice": "#)
        } else {
            unsafe store(0x506b_636f_7473_227b, at: 0)
            unsafe store(0x3a22_6563_6972, at: 8)
            unsafe self += 14
        }
    }

    /// `,"profitLoss":`
    @inline(__always)
    private mutating func putProfitName(_ indent: Int?) {
        if indent != nil {
            unsafe put(#", "profitLoss": "#)
        } else {
            unsafe store(0x7469_666f_7270_222c, at: 0)
            unsafe store(0x3a22_7373_6f4c, at: 8)
            unsafe self += 14
        }
    }

    @inline(__always)
    fileprivate mutating func put(_ metrics: inout StrategyMetrics) {
        unsafe put(#""metrics":{"netCost":"#)
        unsafe put(metrics.cost)
        unsafe put(#","maxProfit":"#)
        unsafe put(metrics.greatestProfit)
        unsafe put(#","maxLoss":"#)
        unsafe put(metrics.leastProfit)
        unsafe put(#","breakEvenPoints":["#)
        unsafe put(metrics.breakEvens.span, separator: ",")
        unsafe put("]}")
    }

    fileprivate mutating func putPretty(_ metrics: inout StrategyMetrics) {
        unsafe put("\n  \"metrics\": {\n    \"netCost\": ")
        unsafe put(metrics.cost)
        unsafe put(",\n    \"maxProfit\": ")
        unsafe put(metrics.greatestProfit)
        unsafe put(",\n    \"maxLoss\": ")
        unsafe put(metrics.leastProfit)
        unsafe put(",\n    \"breakEvenPoints\": [")
        unsafe put(metrics.breakEvens.span, separator: ", ")
        unsafe put("]\n  }")
    }

    @inline(__always)
    private mutating func put(_ number: ResultNumber?) {
        if let number { unsafe put(number) } else { unsafe put("null") }
    }

    @inline(__always)
    mutating func put(_ numbers: Span<ResultNumber>, separator: StaticString) {
        for index in numbers.indices {
            if index > 0 { unsafe put(separator) }
            unsafe put(numbers[index])
        }
    }
}
