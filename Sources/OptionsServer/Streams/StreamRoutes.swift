internal import HTTPTypes
internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import StrategyContract

/// The streams of market data: what an endpoint answers, and then its changes.
struct StreamRoutes {
    private static let maximumTopics = 20
    private static let maximumSymbols = 1000
    /// The milliseconds after which a client returns.
    private static let retry = 5000
    private static let lastEventID = HTTPField.Name("Last-Event-ID")

    private enum Question: Hashable {
        /// `nil` for all symbols.
        case quotes(Set<String>?)
        case chain(Ticker, CalendarDate, DividendUse)
        case prices(Set<Asset>)

        var symbolCount: Int {
            switch self {
            case .quotes(let symbols): symbols?.count ?? 0
            case .chain: 0
            case .prices(let assets): assets.count
            }
        }
    }

    let hub: StreamHub
    let snapshot: SnapshotRoutes

    var routes: [Route] {
        [
            .streaming("/api/rest/stream", "Quotes, chains and latest prices, and their changes.") {
                request, context in
                try await response(Self.questions(request.uri.query ?? ""), request, context)
            },
            .streaming("/v1/markets/quotes/stream", "The quotes of underlyings, and their changes.") {
                request, context in
                let symbols = try RequestParameters(request, context).text("symbols") ?? ""
                return try await response([.quotes(SnapshotRoutes.symbols(symbols, "symbols"))], request, context)
            },
            .streaming("/api/rest/stocks/{ticker}/options/chain/stream", "A chain, and its changes.") {
                request, context in
                let parameters = try RequestParameters(request, context)
                let question = Question.chain(
                    try parameters.ticker(), try parameters.requiredDay("expirationDate"),
                    try parameters.dividendUse())
                return try await response([question], request, context)
            },
        ]
    }

    /// Responds after every topic has its first answer.
    private func response(
        _ questions: [Question], _ request: Request, _ context: OptionsRequestContext
    ) async throws -> Response {
        let bell = Bell()
        var topics: [StreamTopic] = []
        for question in questions {
            switch question {
            case .quotes(let symbols):
                _ = try snapshot.served()
                topics.append(hub.quotes(of: symbols, bell))
            case .chain(let ticker, let expiration, let dividends):
                topics.append(try await hub.chain(of: ticker, expiration, dividends, bell))
            case .prices(let assets): topics.append(try await hub.prices(of: Array(assets), bell))
            }
        }
        let identifier = Self.lastEventID.flatMap { request.headers[$0] }
        return EventStream.response(
            hub.events(of: topics, after: identifier), bell, retry: Self.retry, hub.time, request.headers, context)
    }

    /// Returns the distinct topics of a query.
    private static func questions(_ query: String) throws(ServerError) -> [Question] {
        var questions: [Question] = []
        var others: Set<String> = []
        for (name, value) in try RequestParameters.pairs(query) {
            let question: Question
            switch name {
            case "quotes": question = .quotes(try SnapshotRoutes.symbols(value, "quotes"))
            case "chain": question = try chain(value)
            case "prices":
                let assets = try RequestParameters.assets(value, name: "prices")
                guard !assets.isEmpty else {
                    throw ServerError(.notAllowed, path: "prices", "must be assets separated by commas, got none")
                }
                question = .prices(Set(assets))
            default:
                guard others.insert(name).inserted else {
                    throw ServerError(.notAllowed, path: name, "must be given once, got it twice")
                }
                continue
            }
            if !questions.contains(question) { questions.append(question) }
        }
        guard !questions.isEmpty else {
            throw ServerError(400, "quotes, chain or prices is required: a topic", code: .missing)
        }
        guard questions.count <= maximumTopics else {
            throw ServerError(
                400, "quotes, chain and prices must be at most \(maximumTopics) topics, got \(questions.count)")
        }
        let count = questions.reduce(0) { $0 + $1.symbolCount }
        guard count <= maximumSymbols else {
            throw ServerError(400, "quotes and prices must be at most \(maximumSymbols) symbols, got \(count)")
        }
        return questions
    }

    private static func chain(_ text: String) throws(ServerError) -> Question {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        guard parts.count == 2, let ticker = Ticker(parts[0]), let expiration = CalendarDate(parts[1]) else {
            throw ServerError(
                .notAllowed, path: "chain",
                "must be a ticker and a day as YYYY-MM-DD, separated by a comma, got "
                    + RequestParameters.quoted(text))
        }
        return .chain(ticker, expiration, .estimated)
    }
}
