internal import StrategyAnalytics

extension CalculationRequest: Codable {
    /// Reads a request by whatever machinery the decoder belongs to, under the rules of ``RequestDecoder``.
    ///
    /// - Throws: ``ContractError`` naming the first broken rule in the order of the contract's table: a `Codable` type does
    ///   not see the order of the document.
    public init(from decoder: any Decoder) throws {
        self = try RequestDecoder.decode(from: decoder) { (decoder, json) throws(ContractError) in
            try decoder.decode(json)
        }
    }

    /// Writes a request.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Name.self)
        try fields.encode(currentPrice, forKey: .currentPrice)
        var legFields = fields.nestedUnkeyedContainer(forKey: .legs)
        for (index, leg) in legs.enumerated() {
            var container = legFields.nestedContainer(keyedBy: Name.self)
            try leg.encode(to: &container)
            if let terms = extensions?.legTerms, !terms.isEmpty { try terms[index].encode(to: &container) }
        }
        try extensions?.encode(to: &fields)
    }
}
