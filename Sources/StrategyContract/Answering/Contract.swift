internal import StrategyAnalytics

/// Answers single requests, bytes to bytes. To answer many, keep a ``CalculationAnswerer``.
public enum Contract {
    /// The answer to a request of `POST /options/calculate`.
    ///
    /// - Parameters:
    ///   - json: A JSON request in UTF-8, at most ``RequestLimits/requestBytes``.
    ///   - pretty: Indents by two spaces, with one point of the curve on each line.
    /// - Returns: UTF-8, without a line end.
    /// - Throws: ``ContractError`` naming the first broken rule.
    public static func calculate(_ json: [UInt8], pretty: Bool = false) throws(ContractError) -> [UInt8] {
        let request = try CalculationRequest(json: json)
        return try wording { () throws(CalculationError) in try request.calculate().json(pretty: pretty) }
    }

    /// The profits of a strategy, or of a book of positions, over prices, volatilities and dates. Parameters and errors are
    /// those of ``calculate(_:pretty:)``.
    public static func scenario(_ json: [UInt8], pretty: Bool = false) throws(ContractError) -> [UInt8] {
        let request = try ScenarioRequest(json: json)
        return try wording { () throws(CalculationError) in try request.scenarios().json(pretty: pretty) }
    }

    private static func wording<Result>(
        _ body: () throws(CalculationError) -> Result
    ) throws(ContractError) -> Result {
        do throws(CalculationError) {
            return try body()
        } catch {
            throw ContractError(error)
        }
    }
}
