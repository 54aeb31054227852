internal import MarketData

/// The answer of a source to one of several questions.
struct ProviderAnswer<Provider, Value> {
    let value: Value
    let provider: Provider
}

/// Asks sources in turn; each gets the questions that the ones before did not answer.
///
/// Each source gets its share of the time until ``QuestionDeadline/current``.
///
/// - Parameters:
///   - questions: Distinct questions.
///   - providers: The sources in their order.
///   - reason: Names the key that would add a source, for use if there is none.
///   - symbol: Returns the symbol of a question.
///   - time: The clock.
///   - ask: Returns the answers of a source. A question without an answer is about a symbol that the source does not
///     have.
/// - Returns: For each question the first answer; or the first temporary error, since that source may have the symbol;
///   otherwise
///   ``MarketDataError/unknownSymbol(_:)`` if a source has no such symbol; otherwise the first error.
func firstAnswers<Provider, Question: Hashable, Value>(
    to questions: [Question], of providers: [Provider], orReason reason: String, symbol: (Question) -> String,
    time: ServiceTime, ask: (Provider, [Question]) async -> [Question: Result<Value, MarketDataError>]
) async -> [Question: Result<ProviderAnswer<Provider, Value>, MarketDataError>] {
    var answers: [Question: Result<ProviderAnswer<Provider, Value>, MarketDataError>] = [:]
    var failures: [Question: [MarketDataError]] = [:]
    var left = questions
    for (index, provider) in providers.enumerated() where !left.isEmpty {
        let deadline = QuestionDeadline.share(of: providers.count - index, at: time.now())
        let found = await QuestionDeadline.$current.withValue(deadline ?? QuestionDeadline.current) { [left] in
            await ask(provider, left)
        }
        var unanswered: [Question] = []
        for question in left {
            switch found[question] ?? .failure(.unknownSymbol(symbol(question))) {
            case .success(let value):
                answers[question] = .success(ProviderAnswer(value: value, provider: provider))
            case .failure(.cancelled):
                answers[question] = .failure(.cancelled)
            case .failure(.unknownSymbol):
                // Sources have spellings of their own.
                failures[question, default: []].append(.unknownSymbol(symbol(question)))
                unanswered.append(question)
            case .failure(let error):
                failures[question, default: []].append(error)
                unanswered.append(question)
            }
        }
        left = unanswered
    }
    for question in left {
        answers[question] = .failure(failure(failures[question] ?? [.noSource(reason: reason)]))
    }
    return answers
}

/// Asks sources in turn until one answers.
///
/// - Parameters: As those of ``firstAnswers(to:of:orReason:symbol:time:ask:)``; `ask` returns `nil` if the source has
///   no such symbol.
/// - Returns: The first answer.
/// - Throws: The error that ``firstAnswers(to:of:orReason:symbol:time:ask:)`` would return.
func firstAnswer<Provider, Value>(
    of providers: [Provider], orReason reason: String, symbol: String, time: ServiceTime,
    ask: (Provider) async throws(MarketDataError) -> Value?
) async throws(MarketDataError) -> ProviderAnswer<Provider, Value> {
    let answers = await firstAnswers(
        to: [symbol], of: providers, orReason: reason, symbol: { $0 }, time: time
    ) { provider, _ -> [String: Result<Value, MarketDataError>] in
        do throws(MarketDataError) {
            return try await ask(provider).map { [symbol: .success($0)] } ?? [:]
        } catch {
            return [symbol: .failure(error)]
        }
    }
    guard let answer = answers[symbol] else { throw .cancelled }
    return try answer.get()
}

/// Asks one source several questions. If each is a separate call, a failed call does not affect the others.
///
/// - Parameters:
///   - questions: Distinct questions.
///   - callCount: The number of calls for a number of questions.
///   - ask: Returns answers; omits those that the source does not have.
/// - Returns: The answers of the source.
func answers<Question: Hashable & Sendable, Value: Sendable>(
    to questions: [Question], callCount: (Int) -> Int,
    ask: @escaping @Sendable ([Question]) async throws(MarketDataError) -> [Question: Value]
) async -> [Question: Result<Value, MarketDataError>] {
    let groups = callCount(questions.count) < questions.count ? [questions] : questions.map { [$0] }
    let answers = await concurrently(groups) { group -> [Question: Result<Value, MarketDataError>] in
        do throws(MarketDataError) {
            return try await ask(group).mapValues { .success($0) }
        } catch {
            return Dictionary(uniqueKeysWithValues: group.map { ($0, .failure(error)) })
        }
    }
    return answers.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
}

/// Returns the error that represents those of all sources.
private func failure(_ failures: [MarketDataError]) -> MarketDataError {
    let unknown = failures.first { if case .unknownSymbol = $0 { true } else { false } }
    return failures.first(where: \.mayPass) ?? unknown ?? failures[0]
}

extension MarketDataError {
    /// Whether the same question may be answered later.
    var mayPass: Bool {
        switch self {
        case .limitReached, .timedOut, .broken, .leftAlone: true
        case .unknownSymbol, .notInPlan, .keyRefused, .noSource, .cancelled: false
        }
    }
}
