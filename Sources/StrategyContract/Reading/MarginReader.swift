public import StrategyRequests

extension MarginRequest {
    /// Reads a request from JSON.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`; a byte-order mark may precede it.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var reader = RequestReader()
        self = try reader.readMarginRequest(json.span)
    }
}

extension RequestReader {
    mutating func readMarginRequest(_ json: Span<UInt8>) throws(ContractError) -> MarginRequest {
        var members = MarginMembers()
        try read(json, as: .margin, into: &members)
        return MarginRequest(members)
    }
}
