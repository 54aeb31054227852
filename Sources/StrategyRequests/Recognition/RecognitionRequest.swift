public import ExactPayoff
public import OptionPricing
public import StrategyNames

/// A request of `options recognise`: the legs of an account over one underlying.
///
/// ```swift
/// let request = try RecognitionRequest(legs: legs)
/// let split = try request.recognise()
/// ```
public struct RecognitionRequest: Hashable, Sendable {
    /// The legs.
    public let legs: [Leg]
    /// The instant from which years to expiration count; only needed if some legs have dates and others years.
    public let valuation: Timestamp?
    /// The years to expiration of the options without an expiration of their own.
    public let timeToExpiration: Double?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - legs: The legs; their number must be in `AccountSplit/legCountRange`.
    ///   - valuation: The instant from which years to expiration count.
    ///   - timeToExpiration: The years to expiration of the other options; finite and greater than 0.
    /// - Throws: `StrategyError` naming the first member that breaks a rule.
    public init(legs: [Leg], valuation: Timestamp? = nil, timeToExpiration: Double? = nil) throws(StrategyError) {
        try RecognitionMembers(legs: legs, valuation: valuation, timeToExpiration: timeToExpiration).validate()
        self.legs = legs
        self.valuation = valuation
        self.timeToExpiration = timeToExpiration
    }

    /// Creates a request from valid members.
    package init(_ members: RecognitionMembers) {
        legs = members.legs.validLegs
        valuation = members.valuation
        timeToExpiration = members.timeToExpiration
    }

    /// Splits the account into strategies.
    ///
    /// - Parameters:
    ///   - limits: The limits of the work.
    ///   - isCancelled: Called every few milliseconds, or more often; `true` ends the search.
    /// - Returns: The split.
    /// - Throws: `StrategyError` if the order of the expirations is unknown, or a limit is exceeded.
    public func recognise(
        limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(StrategyError) -> AccountSplit {
        let budget = WorkBudget(limits, isCancelled: isCancelled)
        try budget.require(.legs, legs.count)
        return try AccountSplit.recognise(legs, expirations: expirationOrder(), budget: budget)
    }

    /// Returns a number for each leg that increases with its expiration; `nil` for shares, and if no option has one.
    private func expirationOrder() throws(StrategyError) -> [Double?] {
        let expirations = legs.map { leg -> LegExpiration? in
            leg.kind == .stock ? nil : leg.expiration ?? timeToExpiration.map { .years($0) }
        }
        let options = legs.indices.filter { legs[$0].kind != .stock }
        let known = options.compactMap { expirations[$0] }
        let dates = known.compactMap { expiration -> CalendarDate? in
            if case .date(let date) = expiration { date } else { nil }
        }
        if !known.isEmpty, let silent = options.first(where: { expirations[$0] == nil }) {
            let name = dates.isEmpty && valuation == nil ? "timeToExpiration" : "expirationDate"
            throw .missing("\(StrategyError.leg(silent)).\(name)")
        }
        guard let first = dates.first else {
            return expirations.map { expiration in
                if case .years(let years) = expiration { years } else { nil }
            }
        }
        if dates.count == known.count {
            return expirations.map { expiration in
                if case .date(let date) = expiration { Double(first.days(to: date)) } else { nil }
            }
        }
        guard let valuation else { throw .missing("valuationDate") }
        return expirations.map { expiration in
            switch expiration {
            case .date(let date): DayCount.actual365Fixed(from: valuation, to: date)
            case .years(let years): years
            case nil: nil
            }
        }
    }
}
