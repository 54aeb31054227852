import MarketData

@testable import MarketProviders

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A source that replies from a script, five minutes after the close of 2026-02-10.
struct QuotesScene {
    /// The response of a source.
    struct Answer: Sendable {
        var status = 200
        var fields: [String: String] = [:]
        let body: String

        init(_ body: String, status: Int = 200, fields: [String: String] = [:]) {
            (self.status, self.fields, self.body) = (status, fields, body)
        }
    }

    /// 2026-02-10T21:05:00Z
    static let start = Timestamp(secondsSince1970: 1_770_757_500) ?? .unixEpoch

    let clock: TestClock
    let transport: ScriptedTransport

    init(_ script: @escaping @Sendable (_ request: SourceRequest, _ index: Int) -> Answer) {
        let clock = TestClock(Self.start)
        self.clock = clock
        transport = ScriptedTransport { request, index throws(TransportFailure) in
            let answer = script(request, index)
            return SourceReply(
                status: answer.status, fields: answer.fields, body: Data(answer.body.utf8), received: clock.now)
        }
    }

    /// A source that gives the same reply to every request.
    init(_ body: String, status: Int = 200) {
        self.init { _, _ in Answer(body, status: status) }
    }

    func polygon() -> PolygonSource {
        PolygonSource(client: .scripted(.polygon, transport: transport, clock: clock), time: clock.time)
    }

    func tradier() -> TradierSource {
        TradierSource(client: .scripted(.tradier, transport: transport, clock: clock), time: clock.time)
    }

    var paths: [String] { transport.requests.map(\.path) }

    /// The value of a parameter in each request; `nil` if it is absent.
    func query(_ name: String) -> [String?] {
        transport.requests.map { request in request.query.first { $0.name == name }?.value }
    }
}

extension SourceReply {
    /// A reply at the instant of the scene.
    static func atScene(_ body: some Collection<UInt8>, status: Int = 200) -> SourceReply {
        SourceReply(status: status, body: Data(body), received: QuotesScene.start)
    }
}

/// Values written as text. Invalid text is an error of the test.
enum Known {
    private struct Unreadable: Error {
        let text: String
    }

    static func ticker(_ text: String) throws -> Ticker { try value(Ticker(text), text) }
    static func day(_ text: String) throws -> CalendarDate { try value(CalendarDate(text), text) }
    static func instant(_ text: String) throws -> Timestamp { try value(Timestamp(text), text) }
    static func decimal(_ text: String) throws -> ExactDecimal { try value(ExactDecimal(text), text) }

    private static func value<Value>(_ value: Value?, _ text: String) throws -> Value {
        guard let value else { throw Unreadable(text: text) }
        return value
    }
}
