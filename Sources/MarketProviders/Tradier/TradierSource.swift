public import MarketData

/// Tradier: quotes and options of the United States.
public struct TradierSource: Sendable {
    let client: SourceClient
    let time: ServiceTime

    /// Creates the source.
    ///
    /// - Parameters:
    ///   - client: Calls Tradier with the token.
    ///   - time: The clock.
    init(client: SourceClient, time: ServiceTime) {
        self.client = client
        self.time = time
    }
}

extension TradierSource: MarketProvider {
    /// ``MarketData/MarketSource/tradier``.
    public var source: MarketSource { .tradier }
}

/// The state of the exchange, which is not used.
private struct TradierClock: TradierMember {
    static let name = "clock"
}

extension TradierSource: CheckableProvider {
    /// Returns the status after the last calls.
    public func status() async -> SourceStatus { await client.status() }

    /// Asks whether the exchange is open.
    public func check() async -> SourceStatus {
        _ = try? await client.answer(SourceRequest("clock", path: "/markets/clock"), priority: .interactive) {
            reply throws(SourceFailure) in try reply.tradier(TradierClock.self, "clock") != nil
        }
        return await status()
    }
}
