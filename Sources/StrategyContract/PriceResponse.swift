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
        var members: [(name: StaticString, value: Double?)] = [
            ("price", greeks.price), ("delta", greeks.delta), ("gamma", greeks.gamma), ("theta", greeks.theta),
            ("vega", greeks.vega), ("rho", greeks.rho),
        ]
        if let higher = higherGreeks {
            members += [
                ("epsilon", higher.epsilon), ("vanna", higher.vanna), ("vomma", higher.vomma), ("charm", higher.charm),
                ("speed", higher.speed), ("zomma", higher.zomma), ("color", higher.color), ("ultima", higher.ultima),
                ("dualDelta", higher.dualDelta), ("dualGamma", higher.dualGamma),
            ]
        }
        writer.append(inline: members)
    }
}
