internal import DecimalNumbers
package import ExactPayoff
package import OptionPricing

/// The members of a leg.
package struct LegMembers: RequestObject {
    /// The treatment of an option without a premium.
    package enum AbsentPremium {
        case refused
        /// Nothing depends on the premium.
        case ignored
        /// The premium is the value in the model, if the request determines it.
        case modelValue(ModelTerms)
    }

    package var type: Leg.Kind?
    package var position: Leg.Side?
    package var strikePrice, premium: Double?
    package var quantity, sharesPerContract: Int?
    package var expirationDate: CalendarDate?
    package var timeToExpiration, impliedVolatility: Double?
    package var exercise: ExerciseStyle?
    package var fee = 0.0
    private let valuation: Timestamp?
    private let absentPremium: AbsentPremium

    /// Creates an empty leg, to be read, of a request with a valuation.
    init(valuation: Timestamp?, absentPremium: AbsentPremium) {
        self.valuation = valuation
        self.absentPremium = absentPremium
    }

    init(_ extensions: RequestExtensions?, absentPremium: AbsentPremium) {
        self.init(valuation: extensions?.valuation, absentPremium: absentPremium)
    }

    /// The members of `leg`. `empty` supplies the valuation and the treatment of an absent premium.
    init(_ leg: Leg, like empty: LegMembers) {
        self = empty
        switch leg.instrument {
        case .call(let strikePrice): (type, self.strikePrice) = (.call, strikePrice)
        case .put(let strikePrice): (type, self.strikePrice) = (.put, strikePrice)
        case .stock: type = .stock
        }
        position = leg.side
        premium = leg.premiumSource == .given ? leg.premium : nil
        quantity = leg.quantity
        sharesPerContract = leg.sharesPerContract
        expiration = leg.expiration
        impliedVolatility = leg.impliedVolatility
        exercise = leg.exercise
        fee = leg.fee
    }

    /// The expiration: a date, or else years.
    var expiration: LegExpiration? {
        get { expirationDate.map { .date($0) } ?? timeToExpiration.map { .years($0) } }
        set {
            switch newValue {
            case .date(let date): (expirationDate, timeToExpiration) = (date, nil)
            case .years(let years): (expirationDate, timeToExpiration) = (nil, years)
            case nil: (expirationDate, timeToExpiration) = (nil, nil)
            }
        }
    }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.text("type", &type, .required)
        visitor.text("position", &position, .required)
        // Without a type, it is unknown whether a strike price is required.
        let strikePresence: MemberPresence =
            switch type {
            case .stock: .notForStock
            case .call, .put: .required
            case nil: .optional
            }
        _ = visitor.number("strikePrice", Leg.strikePriceRule, &strikePrice, strikePresence)
        let hasDate = visitor.text("expirationDate", &expirationDate)
        let hasYears = visitor.number("timeToExpiration", Leg.timeRule, &timeToExpiration)
        let hasVolatility = visitor.number("impliedVolatility", Leg.volatilityRule, &impliedVolatility)
        let mayOmitPremium = mayOmitPremium(hasDate, hasYears, hasVolatility)
        _ = visitor.number("premium", Leg.premiumRule, &premium, mayOmitPremium ? .optional : .required)
        visitor.integer("quantity", Leg.quantityRange, &quantity, .required)
        visitor.integer("sharesPerContract", Leg.sharesPerContractRange, &sharesPerContract, .optional)
        visitor.text("exercise", &exercise)
        visitor.number("fee", Leg.feeRule, &fee)
        guard let expirationDate else { return }
        if hasYears {
            visitor.report("expirationDate", .notGivenWith("timeToExpiration"), .date(expirationDate))
        } else if let valuation, DayCount.actual365Fixed(from: valuation, to: expirationDate) <= 0 {
            visitor.report("expirationDate", .afterValuation, .date(expirationDate))
        }
    }

    /// Whether the premium is the value in the model.
    var hasModelPremium: Bool {
        if case .ignored = absentPremium { false } else { premium == nil }
    }

    private func mayOmitPremium(_ hasDate: Bool, _ hasYears: Bool, _ hasVolatility: Bool) -> Bool {
        switch absentPremium {
        case .refused: false
        case .ignored: true
        case .modelValue(let request):
            type != .stock && (hasDate ? request.hasValuation : hasYears || request.hasTime)
                && (hasVolatility || request.hasVolatility)
        }
    }
}

extension Leg {
    /// Creates a leg from valid members; `nil` if a required one is absent.
    package init?(_ members: LegMembers) {
        guard let kind = members.type, let side = members.position, let quantity = members.quantity else { return nil }
        self.init(
            kind, side, strike: DecimalPrice(members.strikePrice ?? 0), entry: DecimalPrice(members.premium ?? 0),
            quantity: quantity,
            sharesPerContract: members.sharesPerContract
                ?? (kind == .stock ? Self.defaultSharesPerStockUnit : Self.defaultSharesPerContract),
            expiration: members.expiration, impliedVolatility: members.impliedVolatility, exercise: members.exercise,
            fee: members.fee)
        if members.hasModelPremium { self = awaitingModelPremium() }
    }
}

extension [LegMembers] {
    /// The legs; the members are valid.
    var validLegs: [Leg] {
        var legs: [Leg] = []
        legs.reserveCapacity(count)
        for members in self {
            if let leg = Leg(members) { legs.append(leg) }
        }
        return legs
    }
}

// Stored, because `allCases` of another module allocates an array at each call.
extension Leg.Side: MemberChoice {
    package static let allowedCases = allCases
}

extension Leg.Kind: MemberChoice {
    package static let allowedCases = allCases

    package var word: String {
        switch self {
        case .call: "call"
        case .put: "put"
        case .stock: "stock"
        }
    }
}
