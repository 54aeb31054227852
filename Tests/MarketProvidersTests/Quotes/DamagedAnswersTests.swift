import MarketData
import Testing

@testable import MarketProviders

/// A damaged answer is either read or rejected.
@Suite struct DamagedAnswersTests {
    typealias Reader = @Sendable (SourceReply) throws(SourceFailure) -> Int

    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: String
        /// Returns the number of rows.
        let read: Reader
    }

    static let samples = [
        Sample(testDescription: "tickers", body: PolygonSamples.tickers) { reply throws(SourceFailure) in
            try PolygonPage<PolygonTickerRow>(reply, "tickers").rows.compactMap(\.listed).count
        },
        Sample(testDescription: "snapshot", body: PolygonSamples.snapshot) { reply throws(SourceFailure) in
            let page = try PolygonPage<PolygonSnapshotRow>(reply, "snapshot")
            return page.rows.compactMap { row in
                Ticker(row.name).map { row.quote(of: $0, lastClose: page.received) }
            }.count
        },
        Sample(testDescription: "previous close", body: PolygonSamples.previous) { reply throws(SourceFailure) in
            let page = try PolygonPage<PolygonSessionBar>(reply, "bars", symbol: "ZZCO")
            return page.rows.compactMap { row in Ticker("ZZCO").map { row.quote(of: $0, calendar: .newYork) } }.count
        },
        Sample(testDescription: "contracts", body: PolygonSamples.contracts) { reply throws(SourceFailure) in
            let page = try PolygonPage<PolygonContractRow>(reply, "contracts")
            return page.rows.compactMap { row in
                Ticker("ZZCO").flatMap { zed in row.expiration.flatMap { row.contract(of: zed, expiration: $0) } }
            }.count
        },
        Sample(testDescription: "chain", body: PolygonSamples.chain) { reply throws(SourceFailure) in
            let page = try PolygonPage<PolygonChainRow>(reply, "chain", data: .optionChains)
            guard let zed = Ticker("ZZCO"), let friday = CalendarDate("2026-02-13") else { return 0 }
            return ChainSnapshot(zed, friday, page.rows, received: page.received)?.quotes.count ?? 0
        },
        Sample(testDescription: "Tradier quotes", body: TradierSamples.quotes) { reply throws(SourceFailure) in
            try TradierSource.rows(reply).compactMap { row in Ticker(row.name).map(row.quote) }.count
        },
        Sample(testDescription: "Tradier expirations", body: TradierSamples.expirations) {
            reply throws(SourceFailure) in
            try TradierSource.expirations(reply).count
        },
        Sample(testDescription: "Tradier detailed expirations", body: TradierSamples.detailedExpirations) {
            reply throws(SourceFailure) in try TradierSource.expirations(reply).count
        },
        Sample(testDescription: "Tradier chain", body: TradierSamples.chain) { reply throws(SourceFailure) in
            guard let zed = Ticker("ZZCO"), let friday = CalendarDate("2026-02-13") else { return 0 }
            return try TradierSource.options(reply).compactMap { $0.quote(of: zed, expiration: friday) }.count
        },
        Sample(testDescription: "dividends", body: DividendSourceTests.polygon) { reply throws(SourceFailure) in
            try PolygonPage<PolygonDividendRow>(reply, "dividends").rows.count
        },
        Sample(
            testDescription: "Tradier dividends",
            body: DividendSourceTests.tradier("[\(DividendSourceTests.tables("[\(DividendSourceTests.tradierRow)]"))]")
        ) { reply throws(SourceFailure) in
            try TradierSource.dividends(reply, of: "ZZCO")?.count ?? 0
        },
    ]

    private static func count(_ sample: Sample, _ bytes: some Collection<UInt8>) -> Int? {
        try? sample.read(.atScene(bytes))
    }

    @Test(arguments: samples)
    func theWholeAnswerIsRead(sample: Sample) throws {
        #expect(
            try sample.read(.atScene(sample.body.utf8)) == (sample.testDescription == "Tradier expirations" ? 2 : 1))
    }

    @Test(arguments: samples)
    func anAnswerThatIsCutOffIsRefused(sample: Sample) {
        let bytes = Array(sample.body.utf8)
        // Without the last brace, the text is not JSON.
        let end = bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
        for length in 0...end where Self.count(sample, bytes[..<length]) != nil {
            Issue.record("\(length) bytes were read")
        }
    }

    @Test(arguments: samples)
    func aChangedByteIsReadOrRefused(sample: Sample) {
        let bytes = Array(sample.body.utf8)
        var random = SeededBytes(seed: 20_260_210)
        for index in bytes.indices {
            var changed = bytes
            changed[index] = Self.replacements[index % Self.replacements.count]
            let count = Self.count(sample, changed) ?? 0
            changed[index] = UInt8(truncatingIfNeeded: random.next())
            changed.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
            let other = Self.count(sample, changed) ?? 0
            if max(count, other) > 3 { Issue.record("more rows than there were, at \(index)") }
        }
    }

    private static let replacements = Array("9-e.\"{}[],:n0 \u{0}".utf8)

    /// Values outside the range or type of a member. The expirations of Tradier have no numbers.
    @Test(
        arguments: samples.filter { $0.testDescription != "Tradier expirations" },
        ["1e400", "-1e308", "99999999999999999999999", "-0", "1e-400", "\"nan\"", "true", "[]", "\"\""])
    func absurdNumbersAreReadOrRefused(sample: Sample, number: String) {
        let parts = sample.body.split(separator: ":", omittingEmptySubsequences: false)
        var numbers = 0
        for index in parts.indices.dropFirst() {
            guard let first = parts[index].utf8.first, "-0123456789".utf8.contains(first) else { continue }
            var changed = parts.map(String.init)
            changed[index] = number + parts[index].drop { "-+.eE0123456789".contains($0) }
            #expect(Self.count(sample, changed.joined(separator: ":").utf8) ?? 0 <= 1)
            numbers += 1
        }
        #expect(numbers >= 1)
    }
}

/// A generator with a seed, so that a failure can be repeated (SplitMix64).
private struct SeededBytes: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
