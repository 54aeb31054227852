internal import OptionPricing
public import StrategyRequests

extension ImpliedVolatilityResponse {
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
