internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Keeps the connection, so that a fault can close it.
struct FakeContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

/// Answers requests to all sources.
struct FakeResponder: HTTPResponder {
    private struct Broken: Error {}

    let state: FakeState
    static let players: [FakeSource: any FakeSourcePlayer] = [
        .polygon: FakePolygon(), .tradier: FakeTradier(), .yahoo: FakeYahoo(), .coingecko: FakeCoinGecko(),
        .alphavantage: FakeAlphaVantage(), .twelvedata: FakeTwelveData(),
    ]

    func respond(to request: Request, context: FakeContext) async throws -> Response {
        let target = (request.head.path ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = target[0].split(separator: "/", maxSplits: 1)
        let first = parts.first.map(String.init) ?? ""
        let body = try await request.body.collect(upTo: 16 << 20)
        let known = FakeSource(rawValue: first)
        let asked = FakeRequest(
            source: known ?? .elsewhere, method: request.method.rawValue,
            path: known == nil ? String(target[0]) : "/" + (parts.count > 1 ? parts[1] : ""),
            rawQuery: target.count > 1 ? String(target[1]) : "", headers: request.headers, body: String(buffer: body),
            port: context.channel.localAddress?.port ?? 0)
        if first == "control" {
            return response(ControlRoutes(state: state).answer(asked), nil, at: nil, context.channel)
        }
        let index = state.record { index in
            RecordedRequest(
                index: index, time: FakeState.systemTime, source: asked.source, method: asked.method, path: asked.path,
                query: asked.rawQuery, headers: asked.headers.map { $0.name.canonicalName }, keys: asked.keys,
                keyPlace: asked.keyPlace, body: asked.body)
        }
        guard let player = Self.players[asked.source] else {
            return response(FakeAnswer(["error": "another host"], status: 404), nil, at: index, context.channel)
        }
        let calls = state.count(asked.source)
        let fault = state.takeFault(asked.source, path: asked.path)
        state.note(index) { $0.fault = fault?.fault }
        if fault?.fault == .slow { try await Task.sleep(for: .seconds(fault?.delay ?? 0)) }
        if fault?.fault == .close || fault?.fault == .reset {
            await Self.close(context.channel, isReset: fault?.fault == .reset)
            return Response(status: .internalServerError)
        }
        var answer = answer(asked, player, fault, isOver: calls.allowed.map { calls.used > $0 } ?? false)
        answer = player.addingLimits(answer, used: calls.used, allowed: calls.allowed, end: calls.end)
        return response(answer, fault, at: index, context.channel)
    }

    private func answer(
        _ request: FakeRequest, _ player: any FakeSourcePlayer, _ fault: FakeFault?, isOver: Bool
    ) -> FakeAnswer {
        if isOver { return player.failure(429, isOther: false) }
        let truth = {
            player.refusal(request)
                ?? (request.header("accept-encoding")?.contains("gzip") == true && request.source == .polygon
                    ? Self.zipped(player.answer(request, state)) : player.answer(request, state))
        }
        guard let fault else { return truth() }
        switch fault.fault {
        case .status: return failure(player, fault)
        case .body:
            let text = fault.body ?? ""
            let isJSON = text.first == "{" || text.first == "["
            return FakeAnswer(text: text, type: isJSON ? "application/json" : "text/plain", status: fault.status ?? 200)
        case .empty: return FakeAnswer(bytes: [], type: "application/json", status: fault.status ?? 200)
        case .html: return .page(fault.status ?? 502)
        case .text: return FakeAnswer(text: "upstream connect error", status: fault.status ?? 200)
        case .twin: return player.twin()
        case .redirect:
            // Another name of the same machine is another host.
            let place =
                "http://localhost:\(request.port)/elsewhere/\(request.source.rawValue)\(request.path)"
                + "?\(request.rawQuery)"
            return FakeAnswer(bytes: [], type: "text/plain", status: fault.status ?? 302).adding("location", place)
        case .truncated, .garbage, .nextURL, .badGzip:
            var answer = player.refusal(request) ?? player.answer(request, state)
            switch fault.fault {
            case .truncated: answer.body.removeLast(answer.body.count - answer.body.count / 2)
            case .nextURL:
                answer.body = Self.movingNextURL(answer.body, to: "http://localhost:\(request.port)")
            default:
                answer.body = (0..<max(answer.body.count, 64)).map { UInt8(truncatingIfNeeded: Noise.mixed(9, $0)) }
            }
            return fault.fault == .badGzip ? answer.adding("content-encoding", "gzip") : answer
        case .gzip: return Self.zipped(player.refusal(request) ?? player.answer(request, state))
        case .slow, .trickle, .cut, .close, .reset: return truth()
        }
    }

    private func failure(_ player: any FakeSourcePlayer, _ fault: FakeFault) -> FakeAnswer {
        let status = fault.status ?? 500
        var answer =
            switch fault.body {
            case "empty": FakeAnswer(bytes: [], type: "text/plain", status: status)
            case "html": FakeAnswer.page(status)
            case "text": FakeAnswer(text: "Too Many Requests", status: status)
            default: player.failure(status, isOther: fault.body == "other")
            }
        if let seconds = fault.retryAfter { answer = answer.adding("retry-after", "\(seconds)") }
        if let seconds = fault.resetAfter {
            answer = answer.adding(
                "x-ratelimit-reset", Digits.time(Int(FakeState.systemTime) + seconds, separator: " ") + " +0000")
        }
        return answer
    }

    private static func zipped(_ answer: FakeAnswer) -> FakeAnswer {
        var answer = answer.adding("content-encoding", "gzip")
        answer.body = StoredGzip.wrapped(answer.body)
        return answer
    }

    private static func movingNextURL(_ body: [UInt8], to place: String) -> [UInt8] {
        let text = String(decoding: body, as: UTF8.self)
        return Array(
            text.split(separator: FakePolygon.address, omittingEmptySubsequences: false).joined(separator: place).utf8)
    }

    private static func close(_ channel: any Channel, isReset: Bool) async {
        if isReset, let options = channel as? any SocketOptionProvider {
            try? await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try? await channel.close()
    }

    private func response(
        _ answer: FakeAnswer, _ fault: FakeFault?, at index: Int?, _ channel: any Channel
    ) -> Response {
        var headers = HTTPFields()
        for field in answer.fields {
            if let name = HTTPField.Name(field.name) { headers[name] = field.value }
        }
        let bytes = answer.body
        let state = state
        if let index { state.note(index) { $0.status = answer.status } }
        let length = answer.isChunked && fault?.fault != .cut ? nil : bytes.count
        return Response(
            status: .init(code: answer.status), headers: headers,
            body: ResponseBody(contentLength: length) { writer in
                switch fault?.fault {
                case .cut:
                    try await writer.write(ByteBuffer(bytes: bytes.prefix(bytes.count / 2)))
                    await Self.close(channel, isReset: false)
                    throw Broken()
                case .trickle:
                    let part = bytes.count / 20 + 1
                    for start in stride(from: 0, to: bytes.count, by: part) {
                        try await writer.write(ByteBuffer(bytes: bytes[start..<min(start + part, bytes.count)]))
                        try await Task.sleep(for: .seconds((fault?.delay ?? 0) / 20))
                    }
                default: try await writer.write(ByteBuffer(bytes: bytes))
                }
                try await writer.finish(nil)
                if let index { state.note(index) { $0.isComplete = true } }
            })
    }
}
