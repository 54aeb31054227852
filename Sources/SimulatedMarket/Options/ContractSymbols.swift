internal import MarketData

/// The contracts of one expiration, with their symbols.
struct ContractSymbols {
    private let underlying: Ticker
    private let expiration: CalendarDate
    /// The bytes of the symbol before the letter of the kind.
    private let prefix: [UInt8]

    init(_ underlying: Ticker, _ expiration: CalendarDate) {
        self.underlying = underlying
        self.expiration = expiration
        // The root of a class share is written without the full stop.
        let root = underlying.symbol.utf8.filter { $0 != UInt8(ascii: ".") }
        var prefix = Array("O:".utf8) + root
        for number in [expiration.year % 100, expiration.month, expiration.day] {
            prefix.append(UInt8(ascii: "0") + UInt8(number / 10))
            prefix.append(UInt8(ascii: "0") + UInt8(number % 10))
        }
        self.prefix = prefix
    }

    /// Returns the contracts of strikes in cents: a call and a put of each.
    func contracts(_ strikes: [Int]) -> [ListedContract] {
        var contracts: [ListedContract] = []
        contracts.reserveCapacity(2 * strikes.count)
        for strike in strikes {
            let price = ExactDecimal(significand: Int64(strike), exponent: -2)
            for kind in [OptionKind.call, .put] {
                contracts.append(
                    ListedContract(
                        symbol: symbol(kind, strike), underlying: underlying, kind: kind, expiration: expiration,
                        strike: price))
            }
        }
        return contracts
    }

    private func symbol(_ kind: OptionKind, _ cents: Int) -> String {
        var bytes = prefix
        bytes.append(kind == .call ? UInt8(ascii: "C") : UInt8(ascii: "P"))
        var unit = 10_000_000
        let thousandths = 10 * cents
        while unit > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(thousandths / unit % 10))
            unit /= 10
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
