public import StrategyAnalytics

/// A leg has the flat shape of the contract: `type`, `position`, `strikePrice`, `premium`, `quantity`,
/// `sharesPerContract`.
extension Leg: Codable {
    /// Reads a leg.
    ///
    /// - Throws: ``ContractError`` naming the first broken rule in the order of the contract's table; a `Codable` type
    ///   does not see the order of the document.
    public init(from decoder: any Decoder) throws {
        self = try RequestDecoder.decode(from: decoder) { (decoder, json) throws(ContractError) in
            try decoder.decodeLeg(json)
        }
    }

    /// Writes a leg with all its fields; shares without a strike price.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Name.self)
        try encode(to: &fields)
    }

    func encode(to fields: inout KeyedEncodingContainer<Name>) throws {
        switch instrument {
        case .call: try fields.encode(Name.call.text, forKey: .type)
        case .put: try fields.encode(Name.put.text, forKey: .type)
        case .stock: try fields.encode(Name.stock.text, forKey: .type)
        }
        try fields.encode(position.rawValue, forKey: .position)
        try fields.encodeIfPresent(strikePrice, forKey: .strikePrice)
        try fields.encode(premium, forKey: .premium)
        try fields.encode(quantity, forKey: .quantity)
        try fields.encode(sharesPerContract, forKey: .sharesPerContract)
    }

    /// The shares per contract of a leg that gives none.
    static func defaultShares(of type: Name?) -> Int {
        type == .stock ? defaultSharesPerStockUnit : defaultSharesPerContract
    }

    /// - Precondition: Options have a strike price, stock has none.
    static func instrument(_ type: Name, strikePrice: Double?) -> Instrument {
        switch (type, strikePrice) {
        case (.call, let strikePrice?): .call(strikePrice: strikePrice)
        case (.put, let strikePrice?): .put(strikePrice: strikePrice)
        case (.stock, nil): .stock
        default: preconditionFailure("an option has a strike price, stock has none")
        }
    }
}
