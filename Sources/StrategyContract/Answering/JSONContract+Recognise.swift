public import StrategyAnalytics

extension JSONContract {
    /// Answers a request of `options recognise`: the legs of an account, split into named strategies. The response repeats
    /// the `id` of the request.
    ///
    /// - Parameters:
    ///   - json: A JSON request in UTF-8.
    ///   - pretty: Indents by two spaces, with one strategy on each line.
    ///   - limits: The limits of the work.
    ///   - strict: Whether unknown members are refused. A request can also enable this with its member `strict`.
    ///   - isCancelled: Called every few milliseconds of a long search, or more often; `true` ends it.
    /// - Returns: UTF-8, without a line end.
    /// - Throws: ``ContractError`` naming the first broken rule.
    public static func recognise(
        _ json: [UInt8], pretty: Bool = false, limits: WorkLimits = .generous,
        strict: Bool = false, isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(ContractError) -> [UInt8] {
        var answerer = RecognitionAnswerer(pretty: pretty, limits: limits, strict: strict, isCancelled: isCancelled)
        var output: [UInt8] = []
        try answerer.appendAnswer(to: json.span, &output)
        return output
    }

    /// Performs ``recognise(_:pretty:limits:strict:isCancelled:)`` off the caller's actor. The call ends within 10 ms of the
    /// cancellation of the task.
    @concurrent
    public static func recognise(
        _ json: [UInt8], pretty: Bool = false, limits: WorkLimits, strict: Bool = false
    ) async throws(ContractError) -> [UInt8] {
        try recognise(json, pretty: pretty, limits: limits, strict: strict, isCancelled: { Task.isCancelled })
    }
}
