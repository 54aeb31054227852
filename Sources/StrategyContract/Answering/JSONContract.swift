public import StrategyAnalytics

/// Answers single requests from bytes to bytes. To answer many, keep a ``CalculationAnswerer``.
public enum JSONContract {
    /// Answers a request of `POST /options/calculate`.
    ///
    /// - Parameters:
    ///   - json: A JSON request in UTF-8.
    ///   - pretty: Indents by two spaces, with one point of the curve on each line.
    ///   - withCurve: Whether the response has a curve, unless the request excludes it.
    ///   - limits: The limits of the work.
    ///   - strict: Whether unknown members are refused. A request can also enable this with its member `strict`.
    ///   - greekUnits: The units of the greeks, unless the request gives them by its member `greekUnits`.
    ///   - isCancelled: Called every few milliseconds of a long call, or more often; `true` ends it.
    /// - Returns: UTF-8, without a line end.
    /// - Throws: ``ContractError`` naming the first broken rule.
    public static func calculate(
        _ json: [UInt8], pretty: Bool = false, withCurve: Bool = true, limits: WorkLimits = .generous,
        strict: Bool = false, greekUnits: GreekUnits = .mathematical,
        isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(ContractError) -> [UInt8] {
        var reader = RequestReader(
            maximumBytes: limits.bytes, strict: strict, greekUnits: greekUnits, isCancelled: isCancelled)
        let request = try reader.read(json.span)
        var response = CalculationResponse()
        try ContractError.wording { () throws(StrategyError) in
            var calculator = StrategyCalculator(limits: limits, isCancelled: isCancelled)
            try calculator.calculate(request, into: &response, withCurve: withCurve)
        }
        var output: [UInt8] = []
        guard response.write(to: &output, nil, withCurve: withCurve, pretty: pretty, isCancelled: isCancelled)
        else { throw .cancelled }
        return output
    }

    /// Answers a request of `options scenario`: the profits of a strategy, or of a book of positions, over prices,
    /// volatilities and dates. Parameters and errors are those of ``calculate(_:pretty:withCurve:limits:strict:greekUnits:isCancelled:)``.
    public static func scenario(
        _ json: [UInt8], pretty: Bool = false, limits: WorkLimits = .generous,
        strict: Bool = false, isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(ContractError) -> [UInt8] {
        var reader = RequestReader(maximumBytes: limits.bytes, strict: strict, isCancelled: isCancelled)
        let request = try reader.readScenarioRequest(json.span)
        let response = try ContractError.wording { () throws(StrategyError) in
            try request.scenarios(limits: limits, isCancelled: isCancelled)
        }
        var output: [UInt8] = []
        guard response.write(to: &output, pretty: pretty, isCancelled: isCancelled) else { throw .cancelled }
        return output
    }

    /// Performs ``calculate(_:pretty:withCurve:limits:strict:greekUnits:isCancelled:)`` off the caller's actor. The call ends within 10 ms
    /// of the cancellation of the task, apart from the exceptions for large texts in
    /// `docs/decisions/0009-bounded-work.md`.
    @concurrent
    public static func calculate(
        _ json: [UInt8], pretty: Bool = false, limits: WorkLimits, strict: Bool = false
    ) async throws(ContractError) -> [UInt8] {
        try calculate(json, pretty: pretty, limits: limits, strict: strict, isCancelled: { Task.isCancelled })
    }

    /// Performs ``scenario(_:pretty:limits:strict:isCancelled:)`` off the caller's actor. The call ends within 10 ms of
    /// the cancellation of the task, with the same exceptions.
    @concurrent
    public static func scenario(
        _ json: [UInt8], pretty: Bool = false, limits: WorkLimits, strict: Bool = false
    ) async throws(ContractError) -> [UInt8] {
        try scenario(json, pretty: pretty, limits: limits, strict: strict, isCancelled: { Task.isCancelled })
    }
}
