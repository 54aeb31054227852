internal import ExactPayoff
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import MarketServices
internal import NIOCore
internal import StrategyContract
internal import StrategySearch

/// The endpoint of the search for strategies: an answer, or a stream that ends with it.
struct FindRoutes {
    let pools: WorkPools
    let market: MarketBackend
    let limits: ServerLimits

    var routes: [Route] {
        [
            Route(
                .post, "/api/rest/options/find", "The best strategies of a chain among all combinations.",
                body: .collected(["application/json"]), respond: find)
        ]
    }

    private func find(_ request: Request, _ context: OptionsRequestContext) async throws -> Response {
        let body = Array(try await request.body.collect(upTo: .max).readableBytesView)
        let question = try await ChainQuestion(body, market)
        let signals = context.signals
        if let form = SearchStream(accept: request.headers[values: .accept]) {
            return try await stream(question, signals, form)
        }
        let answer = ByteBuffer(bytes: try await answer(question, signals))
        return Response(
            status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: answer))
    }

    /// Searches on a thread for searches. A client that closes its connection, or its sending side, ends the search.
    private func answer(
        _ question: ChainQuestion, _ signals: ConnectionSignals,
        progress: (@Sendable (FindProgress) -> Void)? = nil
    ) async throws -> [UInt8] {
        let limits = limits
        return try await pools.searches.run {
            let start = ContinuousClock.now
            let options = AnswerOptions(
                limits: .strict, isCancelled: { signals.isCancelled || signals.isInputClosed })
            let answer = try JSONContract.find(
                question.json, options, jobs: limits.threadsPerSearch, timeLimit: limits.searchSeconds,
                elapsed: { (ContinuousClock.now - start) / .seconds(1) }, progress: progress)
            return question.completed(answer)
        }
    }

    /// Answers by a stream. A request that breaks a rule is refused before the stream begins.
    private func stream(
        _ question: ChainQuestion, _ signals: ConnectionSignals, _ form: SearchStream
    ) async throws -> Response {
        let (events, continuation) = AsyncStream<SearchStream.Event>.makeStream()
        Task {
            do {
                let answer = try await answer(question, signals) { continuation.yield(.progress($0.json())) }
                continuation.yield(.answer(answer))
            } catch let error as ContractError {
                continuation.yield(.failure(ServerError(error)))
            } catch {
                continuation.yield(.failure(error as? ServerError ?? .internalError))
            }
            continuation.finish()
        }
        let seconds = limits.secondsBetweenComments
        for await first in events {
            if case .failure(let error) = first { throw error }
            return Response(
                status: .ok, headers: [.contentType: form.mediaType, .cacheControl: "no-store"],
                body: .init { writer in
                    try await writer.write(form.text(of: first))
                    let clock = Task {
                        while true {
                            try await Task.sleep(for: .seconds(seconds))
                            continuation.yield(.pause)
                        }
                    }
                    defer { clock.cancel() }
                    for await event in events { try await writer.write(form.text(of: event)) }
                    try await writer.finish(nil)
                })
        }
        throw ServerError.internalError
    }
}

/// The form of a stream of progress that ends with the answer.
enum SearchStream: String, CaseIterable {
    /// A line for each event.
    case lines = "application/x-ndjson"
    /// Server-sent events (HTML Standard, section 9.2).
    case events = "text/event-stream"

    enum Event: Sendable {
        case progress([UInt8])
        case answer([UInt8])
        case failure(ServerError)
        /// Some time has passed.
        case pause
    }

    /// The first form in fields `Accept`; `nil` for an answer without a stream.
    init?(accept fields: [String]) {
        let types = fields.flatMap { $0.split(separator: ",") }.map { type in
            type.prefix { $0 != ";" }.trimmed.lowercased()
        }
        guard let form = types.lazy.compactMap({ Self(rawValue: $0) }).first else { return nil }
        self = form
    }

    var mediaType: String { rawValue }

    func text(of event: Event) -> ByteBuffer {
        let (name, bytes) =
            switch event {
            case .progress(let bytes): ("progress", bytes)
            case .answer(let bytes): ("result", bytes)
            case .failure(let error): ("error", error.json(path: ""))
            case .pause: ("", [])
            }
        switch self {
        case .lines:
            return bytes.isEmpty ? ByteBuffer() : ByteBuffer(bytes: bytes + Array("\n".utf8))
        case .events:
            if bytes.isEmpty { return ByteBuffer(string: ":\n\n") }
            return ByteBuffer(bytes: Array("event: \(name)\ndata: ".utf8) + bytes + Array("\n\n".utf8))
        }
    }
}
