public import StrategyRequests

extension RiskRequest {
    /// Reads a request from JSON.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`; a byte-order mark may precede it.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var reader = RequestReader()
        self = try reader.readRiskRequest(json.span)
    }
}

extension RequestReader {
    mutating func readRiskRequest(_ json: Span<UInt8>) throws(ContractError) -> RiskRequest {
        var members = RiskMembers()
        try read(json, as: .risk, into: &members)
        return RiskRequest(members)
    }
}
