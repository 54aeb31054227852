public import StrategyRequests

extension ScenarioRequest {
    /// Reads a request from JSON.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`; a byte-order mark may precede it.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var reader = RequestReader()
        self = try reader.readScenarioRequest(json.span)
    }
}

extension RequestReader {
    mutating func readScenarioRequest(_ json: Span<UInt8>) throws(ContractError) -> ScenarioRequest {
        var members = ScenarioMembers()
        try read(json, as: .scenario, into: &members)
        return ScenarioRequest(members)
    }
}
