internal import ExactPayoff
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import MarketServices
internal import NIOCore
internal import StrategyContract
internal import StrategyRequests
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
        let search = try await search(question, context.signals)
        var response: Response
        if let form = SearchStream(accept: request.headers[values: .accept]) {
            response = try await stream(search, form)
        } else {
            let answer = ByteBuffer(bytes: try await search.answer())
            response = Response(
                status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: answer))
        }
        response.headers[.vary] = "Accept"
        return response
    }

    /// Reads a request, which is refused before it waits for a thread.
    private func search(_ question: ChainQuestion, _ signals: ConnectionSignals) async throws -> Search {
        let isGone: @Sendable () -> Bool = { signals.isCancelled || signals.isInputClosed }
        let limits = limits
        let find = try await pools.calculations.run {
            var find = try FindQuestion(question.json, AnswerOptions(limits: .strict, isCancelled: isGone))
            find.request.listedExpirations = question.expirations
            let own = find.request.timeLimit ?? .infinity
            find.request.timeLimit = min(own, limits.searchSeconds)
            return find
        }
        return Search(
            question: question, find: find, isGone: isGone, threads: limits.threadsPerSearch, pool: pools.searches)
    }

    private struct Search: Sendable {
        let question: ChainQuestion
        let find: FindQuestion
        /// Whether the client has closed its connection, or its sending side, which ends the search.
        let isGone: @Sendable () -> Bool
        let threads: Int
        let pool: CalculationPool

        /// Searches on a thread for searches.
        func answer(progress: (@Sendable (FindProgress) -> Void)? = nil) async throws -> [UInt8] {
            try await pool.run(isGone: isGone, onWait: { progress?(.none) }) {
                let start = ContinuousClock.now
                let answer = try find.answer(
                    jobs: threads, elapsed: { (ContinuousClock.now - start) / .seconds(1) }, progress: progress)
                return question.completed(answer.json)
            }
        }
    }

    /// Answers by a stream. A request that breaks a rule is refused before the stream begins.
    private func stream(_ search: Search, _ form: SearchStream) async throws -> Response {
        let (events, continuation) = AsyncStream<SearchStream.Event>.makeStream()
        Task {
            do {
                let answer = try await search.answer { continuation.yield(.progress($0.json())) }
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

    /// The form that fields `Accept` prefer, by their weights (RFC 9110, section 12.5.1); `nil` for an answer without a stream.
    init?(accept fields: [String]) {
        var (form, streamed): (Self?, Double) = (nil, 0)
        let elements = HTTPWeights.elements(of: fields)
        for element in elements {
            if let stream = Self(rawValue: element.name), element.weight > streamed {
                (form, streamed) = (stream, element.weight)
            }
        }
        guard let form, streamed >= HTTPWeights.weightOfJSON(elements) else { return nil }
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
