package import AccountMargin
internal import DecimalNumbers
package import ExactPayoff
package import OptionPricing

/// The members of a request of `margin`.
package struct MarginMembers: RequestMembers {
    package var accountType: MarginAccount.AccountType?
    package var valuation: Timestamp?
    package var currentPrice: Double?
    package var underlying = MarginUnderlying()
    package var legs: [MarginLegMembers] = []
    package var method = MarginRequest.Method.strategy
    package var include: Set<MarginRequest.Inclusion> = []
    package var riskFreeRate = 0.0, dividendYield = 0.0
    package var dividends: [RequestDividend] = []
    package var portfolio = PortfolioParameters()
    package var isStrict = false

    package init() {}

    /// The members of a request.
    init(
        _ account: MarginAccount, _ method: MarginRequest.Method, _ include: Set<MarginRequest.Inclusion>,
        _ portfolio: PortfolioParameters, _ market: PortfolioMarket
    ) {
        accountType = account.accountType
        valuation = account.valuation
        currentPrice = account.currentPrice
        underlying = account.underlying
        let empty = MarginLegMembers(
            valuation: account.valuation, permitsShares: account.underlying.settlement == .physical)
        legs = account.positions.map { MarginLegMembers($0, like: empty) }
        self.method = method
        self.include = include
        self.portfolio = portfolio
        (riskFreeRate, dividendYield, dividends) = (market.riskFreeRate, market.dividendYield, market.dividends)
    }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.text("accountType", &accountType, .required)
        visitor.text("valuationDate", &valuation, .required)
        _ = visitor.number("currentPrice", .positive, &currentPrice, .required)
        visitor.object("underlying", &underlying)
        let leg = MarginLegMembers(valuation: valuation, permitsShares: underlying.settlement == .physical)
        _ = visitor.objects("legs", count: MarginRequest.legCountRange, .legs, setCount: legs.count, .required) {
            legs.visitElement($1, defaults: leg, &$0)
        }
        visitor.text("method", &method)
        visitor.choices("include", &include)
        visitor.number("riskFreeRate", .finite, &riskFreeRate)
        visitor.number("dividendYield", .finite, &dividendYield)
        visitor.dividends(&dividends)
        visitor.object("portfolio", &portfolio)
        visitor.flag("strict", &isStrict)
        if method == .portfolio, accountType == .cash {
            visitor.report("method", .notGivenWithValue("accountType", "cash"), .word(method.rawValue))
        }
    }
}

/// The members of a leg of an account.
package struct MarginLegMembers: RequestObject {
    package var type: Leg.Kind?
    package var position: Leg.Side?
    package var strikePrice, premium: Double?
    package var quantity, sharesPerContract: Int?
    package var expirationDate: CalendarDate?
    package var marketValue, impliedVolatility: Double?
    private let valuation: Timestamp?
    private let permitsShares: Bool

    /// Creates an empty leg, to be read, of a request with a valuation.
    init(valuation: Timestamp?, permitsShares: Bool) {
        self.valuation = valuation
        self.permitsShares = permitsShares
    }

    /// The members of a position. `empty` supplies the valuation and whether shares are permitted.
    init(_ position: MarginPosition, like empty: MarginLegMembers) {
        self = empty
        let leg = position.leg
        type = leg.kind
        self.position = leg.side
        strikePrice = leg.strikePrice
        premium = leg.awaitsPremium ? nil : leg.premium
        quantity = leg.quantity
        sharesPerContract = leg.sharesPerContract
        if case .date(let date) = leg.expiration { expirationDate = date }
        marketValue = position.marketValue
        impliedVolatility = leg.impliedVolatility
    }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.text("type", &type, .required)
        visitor.text("position", &position, .required)
        // Without a type, it is unknown whether the members of options are required.
        let presence: MemberPresence =
            switch type {
            case .stock: .notForStock
            case .call, .put: .required
            case nil: .optional
            }
        _ = visitor.number("strikePrice", Leg.strikePriceRule, &strikePrice, presence)
        _ = visitor.number("premium", Leg.premiumRule, &premium, .required)
        visitor.integer("quantity", Leg.quantityRange, &quantity, .required)
        visitor.integer("sharesPerContract", Leg.sharesPerContractRange, &sharesPerContract, .optional)
        let isOption = type == .call || type == .put
        visitor.text("expirationDate", &expirationDate, isOption ? .required : .optional)
        visitor.number("marketValue", Leg.premiumRule, &marketValue)
        visitor.number("impliedVolatility", Leg.volatilityRule, &impliedVolatility)
        if type == .stock, !permitsShares { visitor.reportObject(.noSharesIfCashSettled, .absent) }
        if isOption, let valuation, let expirationDate, expirationDate < valuation.date {
            visitor.report("expirationDate", .notBeforeValuation, .date(expirationDate))
        }
    }
}

extension MarginPosition {
    /// Creates a position from valid members; `nil` if a required one is absent.
    init?(_ members: MarginLegMembers) {
        guard let kind = members.type, let side = members.position, let quantity = members.quantity else { return nil }
        let leg = Leg(
            kind, side, strike: DecimalPrice(members.strikePrice ?? 0), entry: DecimalPrice(members.premium ?? 0),
            quantity: quantity,
            sharesPerContract: members.sharesPerContract
                ?? (kind == .stock ? Leg.defaultSharesPerStockUnit : Leg.defaultSharesPerContract),
            expiration: members.expirationDate.map { .date($0) }, impliedVolatility: members.impliedVolatility)
        self.init(leg, marketValue: members.marketValue)
    }
}

extension MarginUnderlying: RequestObject {
    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.text("class", &`class`)
        visitor.number("leverageFactor", .atLeastOne, &leverageFactor)
        visitor.text("exerciseStyle", &exerciseStyle)
        visitor.text("settlement", &settlement)
        visitor.text("portfolioClass", &portfolioClass)
    }
}

extension PortfolioParameters: RequestObject {
    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        var range = RangeMembers(down: down, up: up)
        visitor.object("range", &range)
        (down, up) = (range.down, range.up)
        var count: Double? = Double(points)
        _ = visitor.number("points", .evenInteger(Self.pointsRange), &count, .optional)
        points = count.flatMap { Int(exactly: $0) } ?? points
        visitor.number("minimumPerContract", .nonNegative, &minimumPerContract)
    }

    /// The members of `range`.
    private struct RangeMembers: RequestObject {
        var down, up: Double?

        mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
            visitor.number("down", .fromMinusOneToZero, &down)
            visitor.number("up", .nonNegative, &up)
        }
    }
}

extension MarginAccount.AccountType: MemberChoice {
    // Stored, because `allCases` of another module allocates an array at each call.
    package static let allowedCases = allCases
}

extension MarginUnderlying.Class: MemberChoice {
    package static let allowedCases = allCases
}

extension MarginUnderlying.PortfolioClass: MemberChoice {
    package static let allowedCases = allCases
}

extension MarginUnderlying.Settlement: MemberChoice {
    package static let allowedCases = allCases
}

extension MarginRequest.Method: MemberChoice {}
extension MarginRequest.Inclusion: MemberChoice {}
