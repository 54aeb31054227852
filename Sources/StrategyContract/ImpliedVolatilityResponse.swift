public import OptionPricing

/// The volatility that explains a price, or why there is none.
public struct ImpliedVolatilityResponse: Hashable, Sendable {
    /// The volatility, a decimal per year, or why there is none.
    public let result: ImpliedVolatility

    init(result: ImpliedVolatility) {
        self.result = result
    }

    /// Writes the response, the same bytes for the same response everywhere.
    ///
    /// - Returns: UTF-8, without a line end.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout JSONWriter) {
        switch result {
        case .volatility(let volatility):
            writer.append(#"{"impliedVolatility":"#)
            writer.append(volatility)
            writer.append(#","status":"ok"}"#)
        case .belowIntrinsic:
            writer.append(#"{"impliedVolatility":null,"status":"below_intrinsic"}"#)
        case .aboveMaximum:
            writer.append(#"{"impliedVolatility":null,"status":"above_maximum"}"#)
        case .notDeterminable:
            writer.append(#"{"impliedVolatility":null,"status":"not_determinable"}"#)
        }
    }
}
