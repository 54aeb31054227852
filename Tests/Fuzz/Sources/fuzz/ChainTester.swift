import OptionPricing
import VolatilitySmile

/// A chain of quotes, which the bytes are: the forward, the implied volatilities, the arbitrage and the smile are found or refused.
struct ChainTester: Tester, ~Copyable {
    mutating func test(_ input: [UInt8]) -> [UInt8] {
        var numbers = Numbers(input)
        let (spot, time, rate) = (numbers.next(), numbers.next(), numbers.next())
        var quotes: [OptionQuote] = []
        while !numbers.isEmpty, quotes.count < 64 {
            let kind: OptionKind = numbers.byte().isMultiple(of: 2) ? .call : .put
            quotes.append(OptionQuote(kind, strike: numbers.next(), .bidAsk(bid: numbers.next(), ask: numbers.next())))
        }
        let chain: OptionChain
        do throws(ChainError) {
            chain = try OptionChain(spot: spot, timeToExpiration: time, riskFreeRate: rate, quotes: quotes)
        } catch {
            return Array("\(error)".utf8)
        }
        let volatilities = chain.impliedVolatilities()
        require(volatilities.count == quotes.count, "a volatility for each quote")
        for violation in chain.arbitrage() {
            require(violation.trades.allSatisfy { quotes.indices.contains($0.quote) }, "trades of quotes")
            require(violation.trades.allSatisfy { $0.price.isFinite && $0.quantity.isFinite }, "finite trades")
        }
        let forward = try? chain.parityForward()
        require(forward?.forward.isFinite != false, "a finite forward")
        let smile = try? SVISmile(chain)
        if let smile {
            require(smile.uses.count == quotes.count, "a use for each quote")
            for strike in [smile.strikeRange.lowerBound, smile.strikeRange.upperBound] {
                let volatility = try? smile.volatility(at: strike)
                require(volatility?.isFinite != false, "a finite volatility")
            }
        }
        return Array("\(volatilities) \(String(describing: forward)) \(String(describing: smile?.parameters))".utf8)
    }
}

/// Numbers from bytes: small decimals, as quotes are, and any bit pattern.
private struct Numbers {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func next() -> Double {
        let kind = byte()
        if kind == 0xFF { return Double(bitPattern: (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) }) }
        return Double(Int(kind) << 8 | Int(byte())) / 100
    }
}
