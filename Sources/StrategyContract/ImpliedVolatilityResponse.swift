public import OptionPricing

/// The implied volatility of a price, or the reason why there is none.
public struct ImpliedVolatilityResponse: Hashable, Sendable {
    /// The volatility as a decimal per year, or the reason why there is none.
    public let result: ImpliedVolatility
    /// The price and the greeks at the volatility; `nil` if not requested or if there is no volatility.
    public let values: PriceResponse?
    /// Which values were requested.
    let selection: GreekSelection?

    init(result: ImpliedVolatility, values: PriceResponse? = nil, selection: GreekSelection? = nil) {
        self.result = result
        self.values = values
        self.selection = selection
    }

    /// Writes the response. Equal responses give equal bytes on every machine.
    ///
    /// - Returns: UTF-8, without a line end.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout JSONWriter, identifier: [UInt8]? = nil) {
        writer.append("{")
        writer.append(identifier: identifier)
        switch result {
        case .volatility(let volatility):
            writer.append(#""impliedVolatility":"#)
            writer.append(volatility)
            writer.append(#","status":"ok""#)
        case .belowIntrinsic:
            writer.append(#""impliedVolatility":null,"status":"below_intrinsic""#)
        case .aboveMaximum:
            writer.append(#""impliedVolatility":null,"status":"above_maximum""#)
        case .notDeterminable:
            writer.append(#""impliedVolatility":null,"status":"not_determinable""#)
        }
        if let selection {
            writer.append(",")
            (values ?? .absent(selection)).writeMembers(to: &writer)
        }
        writer.append("}")
    }
}
