internal import OptionPricing
public import StrategyRequests

extension PriceResponse {
    /// Writes the response. Equal responses give equal bytes on every machine.
    /// Numbers are the shortest decimals that read back as the same doubles. An infinite greek is `null`.
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
        if let strikePrice {
            writer.append(#""strikePrice":"#)
            writer.append(strikePrice)
            writer.append(",")
        }
        writeMembers(to: &writer)
        if let earlyExercise {
            writer.append(",")
            writer.appendMembers(of: earlyExercise)
        }
        writer.append("}")
    }

    /// The members without braces.
    func writeMembers(to writer: inout JSONWriter) {
        writer.append(#""price":"#, finite: greeks.price)
        writer.append(#","delta":"#, finite: greeks.delta)
        writer.append(#","gamma":"#, finite: greeks.gamma)
        writer.append(#","theta":"#, finite: greeks.theta)
        writer.append(#","vega":"#, finite: greeks.vega)
        writer.append(#","rho":"#, finite: greeks.rho)
        if let higherGreeks { Self.write(higherGreeks, to: &writer) }
    }

    private static func write(_ greeks: HigherGreeks, to writer: inout JSONWriter) {
        writer.append(#","epsilon":"#, finite: greeks.epsilon)
        writer.append(#","vanna":"#, finite: greeks.vanna)
        writer.append(#","vomma":"#, finite: greeks.vomma)
        writer.append(#","charm":"#, finite: greeks.charm)
        writer.append(#","speed":"#, finite: greeks.speed)
        writer.append(#","zomma":"#, finite: greeks.zomma)
        writer.append(#","color":"#, finite: greeks.color)
        writer.append(#","ultima":"#, finite: greeks.ultima)
        writer.append(#","dualDelta":"#, finite: greeks.dualDelta)
        writer.append(#","dualGamma":"#, finite: greeks.dualGamma)
    }
}
