internal import MarketData

/// The answer of a source to one of several questions.
struct ProviderAnswer<Provider, Value> {
    let value: Value
    let provider: Provider
}

/// Asks sources one after another for what the ones before did not answer.
///
/// Each source may take its share of the time until ``QuestionDeadline/current``.
///
/// - Parameters:
///   - questions: Each once.
///   - providers: The sources in their order.
///   - reason: Which key would give a source, for when there is none.
///   - symbol: What a question asks for.
///   - time: The clock.
///   - ask: Returns what a source answers. A question without an answer is one for something that the source does not know.
/// - Returns: For each question the first answer; or the first error that may pass, since that source may know the symbol; otherwise
///   ``MarketDataError/unknownSymbol(_:)`` if a source knows no such symbol, otherwise the first error.
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

/// Asks sources one after another.
///
/// - Parameters: As those of ``firstAnswers(to:of:orReason:symbol:time:ask:)``; `ask` returns `nil` if the source knows no such symbol.
/// - Returns: The first answer.
/// - Throws: As for several questions.
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

/// Asks one source several questions. Where each is a call of its own, one that fails does not cost the others.
///
/// - Parameters:
///   - questions: Each once.
///   - callCount: The number of calls for so many questions.
///   - ask: Leaves out what the source does not know.
/// - Returns: What the source answers.
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

/// The error that stands for those of all sources.
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
