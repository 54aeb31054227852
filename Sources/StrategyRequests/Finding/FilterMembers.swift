internal import ExactPayoff

/// The members of `filters`.
package struct FilterMembers: RequestObject {
    package var openInterest, volume, spread, maxLoss: Double?
    package var legDelta, strikePrice, netCost, probabilityOfProfit, expectedProfit, profitAtTarget,
        capital: BoundMembers?
    package var netDelta, netTheta, netVega: BoundMembers?
    package var definedRisk = false, noNaked = false

    package init() {}

    package mutating func visitMembers<Visitor: MemberVisitor & ~Copyable>(_ visitor: inout Visitor) {
        visitor.number("openInterest", .nonNegative, &openInterest)
        visitor.number("volume", .nonNegative, &volume)
        visitor.number("spread", .nonNegative, &spread)
        visitor.bounds("legDelta", .fromZeroToOne, &legDelta)
        visitor.bounds("strikePrice", .nonNegative, &strikePrice)
        visitor.number("maxLoss", .positive, &maxLoss)
        visitor.bounds("netCost", .finite, &netCost)
        visitor.bounds("probabilityOfProfit", .fromZeroToOne, &probabilityOfProfit)
        visitor.bounds("expectedProfit", .finite, &expectedProfit)
        visitor.bounds("profitAtTarget", .finite, &profitAtTarget)
        visitor.bounds("capital", .finite, &capital)
        visitor.bounds("netDelta", .finite, &netDelta)
        visitor.bounds("netTheta", .finite, &netTheta)
        visitor.bounds("netVega", .finite, &netVega)
        visitor.flag("definedRisk", &definedRisk)
        visitor.flag("noNaked", &noNaked)
    }

    var filters: FindFilters {
        func bounds(_ members: BoundMembers?) -> FindFilters.Bounds { members?.bounds ?? .init() }
        var filters = FindFilters()
        (filters.openInterest, filters.volume, filters.spread) = (openInterest, volume, spread)
        (filters.legDelta, filters.strikePrice) = (bounds(legDelta), bounds(strikePrice))
        filters.maxLoss = maxLoss
        (filters.netCost, filters.capital) = (bounds(netCost), bounds(capital))
        (filters.expectedProfit, filters.profitAtTarget) = (bounds(expectedProfit), bounds(profitAtTarget))
        filters.probabilityOfProfit = bounds(probabilityOfProfit)
        (filters.netDelta, filters.netTheta, filters.netVega) = (bounds(netDelta), bounds(netTheta), bounds(netVega))
        (filters.definedRisk, filters.noNaked) = (definedRisk, noNaked)
        return filters
    }
}
