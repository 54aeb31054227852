/// The answer of `options scenario`: the members `scenarios` and `conventions` of a response of `calculate`.
public struct ScenarioResponse: Hashable, Sendable, Codable {
    /// Profits over prices, volatilities and times.
    public let scenarios: ScenarioMatrix
    /// What they depend on.
    public let conventions: Conventions

    /// Writes the response, the same bytes for the same response everywhere.
    ///
    /// - Parameter pretty: Indents by two spaces, the scenarios of one price a line.
    /// - Returns: UTF-8, without a line end.
    public func json(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.append("{")
        writer.member("scenarios", depth: 1)
        writer.append(scenarios)
        writer.nextMember("conventions", depth: 1)
        writer.append(conventions)
        writer.line(depth: 0)
        writer.append("}")
        return writer.bytes
    }
}

extension CalculationRequest {
    /// Profits over prices, volatilities and times, whether or not the request includes them.
    ///
    /// - Throws: ``ContractError`` where the request does not say what they depend on, or a profit is beyond the range of
    ///   `Double`.
    public func scenarios() throws(ContractError) -> ScenarioResponse {
        let timed = try TimedStrategy(self, extensions ?? RequestExtensions())
        var conventions = Conventions(timed, try timed.horizon())
        let strategy = try timed.priced(&conventions)
        conventions.volatilityShifts = Conventions.additiveShifts
        return ScenarioResponse(scenarios: try timed.scenarios(of: strategy), conventions: conventions)
    }
}
