public import PayoffChart
public import StrategyAnalytics

extension JSONContract {
    /// Draws the profit at expiration of a request of `POST /options/calculate` as SVG: the bytes of `options chart` and of
    /// `POST /options/chart`.
    ///
    /// A request is refused if and only if ``calculate(_:pretty:withCurve:limits:strict:greekUnits:isCancelled:)`` refuses it, with the same error.
    ///
    /// - Parameters:
    ///   - json: A JSON request in UTF-8.
    ///   - limits: The limits of the work.
    ///   - strict: Whether unknown members are refused. A request can also enable this with its member `strict`.
    ///   - isCancelled: Called every few milliseconds of a long calculation, or more often; `true` ends it.
    /// - Returns: A document of type `image/svg+xml` in UTF-8, with a line feed at the end.
    /// - Throws: ``ContractError`` naming the first broken rule.
    public static func chart(
        _ json: [UInt8], limits: WorkLimits = .generous, strict: Bool = false,
        isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(ContractError) -> [UInt8] {
        try diagram(json, limits: limits, strict: strict, isCancelled: isCancelled).svg()
    }

    /// Performs ``chart(_:limits:strict:isCancelled:)`` off the caller's actor. The calculation ends within 10 ms of the cancellation
    /// of the task, as that of ``calculate(_:pretty:limits:strict:)``.
    @concurrent
    public static func chart(
        _ json: [UInt8], limits: WorkLimits, strict: Bool = false
    ) async throws(ContractError) -> [UInt8] {
        try chart(json, limits: limits, strict: strict, isCancelled: { Task.isCancelled })
    }

    /// Returns the diagram that ``chart(_:limits:strict:isCancelled:)`` draws, for other renderings. Parameters and
    /// errors are the same.
    public static func diagram(
        _ json: [UInt8], limits: WorkLimits = .generous, strict: Bool = false,
        isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(ContractError) -> PayoffDiagram {
        var reader = RequestReader(maximumBytes: limits.bytes, strict: strict, isCancelled: isCancelled)
        var request = try reader.read(json.span)
        request.extensions?.exclude = []
        let response = try ContractError.wording { () throws(StrategyError) in
            try request.calculate(limits: limits, isCancelled: isCancelled)
        }
        return PayoffDiagram(request, response)
    }
}
