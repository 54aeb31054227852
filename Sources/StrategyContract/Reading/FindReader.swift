internal import ExactPayoff
public import StrategyRequests

extension FindRequest {
    /// Reads a request from JSON.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`; a byte-order mark may precede it.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var reader = RequestReader()
        self = try reader.readFindRequest(json.span)
    }
}

extension RequestReader {
    mutating func readFindRequest(_ json: Span<UInt8>) throws(ContractError) -> FindRequest {
        var members = FindMembers(greekUnits: greekUnits)
        try read(json, as: .find, into: &members)
        return try ContractError.wording { () throws(StrategyError) in try FindRequest(members) }
    }
}
