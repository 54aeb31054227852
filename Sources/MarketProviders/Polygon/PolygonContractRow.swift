internal import MarketData

/// A contract, in a list of contracts or in a chain. Every member may be absent.
struct PolygonContractRow: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case ticker
        case type = "contract_type"
        case expiration = "expiration_date"
        case strike = "strike_price"
        case shares = "shares_per_contract"
        case underlying = "underlying_ticker"
        case additional = "additional_underlyings"
        case exercise = "exercise_style"
    }

    private struct AdditionalUnderlying: Decodable {}

    let symbol: String?
    /// Call or put; `nil` for other types.
    let kind: OptionKind?
    let expiration: CalendarDate?
    let strike: ExactDecimal?
    let shares: Int?
    /// The name that Polygon has for the underlying.
    let underlying: String?
    let hasAdditionalUnderlyings: Bool
    /// When the holder may exercise; `nil` if the row says neither `american` nor `european`, the styles of listed options.
    let exercise: ExerciseStyle?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        symbol = container.text(.ticker)
        switch container.text(.type)?.lowercased() {
        case "call": kind = .call
        case "put": kind = .put
        case nil: kind = symbol.flatMap { OptionSymbol($0) }?.kind
        default: kind = nil
        }
        expiration = container.text(.expiration).flatMap { CalendarDate($0) }
        strike = container.price(.strike)
        shares = container.integer(.shares)
        underlying = container.text(.underlying)
        exercise = container.text(.exercise).flatMap { ExerciseStyle(rawValue: $0.lowercased()) }
        let additional = container.value(Rows<AdditionalUnderlying>.self, .additional)
        hasAdditionalUnderlyings = additional.map { !$0.rows.isEmpty || $0.unreadable > 0 } ?? false
    }

    /// Whether the contract belongs to an underlying: some lists ignore the requested one.
    ///
    /// - Parameter name: Polygon's name of the underlying.
    /// - Returns: `true` also if the row does not name its underlying.
    func isListed(for name: String) -> Bool { underlying.map { $0.uppercased() == name.uppercased() } ?? true }

    /// Returns the contract of an underlying and an expiration; `nil` if it is another one or incomplete.
    func contract(of ticker: Ticker, expiration date: CalendarDate) -> ListedContract? {
        guard let symbol, let kind, let strike, expiration == date else { return nil }
        let isAdjusted = OptionSymbol(symbol)?.isAdjusted(of: ticker) ?? false
        return ListedContract(
            symbol: symbol.hasPrefix("O:") ? symbol : "O:" + symbol, underlying: ticker, kind: kind, expiration: date,
            strike: strike, sharesPerContract: shares ?? 100,
            hasAdditionalUnderlyings: hasAdditionalUnderlyings || isAdjusted)
    }
}
