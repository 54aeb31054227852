public import OptionPricing

/// The price of an option and its greeks, per share.
public struct PriceResponse: Hashable, Sendable {
    /// The price and the first greeks, in the requested units.
    public let greeks: Greeks
    /// The higher greeks; `nil` if not requested.
    public let higherGreeks: HigherGreeks?

    init(greeks: Greeks, higherGreeks: HigherGreeks?) {
        self.greeks = greeks
        self.higherGreeks = higherGreeks
    }

    /// Writes the response. Equal responses give equal bytes on every machine.
    /// Numbers are the shortest decimals that read back as the same doubles. An infinite greek is `null`.
    ///
    /// - Returns: UTF-8, without a line end.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout JSONWriter) {
        writer.append(#"{"price":"#)
        writer.append(greeks.price)
        writer.append(#","delta":"#)
        writer.append(finite: greeks.delta)
        writer.append(#","gamma":"#)
        writer.append(finite: greeks.gamma)
        writer.append(#","theta":"#)
        writer.append(finite: greeks.theta)
        writer.append(#","vega":"#)
        writer.append(finite: greeks.vega)
        writer.append(#","rho":"#)
        writer.append(finite: greeks.rho)
        if let higherGreeks { Self.write(higherGreeks, to: &writer) }
        writer.append("}")
    }

    private static func write(_ greeks: HigherGreeks, to writer: inout JSONWriter) {
        writer.append(#","epsilon":"#)
        writer.append(finite: greeks.epsilon)
        writer.append(#","vanna":"#)
        writer.append(finite: greeks.vanna)
        writer.append(#","vomma":"#)
        writer.append(finite: greeks.vomma)
        writer.append(#","charm":"#)
        writer.append(finite: greeks.charm)
        writer.append(#","speed":"#)
        writer.append(finite: greeks.speed)
        writer.append(#","zomma":"#)
        writer.append(finite: greeks.zomma)
        writer.append(#","color":"#)
        writer.append(finite: greeks.color)
        writer.append(#","ultima":"#)
        writer.append(finite: greeks.ultima)
        writer.append(#","dualDelta":"#)
        writer.append(finite: greeks.dualDelta)
        writer.append(#","dualGamma":"#)
        writer.append(finite: greeks.dualGamma)
    }
}
