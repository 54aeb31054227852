internal import ExactPayoff
internal import OptionPricing
internal import StrategyNames

extension MarginRequirement {
    /// Names the groups of several legs that are strategies.
    mutating func nameStrategies(in account: MarginAccount) {
        self = MarginRequirement(
            exactRequirement: exactRequirement, exactLowerBound: exactLowerBound, isOptimal: isOptimal,
            groups: groups.map { group in
                var named = group
                named.strategyName = group.parts.count > 1 ? group.name(in: account) : nil
                return named
            }, proof: proof, certificate: certificate)
    }
}

extension MarginRequirement.Group {
    fileprivate func name(in account: MarginAccount) -> String? {
        let legs = parts.map { part in
            let leg = account.positions[part.index].leg
            return Leg(
                leg.kind, leg.side, strike: leg.strike, entry: leg.entry, quantity: part.quantity,
                sharesPerContract: leg.kind == .stock ? 1 : leg.sharesPerContract, expiration: leg.expiration)
        }
        let expirations = legs.map { leg -> Double? in
            guard case .date(let date) = leg.expiration else { return nil }
            return Double(account.valuation.date.days(to: date))
        }
        guard let name = try? StrategyName.recognise(legs, expirations: expirations), name.family != nil else {
            return nil
        }
        return name.name
    }
}
