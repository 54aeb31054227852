#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The controls over HTTP, as JSON.
///
/// | request | |
/// |---|---|
/// | `GET /control/requests?source=&after=` | the requests with a number above `after`, of one source or of all |
/// | `POST /control/requests` | clears them |
/// | `POST /control/faults` `{"source":"yahoo","fault":"html"}` | see ``FakeFault``; `none` ends all; source `all` |
/// | `POST /control/plan` `{"source":"polygon","plan":"free"}` | see ``FakeSources/setPlan(_:of:)`` |
/// | `POST /control/rate` `{"source":"tradier","calls":120,"seconds":60}` | enforces a limit; without `calls`, none |
/// | `POST /control/split` `{"symbol":"SPY","date":"2026-02-10","numerator":4,"denominator":1}` | |
/// | `POST /control/clock` `{"now":1770757200}` | sets the time; without `now`, the system's time |
/// | `GET /control/clock` | the time, and whether the exchange is open |
/// | `GET /control/history?source=yahoo&symbol=SPY&from=&to=` | the true closes, and those adjusted for dividends |
/// | `GET /control/tickers` | the symbols of the list of Polygon |
/// | `POST /control/reset` | |
struct ControlRoutes {
    private struct Command: Decodable {
        var source: String?
        var fault: String?
        var plan: String?
        var calls: Int?
        var seconds: Double?
        var symbol: String?
        var date: String?
        var numerator: Int?
        var denominator: Int?
        var now: Int?
    }

    let state: FakeState

    func answer(_ request: FakeRequest) -> FakeAnswer {
        let query = request.query
        switch (request.method, request.path) {
        case ("GET", "/control/requests"):
            let after = query["after"].flatMap(Int.init) ?? 0
            let requests = state.requests(of: query["source"].flatMap(FakeSource.init)).filter { $0.index >= after }
            return FakeAnswer(["requests": .array(requests.map(\.json))])
        case ("GET", "/control/history"): return history(query)
        case ("GET", "/control/clock"):
            let market = state.market
            return FakeAnswer([
                "now": .integer(market.now), "today": .text("\(market.today)"), "open": .bool(market.isOpen),
                "lastComplete": .text("\(market.lastComplete)"),
            ])
        case ("GET", "/control/tickers"): return FakeAnswer(["tickers": .array(FakeSymbols.listed.map { .text($0) })])
        case ("POST", _):
            let body = Data((request.body.isEmpty ? "{}" : request.body).utf8)
            guard let command = try? JSONDecoder().decode(Command.self, from: body) else { return wrong("the body") }
            return change(request.path, command, body)
        default: return FakeAnswer(["error": "there is no such control"], status: 404)
        }
    }

    private func change(_ path: String, _ command: Command, _ body: Data) -> FakeAnswer {
        let sources =
            command.source == "all" ? FakeSource.allCases : command.source.flatMap(FakeSource.init).map { [$0] }
        switch path {
        case "/control/reset": state.reset()
        case "/control/requests": state.clearRequests()
        case "/control/clock": state.setClock(command.now)
        case "/control/split":
            guard let symbol = command.symbol, let date = command.date.flatMap({ Day($0) }),
                let numerator = command.numerator, let denominator = command.denominator, numerator > 0, denominator > 0
            else { return wrong("symbol, date, numerator or denominator") }
            state.add(FakeSplit(date: date, numerator: numerator, denominator: denominator), to: symbol)
        default:
            guard let sources else { return wrong("source") }
            for source in sources {
                if let answer = change(source, path, command, body) { return answer }
            }
        }
        return FakeAnswer(["ok": true])
    }

    private func change(_ source: FakeSource, _ path: String, _ command: Command, _ body: Data) -> FakeAnswer? {
        switch path {
        case "/control/faults":
            if command.fault == "none" {
                state.clearFaults(source)
            } else {
                guard let fault = try? JSONDecoder().decode(FakeFault.self, from: body) else { return wrong("fault") }
                state.add(fault, to: source)
            }
        case "/control/plan":
            guard let plan = command.plan else { return wrong("plan") }
            state.setPlan(plan, source)
        case "/control/rate":
            state.setRate(command.calls.map { FakeRate(calls: $0, seconds: command.seconds ?? 60) }, source)
        default: return FakeAnswer(["error": "there is no such control"], status: 404)
        }
        return nil
    }

    private func history(_ query: [String: String]) -> FakeAnswer {
        guard let source = query["source"].flatMap(FakeSource.init), let symbol = query["symbol"] else {
            return wrong("source or symbol")
        }
        let today = state.market.today
        let from = query["from"].flatMap { Day($0) } ?? today - 365
        let through = query["to"].flatMap { Day($0) } ?? today
        let days = FakeHistory(state: state).days(source, symbol, from, through)
        return FakeAnswer([
            "source": .text(source.rawValue), "symbol": .text(symbol),
            "closes": .object(days.map { ($0.date.description, .number($0.close)) }),
            "adjustedCloses": .object(days.map { ($0.date.description, .number($0.adjusted)) }),
        ])
    }

    private func wrong(_ what: String) -> FakeAnswer { FakeAnswer(["error": .text("wrong: \(what)")], status: 400) }
}
