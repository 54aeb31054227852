import Foundation
import OptionsClient
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Streams of market data")
struct StreamTests {
    private static let events = ["Content-Type": "text/event-stream"]

    private static func event(_ name: String, _ identifier: String?, _ data: String) -> String {
        "event: \(name)\n" + (identifier.map { "id: \($0)\n" } ?? "") + "data: \(data)\n\n"
    }

    private static func quote(_ symbol: String, _ last: Double) -> String {
        #"{"symbol":"\#(symbol)","description":"\#(symbol)","last":\#(last),"bid":0,"ask":0,"volume":0}"#
    }

    private static func quotes(_ members: String, _ rows: [String], removed: String = "") -> String {
        #"{"topic":"quotes",\#(members)"source":"simulated","results":[\#(rows.joined(separator: ","))]\#(removed)}"#
    }

    private static let whole = quotes(
        #""last_update":"1","count":2,"#, [quote("A", 1), quote("C", 3)])
    private static let change = quotes(
        #""last_update":"2","#, [quote("B", 2), quote("C", 4)], removed: #","removed":["A","X"]"#)

    private static func lasts(_ update: StreamUpdate?) -> [String: Double]? {
        guard case .quotes(let quotes, "quotes")? = update else { return nil }
        return Dictionary(uniqueKeysWithValues: quotes.results.map { ($0.symbol, $0.last) })
    }

    @Test("a stream that ends is resumed after the server's pause, with the last identifier")
    func resume() async throws {
        let clock = ManualClock()
        let transport = ScriptedTransport { _, number in
            switch number {
            case 1:
                // The second event is not complete when the connection ends.
                let text =
                    "retry: 7000\n\n" + Self.event("whole", "i-1", Self.whole) + "event: change\nid: i-2\ndata: {"
                return TransportAnswer(status: 200, headers: Self.events, body: Data(text.utf8))
            case 2: throw URLError(.networkConnectionLost)
            case 3: return TransportAnswer(status: 503, headers: ["Retry-After": "9"], body: Data())
            case 4:
                let text = Self.event("change", "i-3", Self.change) + ":\n\n" + Self.event("other", nil, "{}")
                return TransportAnswer(status: 200, headers: Self.events, body: Data(text.utf8))
            default: return TransportAnswer(status: 401, body: Data(#"{"error":"no"}"#.utf8))
            }
        }
        let stream = OptionsServerClient(transport).stream([.quotes()], clock: clock.pollingClock)
        var updates = stream.makeAsyncIterator()
        #expect(Self.lasts(try await updates.next()) == ["A": 1, "C": 3])
        for seconds in [7.0, 7, 9] {
            #expect(await clock.sleeping() == seconds)
            await clock.wake()
        }
        let changed = try await updates.next()
        #expect(Self.lasts(changed) == ["B": 2, "C": 4])
        if case .quotes(let quotes, _) = changed { #expect(quotes.count == 2 && quotes.lastUpdate == "2") }
        #expect(await clock.sleeping() == 9)
        await clock.wake()
        let error = await failure { try await updates.next() }
        #expect(error?.status == 401)
        let identifiers = await transport.requests.map { $0.value(forHTTPHeaderField: "Last-Event-ID") }
        #expect(identifiers == [nil, "i-1", "i-1", "i-1", "i-3"])
    }

    @Test("topics are parameters of the request")
    func parameters() async {
        let transport = ScriptedTransport(404, [:], #"{"error":"Stock not found"}"#)
        let client = OptionsServerClient(transport)
        let topics: [StreamTopic] = [
            .quotes(), .quotes(["AAPL", "MSFT"]), .chain(ticker: "COIN", expirationDate: "2026-12-18"),
            .prices(["btc", "coin:solana"]),
        ]
        #expect(await failure { for try await _ in client.stream(topics) {} }?.status == 404)
        #expect(
            await transport.requests.first?.url?.query
                == "quotes=&quotes=AAPL%2CMSFT&chain=COIN%2C2026-12-18&prices=BTC%2Ccoin%3Asolana")
    }

    @Test("status, and events that are not as documented")
    func events() async throws {
        let status = #"{"topic":"chain A 2026-12-18","stale":true,"asOf":null,"message":"down"}"#
        let wrong = [Self.event("change", nil, Self.change), Self.event("whole", nil, "{}")]
        for text in wrong {
            let transport = ScriptedTransport(200, Self.events, Self.event("status", "i-1", status) + text)
            var updates = OptionsServerClient(transport).quotesStream().makeAsyncIterator()
            guard case .status(let read)? = try await updates.next() else {
                Issue.record("no status")
                return
            }
            #expect(read.topic == "chain A 2026-12-18" && read.stale && read.message == "down")
            guard case .undocumented(_, "topic", _)? = await failure({ try await updates.next() }) else {
                Issue.record("\(text) is accepted")
                return
            }
        }
    }

    @Test("a running server: a chain and prices")
    func server() async throws {
        let client = try await RunningServer.readyClient()
        let date = try #require(try await client.optionExpirations(of: "COIN").expirationDates.last)
        var prices = 0
        var isChain = false
        for try await update in client.stream([.chain(ticker: "COIN", expirationDate: date), .prices(["BTC", "NOPE"])])
        {
            switch update {
            case .chain(let chain, let topic):
                isChain = true
                #expect(topic == "chain COIN \(date)" && chain.expirationDate == date && !chain.strikes.isEmpty)
            case .prices(let latest, let topic):
                prices += 1
                #expect(
                    topic == "prices BTC,NOPE" && latest.prices.map(\.asset) == ["BTC"] && latest.unknown == ["NOPE"])
            case .quotes, .status: Issue.record("\(update)")
            }
            if prices == 2 { break }
        }
        #expect(isChain)
    }
}
