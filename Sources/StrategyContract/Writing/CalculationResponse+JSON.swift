public import StrategyAnalytics

extension CalculationResponse {
    /// Writes the response, the same bytes for the same response everywhere.
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
    ///   - output: Gets UTF-8, without a line end.
    ///   - identifier: The JSON text of the member `id`, which precedes everything else; `nil` for none.
    ///   - withCurve: Whether the curve is written.
    ///   - pretty: Indents by two spaces.
    public func append(
        to output: inout [UInt8], identifier: [UInt8]? = nil, withCurve: Bool = true, pretty: Bool = false
    ) {
        var writer = JSONWriter(pretty: pretty)
        swap(&writer.bytes, &output)
        writer.append("{")
        writer.append(identifier: identifier)
        if withCurve {
            writer.member("curve", depth: 1)
            writer.append(curve, depth: 1)
            writer.append(",")
        }
        writer.append(metrics)
        if let boxedExtensions { writer.append(boxedExtensions.value) }
        writer.line(depth: 0)
        writer.append("}")
        swap(&writer.bytes, &output)
    }
}

extension JSONWriter {
    /// The points of a curve, each on a line of its own.
    mutating func append(_ curve: PayoffCurve, depth: Int) {
        let indent = 2 * depth + 2
        // SAFETY: that is what a point takes at most: two names, two numbers, brackets and the indentation.
        unsafe bytes.write(atMost: curve.count * (2 * numberSize + 40 + indent) + 2) { [pretty] end in
            unsafe end.put("[")
            unsafe end.putPoints(of: curve, indent: pretty ? indent : nil)
        }
        line(depth: depth)
        append("]")
    }

    fileprivate mutating func append(_ metrics: StrategyMetrics) {
        // SAFETY: that is what is written at most.
        unsafe bytes.write(atMost: (numberSize + 2) * (metrics.breakEvens.count + 3) + 128) { [pretty] end in
            unsafe pretty ? end.putPretty(metrics) : end.put(metrics)
        }
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Writes the points of a curve with commas between them, each on a line of its own where they are indented.
    fileprivate mutating func putPoints(of curve: PayoffCurve, indent: Int?) {
        if curve.isEmpty { return }
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
        let points = curve.scaledPoints.span
        var start = 0
        for root in curve.roots {
            unsafe putRun(start..<root.index, points, decimals, indent)
            unsafe putPriceName(indent)
            unsafe put(root.price)
            unsafe putProfitName(indent)
            unsafe put("0},")
            start = root.index + 1
        }
        unsafe putRun(start..<curve.count, points, decimals, indent)
    }

    @inline(__always)
    private mutating func putRun(
        _ run: Range<Int>, _ points: Span<Int64>, _ decimals: Int, _ indent: Int?
    ) {
        for index in run {
            unsafe putPriceName(indent)
            unsafe put(points[2 * index], decimals: decimals)
            unsafe putProfitName(indent)
            unsafe put(points[2 * index + 1], decimals: decimals)
            unsafe self[0] = UInt8(ascii: "}")
            unsafe self[1] = UInt8(ascii: ",")
            unsafe self += 2
        }
    }

    /// `{"stockPrice":`
    @inline(__always)
    private mutating func putPriceName(_ indent: Int?) {
        if let indent {
            unsafe put("\n")
            unsafe update(repeating: UInt8(ascii: " "), count: indent)
            unsafe self += indent
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
    fileprivate mutating func put(_ metrics: StrategyMetrics) {
        unsafe put(#""metrics":{"netCost":"#)
        unsafe put(metrics.cost)
        unsafe put(#","maxProfit":"#)
        unsafe put(metrics.greatestProfit)
        unsafe put(#","maxLoss":"#)
        unsafe put(metrics.leastProfit)
        unsafe put(#","breakEvenPoints":["#)
        unsafe put(metrics.breakEvens, separator: ",")
        unsafe put("]}")
    }

    fileprivate mutating func putPretty(_ metrics: StrategyMetrics) {
        unsafe put("\n  \"metrics\": {\n    \"netCost\": ")
        unsafe put(metrics.cost)
        unsafe put(",\n    \"maxProfit\": ")
        unsafe put(metrics.greatestProfit)
        unsafe put(",\n    \"maxLoss\": ")
        unsafe put(metrics.leastProfit)
        unsafe put(",\n    \"breakEvenPoints\": [")
        unsafe put(metrics.breakEvens, separator: ", ")
        unsafe put("]\n  }")
    }

    @inline(__always)
    private mutating func put(_ number: ResultNumber?) {
        if let number { unsafe put(number) } else { unsafe put("null") }
    }

    @inline(__always)
    mutating func put(_ numbers: [ResultNumber], separator: StaticString) {
        for index in numbers.indices {
            if index > 0 { unsafe put(separator) }
            unsafe put(numbers[index])
        }
    }
}
