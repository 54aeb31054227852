internal import MarketData

/// A contract of a chain and its quote. Every member but the contract may be absent, `null` or `{}`.
struct PolygonChainRow: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case details, day, greeks
        case lastQuote = "last_quote"
        case lastTrade = "last_trade"
        case openInterest = "open_interest"
        case volatility = "implied_volatility"
        case underlying = "underlying_asset"
    }

    /// The members of the parts that are used.
    private enum PartKeys: String, CodingKey {
        case bid, ask, price, value, close, volume, delta, gamma, theta, vega
        case lastUpdated = "last_updated"
        case sipTime = "sip_timestamp"
    }

    let details: PolygonContractRow
    /// Whether the response has a bid or an ask, which only some plans include.
    let isQuoted: Bool
    /// The price of the underlying, and its instant.
    let spot: ExactDecimal?
    let spotTime: Timestamp?
    private let bid, ask, last: ExactDecimal?
    private let volume, openInterest: Int?
    private let volatility: Double?
    private let greeks: VendorGreeks?
    /// The instant of the quote, otherwise of the last trade, otherwise of the daily bar.
    let asOf: Timestamp?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        details = try container.decode(PolygonContractRow.self, forKey: .details)
        let part = { (key: CodingKeys) in try? container.nestedContainer(keyedBy: PartKeys.self, forKey: key) }

        let quote = part(.lastQuote)
        (bid, ask) = (quote?.decimal(.bid)?.unlessNegative, quote?.decimal(.ask)?.unlessNegative)
        isQuoted = bid != nil || ask != nil
        let (trade, day) = (part(.lastTrade), part(.day))
        last = trade?.price(.price) ?? day?.price(.close)
        volume = day?.count(.volume)
        let times = [
            quote?.instant(.lastUpdated, in: .nanoseconds), trade?.instant(.sipTime, in: .nanoseconds),
            day?.instant(.lastUpdated, in: .nanoseconds),
        ]
        asOf = times.compactMap { $0 }.first

        openInterest = container.count(.openInterest)
        volatility = container.number(.volatility).flatMap { $0 > 0 ? $0 : nil }
        if let part = part(.greeks), let delta = part.number(.delta), let gamma = part.number(.gamma),
            let theta = part.number(.theta), let vega = part.number(.vega)
        {
            greeks = VendorGreeks(delta: delta, gamma: gamma, theta: theta, vega: vega)
        } else {
            greeks = nil
        }
        // Indices have a value instead of a price.
        let underlying = part(.underlying)
        spot = underlying?.price(.price) ?? underlying?.price(.value)
        spotTime = underlying?.instant(.lastUpdated, in: .nanoseconds)
    }

    /// Returns the quote of the contract; `nil` if it has another expiration or is incomplete.
    func quote(of ticker: Ticker, expiration: CalendarDate) -> ContractQuote? {
        guard let contract = details.contract(of: ticker, expiration: expiration) else { return nil }
        var quote = ContractQuote(contract)
        (quote.bid, quote.ask, quote.last) = (bid, ask, last)
        (quote.volume, quote.openInterest) = (volume, openInterest)
        (quote.vendorVolatility, quote.vendorGreeks, quote.asOf) = (volatility, greeks, asOf)
        return quote
    }
}
