internal import ExactPayoff
internal import MarketData
internal import MarketServices
internal import OptionPricing
internal import StrategyContract
internal import StrategyRequests
internal import VolatilitySmile

/// A request of the search for strategies. Where it names a ticker and expirations, the quotes and the market are those of their
/// chains, and the answer says from when and where they are.
struct ChainQuestion: Sendable {
    /// The request, as the engine reads it.
    let json: [UInt8]
    /// What the chains say of their expirations; empty without a ticker.
    let expirations: [LegExpiration: FindRequest.ListedExpiration]
    /// The members of the answer about the chains, with a comma before each; empty without a ticker.
    private let origin: [UInt8]

    private static let ticker = "ticker", dates = "expirationDates"
    private static let maximumDates = 6
    /// The members that chains determine, in the order of the contract.
    private static let determined = [
        "currentPrice", "valuationDate", "timeToExpiration", "riskFreeRate", "dividendYield", "exercise", "dividends",
        "options",
    ]
    /// Elements of a list beyond this number are dropped; no list but `options` may be so long.
    private static let maximumElements = 4096

    /// Completes a request by the chains that it names. Other requests, malformed ones included, are left to the engine.
    init(_ body: [UInt8], _ market: MarketBackend) async throws {
        // Names may be written with escapes.
        guard body.contains(Self.ticker.utf8) || body.contains(Self.dates.utf8) || body.contains("\\u".utf8),
            case .object(let members)? = try? JSONValue(json: body.span, maximumElements: Self.maximumElements),
            members[Self.ticker].isGiven || members[Self.dates].isGiven
        else {
            (json, expirations, origin) = (body, [:], [])
            return
        }
        if let name = Self.determined.first(where: { members[$0].isGiven }) {
            throw ServerError(.notAllowed, path: name, "must not be given with ticker")
        }
        let fields = JSONMembers(members, path: "")
        guard let symbol = try fields.string(Self.ticker, RequestParameters.tickerRule) else {
            throw ServerError(.missing, path: "ticker", "is required: \(RequestParameters.tickerRule)")
        }
        let ticker = try RequestParameters.ticker(symbol, name: Self.ticker)
        let form = TimeForm(members)
        let chains = try await Self.chains(of: ticker, try Self.days(fields), form, market)
        json = Self.request(members, chains, form)
        expirations = Dictionary(uniqueKeysWithValues: chains.map { ($0.expiration(form), $0.listed(form)) })
        origin = Self.origin(chains)
    }

    /// Adds the origin of the quotes to an answer.
    func completed(_ answer: [UInt8]) -> [UInt8] {
        origin.isEmpty ? answer : answer.dropLast() + origin + [UInt8(ascii: "}")]
    }

    /// How the request says when its options expire.
    private enum TimeForm {
        /// By the years to the close of the exchange, as chains do.
        case years
        /// By days, counted from that of the quotes, as the rules of margin do.
        case days

        init(_ members: [String: JSONValue]) {
            if case .array(let names, _)? = members["include"], names.contains(.string("margin")) {
                self = .days
            } else {
                self = .years
            }
        }
    }

    // MARK: Reading

    private static func days(_ fields: JSONMembers) throws(ServerError) -> [CalendarDate] {
        let rule = "an array of 1 to \(maximumDates) days as YYYY-MM-DD"
        guard let texts = try fields.strings(dates, rule) else {
            throw ServerError(.missing, path: dates, "is required: \(rule)")
        }
        guard (1...maximumDates).contains(texts.count) else {
            throw ServerError(.notAllowed, path: dates, "must hold 1 to \(maximumDates) days, got \(texts.count)")
        }
        var days: [CalendarDate] = []
        for (index, text) in texts.enumerated() {
            let day = try RequestParameters.day(text, name: "\(dates)[\(index)]")
            if let earlier = days.firstIndex(of: day) {
                throw ServerError(
                    .notAllowed, path: "\(dates)[\(index)]", "must differ from \(dates)[\(earlier)], got \"\(day)\"")
            }
            days.append(day)
        }
        return days
    }

    /// A chain, and the market in which its contracts were valued.
    private struct Chain {
        let analysis: ChainAnalysis
        let market: OptionMarket
        let answer: Sourced<AnalyzedChain?>

        var date: CalendarDate { analysis.snapshot.expiration }

        func listed(_ form: TimeForm) -> FindRequest.ListedExpiration {
            .init(
                date: date, dividendYield: market.dividendYield, dividends: market.dividends.map { dividend($0, form) })
        }

        private func dividend(_ dividend: DiscreteDividend, _ form: TimeForm) -> RequestDividend {
            switch (form, dividend.exDate) {
            // In days, the ex-date of the day of the quotes itself would have passed.
            case (.days, let date?) where date > day: RequestDividend(.date(date), dividend.payment)
            default: RequestDividend(.years(dividend.timeToExDate), dividend.payment)
            }
        }

        func expiration(_ form: TimeForm) -> LegExpiration {
            switch form {
            case .years: .years(analysis.timeToExpiration)
            case .days: .date(date)
            }
        }

        /// The day of the quotes in New York.
        var day: CalendarDate { NewYorkTime.date(at: analysis.now) }
    }

    /// The chains of the days, by day.
    private static func chains(
        of ticker: Ticker, _ days: [CalendarDate], _ form: TimeForm, _ market: MarketBackend
    ) async throws -> [Chain] {
        let deadline = market.time.now().adding(seconds: market.sources.timeout)
        return try await QuestionDeadline.$current.withValue(deadline) {
            var chains: [Chain] = []
            for (index, day) in days.enumerated().sorted(by: { $0.element < $1.element }) {
                let answer: Sourced<AnalyzedChain?>
                do throws(MarketDataError) {
                    answer = try await market.chains.analysis(of: ticker, expiration: day)
                } catch {
                    throw ServerError(error)
                }
                guard let analysis = answer.value?.analysis else {
                    throw ServerError(404, "\(ticker) has no options that expire on \(day)")
                }
                guard let market = analysis.market else {
                    throw analysis.timeToExpiration > 0
                        ? ServerError(503, "the price of \(ticker) is not known", code: .sourceBroken)
                        : ServerError(.notAllowed, path: "\(dates)[\(index)]", "must not have expired, got \"\(day)\"")
                }
                let chain = Chain(analysis: analysis, market: market, answer: answer)
                if form == .days, day <= chain.day {
                    throw ServerError(
                        .notAllowed, path: "\(dates)[\(index)]",
                        "must be after the day of the quotes with include \"margin\", got \"\(day)\""
                    )
                }
                chains.append(chain)
            }
            return chains
        }
    }

    // MARK: Writing

    /// The request with the members that the chains determine.
    private static func request(_ members: [String: JSONValue], _ chains: [Chain], _ form: TimeForm) -> [UInt8] {
        var json = JSONText()
        let first = chains[0]
        json.object { json in
            json.member("currentPrice", first.market.underlyingPrice)
            switch form {
            case .years: json.member("valuationDate", first.analysis.now)
            case .days: json.member("valuationDate", first.day)
            }
            json.member("riskFreeRate", first.market.riskFreeRate)
            json.member("dividendYield", first.market.dividendYield)
            json.member("exercise", first.analysis.exercise.rawValue)
            json.member("options", objects: chains.flatMap { $0.analysis.contracts }) { json, contract in
                json.member("type", contract.quote.contract.kind == .call ? "call" : "put")
                json.member("strikePrice", contract.quote.contract.strike)
                json.member("bid", contract.quote.bid)
                json.member("ask", contract.quote.ask)
                json.member("impliedVolatility", contract.volatility)
                json.member("openInterest", contract.quote.openInterest)
                json.member("volume", contract.quote.volume)
                switch form {
                case .years: json.member("timeToExpiration", contract.timeToExpiration)
                case .days: json.member("expirationDate", contract.quote.contract.expiration)
                }
            }
            // `null` in place of what chains determine does not replace it.
            let written = Set(determined + [ticker, dates])
            for (name, value) in members.sorted(by: { $0.key < $1.key }) where !written.contains(name) {
                let value = form == .years ? timed(value, name, chains) : value
                json.member(named: name) { $0.append(value) }
            }
        }
        return json.bytes
    }

    /// A member with the times of the chains in place of their dates, which end at the close of the exchange.
    private static func timed(_ value: JSONValue, _ name: String, _ chains: [Chain]) -> JSONValue {
        switch (name, value) {
        case ("holdings", .array(let legs, let count)): return .array(legs.map { timed($0, chains) }, count: count)
        case ("belief", .object(var members)):
            switch members["targetDate"] {
            case .string(chains[0].date.description): members["targetDate"] = nil
            // After midnight UTC, the valuation is an instant of the next day.
            case .string(chains[0].day.description):
                members["targetDate"] = .string(chains[0].analysis.now.date.description)
            default: break
            }
            return .object(members)
        default: return value
        }
    }

    private static func timed(_ leg: JSONValue, _ chains: [Chain]) -> JSONValue {
        guard case .object(var members) = leg, !members["timeToExpiration"].isGiven,
            let chain = chains.first(where: {
                members["expirationDate"] == .string($0.date.description)
            })
        else { return leg }
        members["expirationDate"] = nil
        let time = chain.analysis.timeToExpiration
        members["timeToExpiration"] = .number(time, written: time.description)
        return .object(members)
    }

    private static func origin(_ chains: [Chain]) -> [UInt8] {
        var oldest = chains[0].answer
        for chain in chains.dropFirst() {
            let isStale = oldest.isStale || chain.answer.isStale
            if chain.answer.asOf < oldest.asOf { oldest = chain.answer }
            oldest.isStale = isStale
        }
        var json = JSONText()
        json.object { json in
            json.member("currentPrice", chains[0].market.underlyingPrice)
            json.member("exercise", chains[0].analysis.exercise.rawValue)
            json.member("expirations", objects: chains) { json, chain in
                json.member("expirationDate", chain.date)
                json.member("timeToExpiration", chain.analysis.timeToExpiration)
                json.member("dividendYield", chain.market.dividendYield)
                json.member("dividends", objects: chain.market.dividends) { json, dividend in
                    json.member("exDate", dividend.exDate)
                    json.member("timeToExDate", dividend.timeToExDate)
                    if case .amount(let amount) = dividend.payment { json.member("amount", amount) }
                }
            }
            json.origin(of: oldest)
        }
        return [UInt8(ascii: ",")] + json.bytes.dropFirst().dropLast()
    }
}

extension ChainAnalysis {
    /// A contract as the search for strategies takes it.
    fileprivate struct Contract {
        let quote: ContractQuote
        /// The volatility of the contract's greeks; `nil` without one.
        let volatility: Double?
        let timeToExpiration: Double
    }

    fileprivate var contracts: [Contract] {
        strikes.flatMap { strike in
            [strike.call, strike.put].compactMap { $0 }.map { option in
                let quote = snapshot.quotes[option.quote]
                return Contract(
                    quote: quote, volatility: option.modelVolatility, timeToExpiration: timeToExpiration)
            }
        }
    }
}

extension Optional<JSONValue> {
    /// Whether a member is there, and not `null`.
    fileprivate var isGiven: Bool {
        switch self {
        case nil, .some(.null): false
        default: true
        }
    }
}

extension JSONText {
    fileprivate mutating func append(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let value): value.write(to: &self)
        case .number(_, let written): append(plain: written)
        case .string(let text): append(quoted: text)
        case .array(let elements, let count):
            // `null` stands for the elements beyond those that were kept, so that their number is right.
            array(elements + repeatElement(.null, count: count - elements.count)) { $0.append($1) }
        case .object(let members):
            object { json in
                for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                    json.member(named: name) { $0.append(value) }
                }
            }
        }
    }
}
