internal import DecimalNumbers
package import ExactPayoff
internal import OptionPricing
internal import StrategyNames

extension FindRequest {
    /// Creates a request from valid members, and checks the rules about several objects.
    package init(_ members: FindMembers) throws(StrategyError) {
        self.init(
            currentPrice: members.currentPrice ?? .nan, options: members.options.compactMap(\.quote),
            objectives: members.objective.map { [$0] } ?? members.front)
        (valuation, timeToExpiration) = (members.valuation, members.timeToExpiration)
        (riskFreeRate, dividendYield) = (members.riskFreeRate, members.dividendYield)
        (exercise, dividends, fee) = (members.exercise, members.dividends, members.fee)
        belief = members.belief?.belief ?? FindBelief()
        holdings = members.holdings.validLegs
        (accountType, underlying, include) = (members.accountType, members.underlying, members.include)
        search = members.search?.space ?? FindSpace()
        filters = members.filters?.filters ?? FindFilters()
        (limit, confidenceLevel, timeLimit) = (members.limit, members.confidenceLevel, members.timeLimit)
        greekUnits = members.greekUnits
        try Self.requireFront(members.objective == nil ? members.front : nil)
        try requireRelations()
    }

    /// Throws an error unless a front, if there is one, has two or three different objectives.
    private static func requireFront(_ front: [FindObjective]?) throws(StrategyError) {
        guard let front else { return }
        let different = Set(front).count
        guard (2...3).contains(different), different == front.count else {
            throw StrategyError("front", .differentObjectives, .count(different))
        }
    }

    /// Throws the first broken rule of a request made of Swift values.
    package func validate() throws(StrategyError) {
        try FindMembers(self).validate()
        try Self.requireFront(objectives.count == 1 ? nil : objectives)
        try requireRelations()
    }

    private func requireRelations() throws(StrategyError) {
        try requireMoney()
        var first: [Contract: Int] = [:]
        for (index, quote) in options.enumerated() {
            let contract = Contract(
                kind: quote.kind, strikePrice: quote.strikePrice,
                expiration: quote.expiration ?? timeToExpiration.map { .years($0) })
            if let earlier = first[contract] {
                throw StrategyError("options[\(index)]", .contractOf("options[\(earlier)]"))
            }
            first[contract] = index
        }
        if belief.target == nil {
            if let objective = objectives.first(where: \.needsTarget) {
                throw StrategyError("belief.targetPrice", .requiredForObjective(objective.rawValue))
            }
            if filters.profitAtTarget.isGiven {
                throw StrategyError("belief.targetPrice", .requiredFor("filters.profitAtTarget"))
            }
        }
        if search.perStrategy, isFront { throw StrategyError("search.perStrategy", .excludedBy("front")) }
        if search.expirations == 2 { try requirePairs() }
        if include.contains(.margin) { try requireAccount() }
    }

    /// Throws an error for an amount of money beyond those whose sums and squares the search can represent.
    private func requireMoney() throws(StrategyError) {
        func require(_ amount: Double?, _ path: @autoclosure () -> String) throws(StrategyError) {
            if let amount, StrategyRule.priceOrZero.isBroken(by: amount) {
                throw StrategyError(path(), .priceOrZero, .number(amount))
            }
        }
        try require(currentPrice, "currentPrice")
        for (index, dividend) in dividends.enumerated() {
            if case .amount(let amount) = dividend.payment { try require(amount, "dividends[\(index)].amount") }
        }
        for (index, quote) in options.enumerated() {
            try require(quote.strikePrice, "options[\(index)].strikePrice")
            try require(quote.bid, "options[\(index)].bid")
            try require(quote.ask, "options[\(index)].ask")
        }
        try require(fee, "fee")
        switch belief.target {
        case .price(let price): try require(price, "belief.targetPrice")
        case .range(let range): try require(range.upperBound, "belief.targetRange.maximum")
        case nil: break
        }
        for (index, leg) in holdings.enumerated() { try require(leg.strikePrice, "holdings[\(index)].strikePrice") }
        try require(search.priceRange?.upperBound, "search.priceRange.maximum")
    }

    /// Throws an error unless combinations with two expirations can be searched.
    private func requirePairs() throws(StrategyError) {
        if isFront { throw StrategyError("front", .supportedWithoutPairs(objective: nil)) }
        let objective = objectives[0]
        guard objective.isSupportedWithPairs else {
            throw StrategyError("objective", .supportedWithoutPairs(objective: objective.rawValue))
        }
        // A European call far in the money is worth less than its share: the loss of a calendar has no limit.
        if objective.needsLimitedLoss, dividendYield != 0, exercise == .european, search.priceRange == nil {
            throw StrategyError("search.priceRange", .requiredForObjective(objective.rawValue))
        }
    }

    /// Throws an error unless the request says what margin needs: the account, the day, and the dates of the options.
    private func requireAccount() throws(StrategyError) {
        if accountType == nil { throw .missing("accountType") }
        if valuation == nil { throw .missing("valuationDate") }
        func requireDate(_ expiration: LegExpiration?, _ path: String) throws(StrategyError) {
            if case .date = expiration { return }
            throw .missing("\(path).expirationDate")
        }
        for (index, quote) in options.enumerated() { try requireDate(quote.expiration, "options[\(index)]") }
        for (index, leg) in holdings.enumerated() where leg.strikePrice != nil {
            try requireDate(leg.expiration, "holdings[\(index)]")
        }
    }

    private struct Contract: Hashable {
        let kind: OptionKind, strikePrice: Double, expiration: LegExpiration?
    }
}

extension FindMembers {
    /// The members of a request.
    fileprivate init(_ request: FindRequest) {
        self.init(greekUnits: request.greekUnits)
        (currentPrice, valuation) = (request.currentPrice, request.valuation)
        (timeToExpiration, riskFreeRate) = (request.timeToExpiration, request.riskFreeRate)
        (dividendYield, exercise) = (request.dividendYield, request.exercise)
        (dividends, fee) = (request.dividends, request.fee)
        let empty = QuoteMembers(valuation: valuation)
        options = request.options.map { QuoteMembers($0, like: empty) }
        belief = BeliefMembers(request.belief)
        let leg = LegMembers(valuation: valuation, absentPremium: .ignored)
        holdings = request.holdings.map { LegMembers($0, like: leg) }
        (accountType, underlying, include) = (request.accountType, request.underlying, request.include)
        search = SpaceMembers(request.search)
        filters = FilterMembers(request.filters)
        objective = request.objectives.count == 1 ? request.objectives[0] : nil
        front = request.objectives.count == 1 ? [] : request.objectives
        (limit, confidenceLevel, timeLimit) = (request.limit, request.confidenceLevel, request.timeLimit)
    }
}

extension BeliefMembers {
    fileprivate init(_ belief: FindBelief) {
        self.init()
        (volatility, drift, targetDate) = (belief.volatility, belief.drift, belief.targetDate)
        distribution = belief.distribution
        switch belief.target {
        case .price(let price): targetPrice = price
        case .range(let range):
            targetRange = BoundMembers(
                .init(minimum: range.lowerBound, maximum: range.upperBound), .nonNegative, required: true)
        case nil: break
        }
    }
}

extension BoundMembers {
    fileprivate init(_ bounds: FindFilters.Bounds, _ rule: StrategyRule, required: Bool = false) {
        self.init(rule, required: required)
        (minimum, maximum) = (bounds.minimum, bounds.maximum)
    }
}

extension SpaceMembers {
    fileprivate init(_ space: FindSpace) {
        self.init()
        var counts = CountMembers(1...4)
        (counts.minimum, counts.maximum) = (space.legs.lowerBound, space.legs.upperBound)
        legs = counts
        (quantity, shares, contracts) = (space.quantity, space.shares, space.contracts)
        equivalents = space.mergesEquivalents ? .best : .all
        strategies = space.strategies.compactMap { FindStrategyName($0) }
        perStrategy = space.perStrategy
        expirations = space.expirations
        if let range = space.priceRange {
            priceRange = BoundMembers(
                .init(minimum: range.lowerBound, maximum: range.upperBound), .nonNegative, required: true)
        }
    }
}

extension FilterMembers {
    fileprivate init(_ filters: FindFilters) {
        self.init()
        (openInterest, volume, spread) = (filters.openInterest, filters.volume, filters.spread)
        maxLoss = filters.maxLoss
        legDelta = BoundMembers(filters.legDelta, .fromZeroToOne)
        strikePrice = BoundMembers(filters.strikePrice, .nonNegative)
        netCost = BoundMembers(filters.netCost, .finite)
        probabilityOfProfit = BoundMembers(filters.probabilityOfProfit, .fromZeroToOne)
        expectedProfit = BoundMembers(filters.expectedProfit, .finite)
        profitAtTarget = BoundMembers(filters.profitAtTarget, .finite)
        capital = BoundMembers(filters.capital, .finite)
        netDelta = BoundMembers(filters.netDelta, .finite)
        netTheta = BoundMembers(filters.netTheta, .finite)
        netVega = BoundMembers(filters.netVega, .finite)
        (definedRisk, noNaked) = (filters.definedRisk, filters.noNaked)
    }
}

/// A name of a strategy in `search.strategies`.
package struct FindStrategyName: MemberText, Hashable {
    package let name: String

    package static var kind: MemberTable.Kind { .strategyName(StrategyName.all) }

    init?(_ name: String) {
        guard StrategyName.all.contains(name) else { return nil }
        self.name = name
    }

    package init?(_ value: MemberTextValue) {
        guard case .word(let index) = value else { return nil }
        name = StrategyName.all[index]
    }
}
