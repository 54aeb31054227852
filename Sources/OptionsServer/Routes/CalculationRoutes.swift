internal import ExactPayoff
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import OptionPricing
internal import StrategyBatch
internal import StrategyContract
internal import StrategyRequests
internal import StrategyValuation

/// The endpoints under `/api/rest/options` whose responses depend only on the request.
struct CalculationRoutes {
    private static let json = ["application/json"]
    private static let lines = ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/json"]

    /// The limits of requests that share the threads for calculations: a solver searches for a quarter of a second at most.
    private static let limits = {
        var limits = WorkLimits.strict
        limits.solverSeconds = 0.25
        return limits
    }()

    let pools: WorkPools
    let memory: MemoryBudget

    var routes: [Route] {
        [
            Route(
                .post, "/api/rest/options/calculate", "The payoff curve and the metrics of a strategy.",
                body: .collected(Self.json), immediately: { $0.calculate($1.body) }, respond: calculate),
            Route(
                .post, "/api/rest/options/batch", "The answers to many requests, one per line, while they arrive.",
                body: .streamed(Self.lines), respond: batch),
            Route(
                .post, "/api/rest/options/price", "The prices and greeks of options, one per line.",
                body: .streamed(Self.lines), respond: price),
            Route(
                .post, "/api/rest/options/implied-volatility", "The implied volatilities of options, one per line.",
                body: .streamed(Self.lines), respond: impliedVolatility),
            Route(
                .post, "/api/rest/options/scenario",
                "The profits of a strategy or a book over prices, volatilities and dates.",
                body: .collected(Self.json), respond: scenario),
            Route(
                .post, "/api/rest/options/risk",
                "The value at risk and the expected shortfall of positions on several underlyings.",
                body: .collected(Self.json), respond: risk),
            Route(
                .post, "/api/rest/options/recognise", "The legs of an account, split into named strategies.",
                body: .collected(Self.json), respond: recognise),
            Route(
                .post, "/api/rest/options/margin", "The least margin that an account requires.",
                body: .collected(Self.json), respond: margin),
            Route(
                .post, "/api/rest/options/chart", "The payoff diagram of a strategy as SVG.",
                body: .collected(Self.json), respond: chart),
        ]
    }

    private func calculate(_ request: Request, _ context: OptionsRequestContext) async throws -> Response {
        let signals = context.signals
        return try await response(request, "application/json") { body in
            var answerer = CalculationAnswerer(
                AnswerOptions(limits: Self.limits, isCancelled: { signals.isCancelled }), repeatsIdentifier: false)
            var output: [UInt8] = []
            try answerer.appendAnswer(to: body.readableBytesUInt8Span, &output)
            signals.legs = answerer.legCount
            return output
        }
    }

    private func scenario(_ request: Request, _ context: OptionsRequestContext) async throws -> Response {
        let signals = context.signals
        return try await response(request, "application/json") { body in
            try JSONContract.scenario(
                Array(body.readableBytesView), AnswerOptions(limits: .strict, isCancelled: { signals.isCancelled }))
        }
    }

    private func risk(_ request: Request, _ context: OptionsRequestContext) async throws -> Response {
        let signals = context.signals
        return try await response(request, "application/json") { body in
            try JSONContract.risk(
                Array(body.readableBytesView), AnswerOptions(limits: .strict, isCancelled: { signals.isCancelled }))
        }
    }

    private func recognise(_ request: Request, _ context: OptionsRequestContext) async throws -> Response {
        let signals = context.signals
        return try await response(request, "application/json") { body in
            try JSONContract.recognise(
                Array(body.readableBytesView), AnswerOptions(limits: .strict, isCancelled: { signals.isCancelled }))
        }
    }

    private func margin(_ request: Request, _ context: OptionsRequestContext) async throws -> Response {
        let signals = context.signals
        let body = try await request.body.collect(upTo: .max)
        let margin: @Sendable (WorkLimits) throws(ContractError) -> ByteBuffer = { limits throws(ContractError) in
            ByteBuffer(
                bytes: try JSONContract.margin(
                    Array(body.readableBytesView), AnswerOptions(limits: limits, isCancelled: { signals.isCancelled })))
        }
        let answer: ByteBuffer
        do {
            var limits = WorkLimits.strict
            limits.solverSeconds = 0
            answer = try await pools.calculations.run { [limits] in try margin(limits) }
        } catch let error as ContractError where error.code == .workExceeded {
            answer = try await pools.solver.run { try margin(.strict) }
        }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: answer))
    }

    private func chart(_ request: Request, _ context: OptionsRequestContext) async throws -> Response {
        let signals = context.signals
        var response = try await response(request, "image/svg+xml") { body in
            try JSONContract.chart(
                Array(body.readableBytesView), AnswerOptions(limits: .strict, isCancelled: { signals.isCancelled }))
        }
        // A diagram that is opened as a page loads nothing.
        response.headers[.contentSecurityPolicy] = "default-src 'none'"
        return response
    }

    private func response(
        _ request: Request, _ mediaType: String, _ calculate: @escaping @Sendable (ByteBuffer) throws -> [UInt8]
    ) async throws -> Response {
        let body = try await request.body.collect(upTo: .max)
        let bytes = try await pools.calculations.run { ByteBuffer(bytes: try calculate(body)) }
        return Response(status: .ok, headers: [.contentType: mediaType], body: .init(byteBuffer: bytes))
    }

    private func batch(_ request: Request, _ context: OptionsRequestContext) async throws -> Response {
        let parameters = try RequestParameters(request, context)
        let metricsOnly = try parameters.flag("metricsOnly")
        let format: AnswerFormat =
            switch parameters.text("format") {
            case nil, "ndjson": metricsOnly ? .metrics : .json
            case "csv": .csv
            case .some(let other):
                throw ServerError(
                    .notAllowed, path: "format", #"must be "ndjson" or "csv", got \#(RequestParameters.quoted(other))"#)
            }
        let signals = context.signals
        let memory = memory
        let options = AnswerOptions(format: format, limits: Self.limits, isCancelled: { signals.isCancelled })
        return try await response(request, context, form: format == .csv ? .csv : .lines) { content in
            LineStream(CalculationAnswerer(options), memory, content)
        }
    }

    private func price(_ request: Request, _ context: OptionsRequestContext) async throws -> Response {
        let parameters = try RequestParameters(request, context)
        let units: GreekUnits = try parameters.flag("marketUnits") ? .market : .mathematical
        let (allGreeks, memory) = (try parameters.flag("allGreeks"), memory)
        return try await response(request, context) { content in
            LineStream(PriceAnswerer(allGreeks: allGreeks, AnswerOptions(greekUnits: units)), memory, content)
        }
    }

    private func impliedVolatility(_ request: Request, _ context: OptionsRequestContext) async throws -> Response {
        let parameters = try RequestParameters(request, context)
        let units: GreekUnits = try parameters.flag("marketUnits") ? .market : .mathematical
        let (greeks, allGreeks) = (try parameters.flag("greeks"), try parameters.flag("allGreeks"))
        let selection: GreekSelection? = allGreeks ? .allGreeks : greeks ? .greeks : nil
        let memory = memory
        return try await response(request, context) { content in
            LineStream(
                ImpliedVolatilityAnswerer(greeks: selection, AnswerOptions(greekUnits: units)), memory, content)
        }
    }

    /// Answers lines while they arrive, or the elements of a JSON array.
    private func response<Answerer: LineAnswerer & ~Copyable>(
        _ request: Request, _ context: OptionsRequestContext, form: AnswerForm = .lines,
        _ stream: (RequestCutter.Content) -> LineStream<Answerer>
    ) async throws -> Response {
        guard form == .lines, Self.mayBeArray(request) else {
            return response(request.body, context, stream(.lines), form)
        }
        let body = try await collected(request)
        let isArray = body.readableBytesView.first { !RequestBlock.isSpace($0) } == UInt8(ascii: "[")
        return response(
            RequestBody(buffer: body), context, stream(isArray ? .document : .lines), isArray ? .array : .lines)
    }

    /// Whether a request is JSON, and JSON is accepted as its answer.
    private static func mayBeArray(_ request: Request) -> Bool {
        guard let type = request.headers[.contentType], RequestFields.isMediaType(type, "application/json") else {
            return false
        }
        let fields = request.headers[values: .accept]
        return fields.isEmpty || HTTPWeights.weightOfJSON(HTTPWeights.elements(of: fields)) > 0
    }

    /// The whole body.
    ///
    /// - Throws: 413 if it is too long, and 503 without memory for it.
    private func collected(_ request: Request) async throws -> ByteBuffer {
        var body = ByteBuffer()
        defer { memory.giveBack(body.readableBytes) }
        for try await var bytes in request.body {
            let isTooMuch = !memory.take(bytes.readableBytes)
            body.writeBuffer(&bytes)
            if isTooMuch { throw ServerError.busy }
            if body.readableBytes > RequestLimits.requestBytes {
                throw ServerError.tooLarge(limit: RequestLimits.requestBytes)
            }
        }
        return body
    }

    /// Writes the answers. The next pieces of the body are read when the answers to the previous ones are written.
    private func response<Answerer: LineAnswerer & ~Copyable>(
        _ body: RequestBody, _ context: OptionsRequestContext, _ stream: LineStream<Answerer>, _ form: AnswerForm
    ) -> Response {
        let pool = pools.calculations
        return Response(
            status: .ok, headers: [.contentType: form.mediaType],
            body: .init { writer in
                // The thread that computes the responses also writes them: a change of threads takes as long as many
                // responses.
                try await withTaskExecutorPreference(pool) {
                    var elements = ArrayElements()
                    if form == .csv { try await writer.write(ByteBuffer(string: AnswerFormat.csvHeader)) }
                    for try await bytes in body {
                        try stream.append(bytes)
                        try await write(stream, context, form, &elements, to: &writer)
                    }
                    stream.finish()
                    try await write(stream, context, form, &elements, to: &writer)
                    if form == .array { try await writer.write(elements.end) }
                }
                try await writer.finish(nil)
            })
    }

    /// Writes the answers to the lines that are complete.
    private func write<Answerer: LineAnswerer & ~Copyable>(
        _ stream: LineStream<Answerer>, _ context: OptionsRequestContext, _ form: AnswerForm,
        _ elements: inout ArrayElements, to writer: inout any ResponseBodyWriter
    ) async throws {
        while true {
            let next = stream.answer()
            if next.answers.readableBytes > 0 {
                try await writer.write(form == .array ? elements.text(of: next.answers) : next.answers)
            }
            if stream.answerBytes - context.signals.answerBytes > LineStream<Answerer>.pieceBytes {
                // The writer waits for the client, but not for the event loop. This call waits until the loop has taken
                // the responses.
                try await context.channel.eventLoop.submit {}.get()
            } else {
                // Others have their turn.
                await Task.yield()
            }
            if !next.isMore { return }
        }
    }
}
