public import StrategyAnalytics

extension RecognitionRequest {
    /// Reads a request from JSON.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`; a byte-order mark may precede it.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var reader = RequestReader()
        self = try reader.readRecognitionRequest(json.span)
    }
}

extension RequestReader {
    mutating func readRecognitionRequest(_ json: Span<UInt8>) throws(ContractError) -> RecognitionRequest {
        let members = try members(of: json, .recognition)
        let valuation = fields.timestamp(.valuationDate, ifPresentIn: members)
        let timeToExpiration = fields.number(.timeToExpiration, ifPresentIn: members, .positive)
        let legs = legs(
            members, valuation: valuation, countRange: AccountSplit.legCountRange, absentPremium: .zero)
        try fields.throwProblem()
        return try ContractError.wording { () throws(StrategyError) in
            try RecognitionRequest(legs: legs, valuation: valuation, timeToExpiration: timeToExpiration)
        }
    }
}
