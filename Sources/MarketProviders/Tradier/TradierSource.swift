public import MarketData

/// Tradier: quotes and options of the United States.
public struct TradierSource: Sendable {
    let client: SourceClient
    /// The path of the interface that is not final yet.
    let betaPath: String
    let time: ServiceTime

    /// Creates the source.
    ///
    /// - Parameters:
    ///   - client: Calls Tradier with the token.
    ///   - betaPath: The path of the interface that is not final yet: ``betaPath(of:)``.
    ///   - time: The clock.
    init(client: SourceClient, betaPath: String = "/beta", time: ServiceTime) {
        self.client = client
        self.betaPath = betaPath
        self.time = time
    }

    /// Returns the path in which `/beta` stands for the version of an address, `/v1`.
    static func betaPath(of address: SourceAddress) -> String {
        let version = "/v1"
        return (address.path.hasSuffix(version) ? String(address.path.dropLast(version.count)) : address.path) + "/beta"
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
