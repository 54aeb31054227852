internal import ExactPayoff
package import OptionPricing

/// The members of `belief`.
package struct BeliefMembers: RequestObject {
    package var volatility, drift, targetPrice: Double?
    package var targetRange: BoundMembers?
    package var targetDate: CalendarDate?
    package var distribution = FindBelief.Distribution.lognormal

    package init() {}

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        let hasVolatility = visitor.number("volatility", .positive, &volatility)
        let hasDrift = visitor.number("drift", .finite, &drift)
        let hasPrice = visitor.number("targetPrice", .positive, &targetPrice)
        let hasRange = visitor.object("targetRange", &targetRange, defaults: BoundMembers(.nonNegative, required: true))
        if hasPrice, hasRange { visitor.report("targetRange", .excludedBy("targetPrice"), .absent) }
        visitor.text("targetDate", &targetDate)
        visitor.text("distribution", &distribution)
        guard distribution == .market else { return }
        if hasVolatility, let volatility {
            visitor.report("volatility", .notGivenWithValue("distribution", "market"), .number(volatility))
        }
        if hasDrift, let drift {
            visitor.report("drift", .notGivenWithValue("distribution", "market"), .number(drift))
        }
    }

    var belief: FindBelief {
        var belief = FindBelief()
        (belief.volatility, belief.drift, belief.targetDate) = (volatility, drift, targetDate)
        belief.distribution = distribution
        if let targetPrice {
            belief.target = .price(targetPrice)
        } else if let minimum = targetRange?.minimum, let maximum = targetRange?.maximum {
            belief.target = .range(minimum...max(minimum, maximum))
        }
        return belief
    }
}

extension FindBelief.Distribution: MemberChoice {
    package static let allowedCases = allCases
}
