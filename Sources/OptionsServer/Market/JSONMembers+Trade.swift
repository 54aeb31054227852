internal import MarketData
internal import StrategyContract

extension JSONMembers {
    private static let strikeRule = "a number above 0 and at most 10^15"

    /// The members of a trade without its identifier.
    static let tradeMembers: Set<String> = ["name", "notes", "underlying", "legs"]

    /// Returns a trade.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - today: The day on which the terms are entered.
    ///   - isRestored: Whether a leg may have the day on which it was entered.
    /// - Returns: The trade.
    /// - Throws: 400 with the first rule that a member violates.
    func trade(_ id: TradeIdentifier, today: CalendarDate, isRestored: Bool = false) throws(ServerError) -> Trade {
        let nameRule = "1 to 100 characters"
        let name = try required("name", nameRule, try text("name", lengths: Trade.nameLengths))
        let notes = try text("notes", lengths: 0...Trade.maximumNotesLength) ?? ""
        let rule = RequestParameters.tickerRule
        let symbol = try required("underlying", rule, try string("underlying", rule))
        let underlying = try RequestParameters.ticker(symbol, name: "\(path)underlying")
        let objects = try required("legs", "an array of 1 to 50 legs", try objects("legs", counts: Trade.legCounts))
        var legs: [TradeLeg] = []
        for members in objects { legs.append(try members.leg(today: today, isRestored: isRestored)) }
        do throws(TradeError) {
            return try Trade(id: id, name: name, notes: notes, underlying: underlying, legs: legs)
        } catch {
            throw ServerError(.notAllowed, path: path + error.member, error.rule)
        }
    }

    private func leg(today: CalendarDate, isRestored: Bool) throws(ServerError) -> TradeLeg {
        try allow(
            Set([
                "type", "position", "strikePrice", "quantity", "sharesPerContract", "expirationDate", "exercise",
                "opened",
                "closes", "rolledFrom",
            ]).union(isRestored ? ["entered"] : []))
        let type = try required("type", Self.rule(LegType.names), try choice("type", as: LegType.self))
        let instrument = try instrument(type)
        let side = try required(
            "position", Self.rule(["long", "short"]), try choice("position", as: TradeLeg.Side.self))
        let quantity = try required(
            "quantity", "an integer from 1 to 1000000000", try integer("quantity", in: TradeLeg.quantities))
        let shares = try integer("sharesPerContract", in: TradeLeg.sharesPerContractRange)
        let opened = try required("opened", "an object", try object("opened"))
        try opened.allow(["date", "price", "fee"])
        var closes: [TradeClose] = []
        for members in try objects("closes", counts: 0...TradeLeg.maximumCloses) ?? [] {
            closes.append(try members.close())
        }
        return TradeLeg(
            instrument, side, quantity: quantity, sharesPerContract: shares ?? (type == .stock ? 1 : 100),
            exercise: try choice("exercise", as: ExerciseStyle.self),
            opened: TradeLeg.Opening(
                date: try opened.requiredDay("date"),
                price: try opened.amount("price", atMost: TradeLeg.greatestAmount),
                fee: try opened.amount("fee", atMost: TradeLeg.greatestAmount, otherwise: .zero)),
            closes: closes, rolledFrom: try integer("rolledFrom", in: 0...Trade.legCounts.upperBound - 1),
            entered: isRestored ? try day("entered") ?? today : today)
    }

    private func instrument(_ type: LegType) throws(ServerError) -> TradeLeg.Instrument {
        let kind: OptionKind
        switch type {
        case .stock:
            try refuse("strikePrice", #"for type "stock""#)
            // As in a calculation, it is validated and ignored.
            _ = try day("expirationDate")
            return .shares
        case .call: kind = .call
        case .put: kind = .put
        }
        let strike = try number("strikePrice", Self.strikeRule) { $0 > .zero && $0 <= TradeLeg.greatestAmount }
        return .option(kind, strike: strike, expiration: try requiredDay("expirationDate"))
    }

    private func close() throws(ServerError) -> TradeClose {
        try allow(["date", "quantity", "price", "fee", "kind"])
        let kind = try choice("kind", as: TradeClose.Kind.self) ?? .trade
        return TradeClose(
            date: try requiredDay("date"),
            quantity: try required(
                "quantity", "an integer from 1 to 1000000000", try integer("quantity", in: TradeLeg.quantities)),
            price: try amount(
                "price", atMost: TradeLeg.greatestAmount, otherwise: kind == .trade ? nil : .zero),
            fee: try amount("fee", atMost: TradeLeg.greatestAmount, otherwise: .zero), kind: kind)
    }

    private func requiredDay(_ name: String) throws(ServerError) -> CalendarDate {
        try required(name, RequestParameters.dayRule, try day(name))
    }
}

/// The type of a leg in JSON.
private enum LegType: String, CaseIterable {
    case call, put, stock

    static var names: [String] { allCases.map(\.rawValue) }
}

extension TradeError {
    /// The path of the member that is refused.
    fileprivate var member: String {
        switch self {
        case .opensAfterExpiration(let leg, _, _): "legs[\(leg)].opened.date"
        case .closesBeforeOpening(let leg, let close, _, _): "legs[\(leg)].closes[\(close)].date"
        case .closesByKind(let leg, let close, _, _): "legs[\(leg)].closes[\(close)].kind"
        case .closesMoreThanOpened(let leg, _, _): "legs[\(leg)].closes"
        case .rollsFromNoOtherLeg(let leg, _): "legs[\(leg)].rolledFrom"
        }
    }

    /// The rule and the value.
    fileprivate var rule: String {
        switch self {
        case .opensAfterExpiration(_, let opened, let expiration):
            "must not be later than the expiration \(expiration), got \(opened)"
        case .closesBeforeOpening(_, _, let date, let opened):
            "must not be earlier than the opening \(opened), got \(date)"
        case .closesByKind(_, _, let kind, let allowed):
            "must be \(JSONMembers.rule(allowed.map(\.rawValue))) for this leg, got \"\(kind.rawValue)\""
        case .closesMoreThanOpened(_, let closed, let quantity):
            "must have quantities that sum to at most \(quantity), got \(closed)"
        case .rollsFromNoOtherLeg(_, let rolledFrom): "must be the index of another leg, got \(rolledFrom)"
        }
    }
}
