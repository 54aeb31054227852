internal import MarketData

/// The contracts of an answer.
struct TradierOptions: TradierMember {
    static let name = "options"

    let option: Rows<TradierOptionRow>?
}

/// A contract and its quote.
struct TradierOptionRow: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case symbol, strike, last, close, bid, ask, volume, greeks
        case openInterest = "open_interest"
        case contractSize = "contract_size"
        case expiration = "expiration_date"
        case type = "option_type"
        case tradeDate = "trade_date"
        case bidDate = "bid_date"
        case askDate = "ask_date"
    }

    /// Greeks, computed once an hour; zeros mean missing values.
    private struct Greeks: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case delta, gamma, theta, vega, rho
            case midVolatility = "mid_iv"
            case smoothVolatility = "smv_vol"
        }

        let greeks: VendorGreeks?
        let volatility: Double?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            volatility = [container.number(.midVolatility), container.number(.smoothVolatility)].compactMap { $0 }
                .first { $0 > 0 }
            guard let delta = container.number(.delta), let gamma = container.number(.gamma),
                let theta = container.number(.theta), let vega = container.number(.vega),
                volatility != nil || [delta, gamma, theta, vega].contains(where: { $0 != 0 })
            else {
                greeks = nil
                return
            }
            greeks = VendorGreeks(delta: delta, gamma: gamma, theta: theta, vega: vega, rho: container.number(.rho))
        }
    }

    private let symbol: String
    private let kind: OptionKind
    private let strike: ExactDecimal
    private let expiration: CalendarDate
    private let size: Int?
    private let bid, ask, last: ExactDecimal?
    private let volume, openInterest: Int?
    private let greeks: Greeks?
    /// The instant of the bid and the ask, otherwise of the last trade.
    private let asOf: Timestamp?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        symbol = try container.required(container.text(.symbol), .symbol)
        switch container.text(.type)?.lowercased() {
        case "call": kind = .call
        case "put": kind = .put
        default: throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "Neither.")
        }
        strike = try container.required(container.price(.strike), .strike)
        expiration = try container.required(container.text(.expiration).flatMap { CalendarDate($0) }, .expiration)
        size = container.integer(.contractSize)
        (bid, ask) = (container.decimal(.bid)?.unlessNegative, container.decimal(.ask)?.unlessNegative)
        last = container.price(.last) ?? container.price(.close)
        (volume, openInterest) = (container.count(.volume), container.count(.openInterest))
        greeks = container.value(Greeks.self, .greeks)
        let quoteTimes = [
            bid == nil ? nil : container.instant(.bidDate, in: .milliseconds),
            ask == nil ? nil : container.instant(.askDate, in: .milliseconds),
        ]
        asOf = quoteTimes.compactMap { $0 }.max() ?? container.instant(.tradeDate, in: .milliseconds)
    }

    /// Returns the contract of an underlying and an expiration; `nil` if it has another expiration.
    func contract(of ticker: Ticker, expiration date: CalendarDate) -> ListedContract? {
        guard expiration == date else { return nil }
        let parsed = OptionSymbol(symbol)
        return ListedContract(
            symbol: parsed?.prefixed ?? "O:" + symbol, underlying: ticker, kind: kind, expiration: date, strike: strike,
            sharesPerContract: size ?? 100, hasAdditionalUnderlyings: parsed?.isAdjusted(of: ticker) ?? false)
    }

    /// Returns the quote of the contract; `nil` if it has another expiration.
    func quote(of ticker: Ticker, expiration date: CalendarDate) -> ContractQuote? {
        guard let contract = contract(of: ticker, expiration: date) else { return nil }
        var quote = ContractQuote(contract)
        (quote.bid, quote.ask, quote.last) = (bid, ask, last)
        (quote.volume, quote.openInterest) = (volume, openInterest)
        (quote.vendorVolatility, quote.vendorGreeks) = (greeks?.volatility, greeks?.greeks)
        quote.asOf = asOf
        return quote
    }
}
