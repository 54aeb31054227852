public import StrategyAnalytics

extension JSONContract {
    /// Answers a request of `options recognise`: the legs of an account, split into named strategies.
    ///
    /// - Parameters:
    ///   - json: A JSON request in UTF-8.
    ///   - pretty: Indents by two spaces, with one strategy on each line.
    ///   - limits: The limits of the work.
    ///   - isCancelled: Called every few milliseconds of a long search, or more often; `true` ends it.
    /// - Returns: UTF-8, without a line end.
    /// - Throws: ``ContractError`` naming the first broken rule.
    public static func recognise(
        _ json: [UInt8], pretty: Bool = false, limits: WorkLimits = .generous,
        isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(ContractError) -> [UInt8] {
        var reader = RequestReader(maximumBytes: limits.bytes, isCancelled: isCancelled)
        let request = try reader.readRecognitionRequest(json.span)
        return try ContractError.wording { () throws(StrategyError) in
            try request.recognise(limits: limits, isCancelled: isCancelled)
        }.json(pretty: pretty)
    }

    /// Performs ``recognise(_:pretty:limits:isCancelled:)`` off the caller's actor. The call ends within 10 ms of the
    /// cancellation of the task.
    @concurrent
    public static func recognise(
        _ json: [UInt8], pretty: Bool = false, limits: WorkLimits
    ) async throws(ContractError) -> [UInt8] {
        try recognise(json, pretty: pretty, limits: limits, isCancelled: { Task.isCancelled })
    }
}
