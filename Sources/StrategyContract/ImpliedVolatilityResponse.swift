public import OptionPricing

/// The volatility that a price implies, or the reason why it implies none.
public struct ImpliedVolatilityResponse: Hashable, Sendable {
    /// The volatility as a decimal per year, or the reason why there is none.
    public let result: ImpliedVolatility

    /// Writes the response. Equal responses give equal bytes on every machine.
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
