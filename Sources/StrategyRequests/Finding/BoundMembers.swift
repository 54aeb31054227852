internal import ExactPayoff

/// The members `minimum` and `maximum`.
package struct BoundMembers: RequestObject {
    package var minimum, maximum: Double?
    private let rule: StrategyRule
    private let presence: MemberPresence

    init(_ rule: StrategyRule, required: Bool = false) {
        self.rule = rule
        presence = required ? .required : .optional
    }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        _ = visitor.number("minimum", rule, &minimum, presence)
        _ = visitor.number("maximum", rule, &maximum, presence)
        if let minimum, let maximum, minimum > maximum {
            visitor.report("minimum", .atMostMaximum, .number(minimum))
        }
    }

    var bounds: FindFilters.Bounds { .init(minimum: minimum, maximum: maximum) }
}

/// The members `minimum` and `maximum` of integers.
package struct CountMembers: RequestObject {
    package var minimum: Int?, maximum: Int?
    private let range: ClosedRange<Int>

    init(_ range: ClosedRange<Int>) { self.range = range }

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.integer("minimum", range, &minimum, .optional)
        visitor.integer("maximum", range, &maximum, .optional)
        let (least, most) = (minimum ?? range.lowerBound, maximum ?? range.upperBound)
        if least > most { visitor.report("minimum", .atMostMaximum, .count(least)) }
    }

    /// The counts; both bounds are valid.
    var counts: ClosedRange<Int> {
        let least = minimum ?? range.lowerBound
        return least...max(least, maximum ?? range.upperBound)
    }
}
