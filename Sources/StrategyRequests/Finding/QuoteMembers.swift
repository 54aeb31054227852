package import ExactPayoff
package import OptionPricing

/// The members of a quote of `options`.
package struct QuoteMembers: RequestObject {
    package var type: Leg.Kind?
    package var strikePrice, bid, ask, impliedVolatility: Double?
    package var openInterest, volume: Int?
    package var expirationDate: CalendarDate?
    package var timeToExpiration: Double?
    private let valuation: Timestamp?

    /// A call or a put.
    private enum Kind: String, CaseIterable, MemberChoice {
        case call, put
    }

    init(valuation: Timestamp?) { self.valuation = valuation }

    init(_ quote: FindQuote, like empty: QuoteMembers) {
        self = empty
        type = quote.kind == .call ? .call : .put
        (strikePrice, bid, ask) = (quote.strikePrice, quote.bid, quote.ask)
        impliedVolatility = quote.impliedVolatility
        (openInterest, volume) = (quote.openInterest, quote.volume)
        switch quote.expiration {
        case .date(let date): expirationDate = date
        case .years(let years): timeToExpiration = years
        case nil: break
        }
    }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        var kind: Kind? =
            switch type {
            case .call: .call
            case .put: .put
            default: nil
            }
        visitor.text("type", &kind, .required)
        type = kind.map { $0 == .call ? .call : .put }
        _ = visitor.number("strikePrice", Leg.strikePriceRule, &strikePrice, .required)
        visitor.number("bid", .nonNegative, &bid)
        visitor.number("ask", .nonNegative, &ask)
        visitor.number("impliedVolatility", Leg.volatilityRule, &impliedVolatility)
        visitor.integer("openInterest", 0...(1 << 53) - 1, &openInterest, .optional)
        visitor.integer("volume", 0...(1 << 53) - 1, &volume, .optional)
        visitor.text("expirationDate", &expirationDate)
        let hasYears = visitor.number("timeToExpiration", .positive, &timeToExpiration)
        guard let expirationDate else { return }
        if hasYears {
            visitor.report("expirationDate", .notGivenWith("timeToExpiration"), .date(expirationDate))
        } else if let valuation, DayCount.actual365Fixed(from: valuation, to: expirationDate) <= 0 {
            visitor.report("expirationDate", .afterValuation, .date(expirationDate))
        }
    }

    /// The quote; `nil` if a required member is absent.
    var quote: FindQuote? {
        guard let type, let strikePrice else { return nil }
        return FindQuote(
            type == .call ? .call : .put, strikePrice: strikePrice, bid: bid, ask: ask,
            impliedVolatility: impliedVolatility, openInterest: openInterest, volume: volume,
            expiration: expirationDate.map { .date($0) } ?? timeToExpiration.map { .years($0) })
    }
}
