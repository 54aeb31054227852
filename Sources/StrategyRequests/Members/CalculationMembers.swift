internal import DecimalNumbers
package import ExactPayoff
package import OptionPricing
internal import StrategyNames
package import StrategyValuation

/// The members of a request of `calculate`.
package struct CalculationMembers: RequestMembers {
    package var currentPrice: Double?
    package var legs: [LegMembers] = []
    package var extensions: RequestExtensions?
    package var isStrict = false
    private let greekUnits: GreekUnits

    /// Creates an empty request, to be read. `greekUnits` are the units of the greeks unless the request gives them.
    package init(greekUnits: GreekUnits = .mathematical) { self.greekUnits = greekUnits }

    /// The members of a request with valid legs.
    init(currentPrice: Double, legs: [Leg], extensions: RequestExtensions?) {
        self.init()
        self.currentPrice = currentPrice
        self.extensions = extensions
        let empty = LegMembers(extensions, absentPremium: .modelValue(ModelTerms(extensions)))
        self.legs = legs.map { LegMembers($0, like: empty) }
    }

    /// The request; the members are valid.
    package var request: CalculationRequest {
        CalculationRequest(price: DecimalPrice(currentPrice ?? .nan), legs: legs.validLegs, extensions: extensions)
    }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        _ = visitor.number("currentPrice", .positive, &currentPrice, .required)
        var defaults = RequestExtensions()
        defaults.greekUnits = greekUnits
        visitor.group(&extensions, defaults: defaults)
        let leg = LegMembers(extensions, absentPremium: .modelValue(ModelTerms(extensions, visitor)))
        visitor.legs(&legs, defaults: leg)
        visitor.flag("strict", &isStrict)
    }
}

/// The members of a request of `scenario`: those of `calculate`, or `positions` in place of `legs`.
package struct ScenarioMembers: RequestMembers {
    package var currentPrice: Double?
    package var legs: [LegMembers] = []
    /// The positions of a book; empty for one strategy.
    package var positions: [PositionMembers] = []
    package var extensions: RequestExtensions?
    package var isStrict = false

    package init() {}

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        let isBook = visitor.isGiven("positions", positions.first)
        _ = visitor.number("currentPrice", .positive, &currentPrice, .required)
        visitor.group(&extensions, defaults: RequestExtensions())
        let leg = LegMembers(extensions, absentPremium: .modelValue(ModelTerms(extensions, visitor)))
        visitor.legs(&legs, defaults: leg, isBook ? .notGivenWith("positions") : .required)
        let position = PositionMembers(valuation: extensions?.valuation, absentPremium: .refused)
        _ = visitor.objects(
            "positions", count: RequestLimits.positionRange, .positions, setCount: positions.count, .optional
        ) { positions.visitElement($1, defaults: position, &$0) }
        visitor.flag("strict", &isStrict)
    }
}

/// The members of a position of a book or a portfolio.
package struct PositionMembers: RequestObject {
    /// The legs; only valid members become legs.
    package var legs: [Leg] = []
    package var identifier: [UInt8]?
    private let valuation: Timestamp?
    private let absentPremium: LegMembers.AbsentPremium

    /// Creates an empty position, to be read, of a request with a valuation.
    init(valuation: Timestamp?, absentPremium: LegMembers.AbsentPremium) {
        self.valuation = valuation
        self.absentPremium = absentPremium
    }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        let leg = LegMembers(valuation: valuation, absentPremium: absentPremium)
        var members: [LegMembers] = []
        visitor.legs(&members, defaults: leg)
        // A leg takes half the memory of its members, and a book may have many.
        legs = members.validLegs
        visitor.identifier(&identifier)
    }
}

/// The members of a request of `recognise`.
package struct RecognitionMembers: RequestMembers {
    package var legs: [LegMembers] = []
    package var valuation: Timestamp?
    package var timeToExpiration: Double?
    package var isStrict = false

    package init() {}

    /// The members of a request with valid legs.
    init(legs: [Leg], valuation: Timestamp?, timeToExpiration: Double?) {
        let empty = LegMembers(valuation: valuation, absentPremium: .ignored)
        self.legs = legs.map { LegMembers($0, like: empty) }
        self.valuation = valuation
        self.timeToExpiration = timeToExpiration
    }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.text("valuationDate", &valuation)
        visitor.number("timeToExpiration", .positive, &timeToExpiration)
        let leg = LegMembers(valuation: valuation, absentPremium: .ignored)
        visitor.legs(&legs, count: AccountSplit.legCountRange, defaults: leg)
        visitor.flag("strict", &isStrict)
    }
}

/// The members of a request that determine the model value of an option, as far as they are given.
package struct ModelTerms {
    let hasTime, hasVolatility, hasValuation: Bool

    init(_ extensions: RequestExtensions?) {
        hasTime = extensions?.timeToExpiration != nil
        hasVolatility = extensions?.volatility != nil
        hasValuation = extensions?.valuation != nil
    }

    init<Visitor: MemberVisitor & ~Copyable>(_ extensions: RequestExtensions?, _ visitor: borrowing Visitor) {
        hasTime = visitor.isGiven("timeToExpiration", extensions?.timeToExpiration)
        hasVolatility = visitor.isGiven("volatility", extensions?.volatility)
        hasValuation = visitor.isGiven("valuationDate", extensions?.valuation)
    }
}

extension MemberVisitor where Self: ~Copyable {
    /// The legs of a request, a position or an account. New ones begin as copies of `defaults`.
    fileprivate mutating func legs(
        _ legs: inout [LegMembers], count: ClosedRange<Int> = PayoffProfile.legCountRange, defaults: LegMembers,
        _ presence: MemberPresence = .required
    ) {
        _ = objects("legs", count: count, .legs, setCount: legs.count, presence) {
            legs.visitElement($1, defaults: defaults, &$0)
        }
    }
}
