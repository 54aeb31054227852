public import MarketData

/// CoinGecko: coins, their latest prices and their daily prices. It requires no key.
public struct CoinGeckoSource: Sendable {
    /// The coins of one call.
    static let chunk = 250
    /// The maximum total length of the identifiers in one call: servers reject longer addresses.
    private static let chunkLength = 6000

    let client: SourceClient
    let plan: CoinGeckoPlan
    let time: ServiceTime

    init(client: SourceClient, plan: CoinGeckoPlan, time: ServiceTime) {
        self.client = client
        self.plan = plan
        self.time = time
    }

    /// Splits identifiers into lists for one call each. Invalid identifiers are omitted.
    static func chunks(_ ids: [String]) -> [[String]] {
        var seen: Set<String> = []
        var chunks: [[String]] = []
        var length = 0
        for id in ids where isIdentifier(id) && seen.insert(id).inserted {
            length += id.utf8.count + 1
            if let last = chunks.last, last.count < chunk, length <= chunkLength {
                chunks[chunks.count - 1].append(id)
            } else {
                chunks.append([id])
                length = id.utf8.count + 1
            }
        }
        return chunks
    }

    /// Whether a text is a valid coin identifier. A comma would separate two identifiers.
    static func isIdentifier(_ id: String) -> Bool {
        (1...100).contains(id.utf8.count) && id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") }
    }
}

extension CoinGeckoSource: MarketProvider {
    /// ``MarketData/MarketSource/coinGecko``.
    public var source: MarketSource { .coinGecko }
}

extension CoinGeckoSource: CheckableProvider {
    /// Returns the status after the last calls.
    public func status() async -> SourceStatus { await client.status() }

    /// Asks for the price of bitcoin.
    public func check() async -> SourceStatus {
        _ = try? await latestPrices(of: [.coin(id: "bitcoin")], priority: .interactive)
        return await client.status()
    }
}
