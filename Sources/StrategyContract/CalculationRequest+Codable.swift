internal import StrategyAnalytics

extension CalculationRequest: Codable {
    /// Reads a request by whatever machinery the decoder belongs to, under the rules of ``RequestDecoder``.
    ///
    /// - Throws: ``ContractError`` naming the first broken rule in the order of the contract's table.
    public init(from decoder: any Decoder) throws {
        let fields = try CodableFields(decoder)
        let currentPrice = try fields.number(.currentPrice)
        try self.init(currentPrice: currentPrice, legs: fields.legs())
    }

    /// Writes a request.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Name.self)
        try fields.encode(currentPrice, forKey: .currentPrice)
        try fields.encode(legs, forKey: .legs)
    }
}
