/// Answers the lines of `options implied-volatility`.
package struct ImpliedVolatilityAnswerer: LineAnswerer, ~Copyable {
    private var reader: OptionReader

    package init(strict: Bool = false) { reader = OptionReader(strict: strict) }

    package mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError) {
        let response = try reader.readImpliedVolatilityRequest(request).impliedVolatility()
        JSONWriter.append(to: &output) { response.write(to: &$0) }
    }
}
