/// The members that a strict reader accepts. `id` is a known member of every object.
struct KnownMembers {
    /// The members of the request itself.
    let request: [Name]
    /// The members that are objects, with their members.
    let objects: [(name: Name, members: [Name])]
    /// Whether the request has legs, or positions with legs.
    let hasLegs: Bool

    /// The members of a leg.
    static let leg: [Name] = [
        .type, .position, .strikePrice, .premium, .quantity, .sharesPerContract, .expirationDate, .timeToExpiration,
        .impliedVolatility, .exercise, .fee,
    ]
    /// The members of a position of a book.
    static let position: [Name] = [.legs]

    /// The members of a request that add dates, rates, volatilities and further results.
    static let extensions: [Name] = [
        .valuationDate, .timeToExpiration, .riskFreeRate, .dividendYield, .volatility, .curveRange, .include,
        .valueDates, .confidenceLevels, .scenarioGrid, .exclude, .curvePrices, .greekUnits, .priceLevels,
        .profitLevels, .touchLevels, .standardDeviations,
    ]
    private static let extensionObjects: [(name: Name, members: [Name])] = [
        (.curveRange, [.minimum, .maximum, .points]),
        (.scenarioGrid, [.spotShifts, .volatilityShifts, .dates]),
    ]

    /// A request of `options calculate`.
    static let calculation = KnownMembers(
        request: [.currentPrice, .legs, .strict] + extensions, objects: extensionObjects, hasLegs: true)
    /// A request of `options scenario`.
    static let scenario = KnownMembers(
        request: [.currentPrice, .legs, .positions, .strict] + extensions, objects: extensionObjects, hasLegs: true)
    /// A request of `options recognise`.
    static let recognition = KnownMembers(
        request: [.legs, .valuationDate, .timeToExpiration, .strict], objects: [], hasLegs: true)

    /// A line of `options price` or `options implied-volatility`, which has the number `name`.
    static func option(with name: Name) -> KnownMembers {
        KnownMembers(
            request: [
                .type, .model, .currentPrice, .forwardPrice, .strikePrice, .timeToExpiration, .valuationDate,
                .expirationDate, .riskFreeRate, .dividendYield, .exercise, name, .greekUnits, .strict,
            ] + (name == .price ? [] : [.delta]),
            objects: [], hasLegs: false)
    }

    /// Returns the members of the object at `path`.
    func members(of path: ObjectPath) -> [Name] {
        switch path {
        case .request: request
        case .leg, .positionLeg: Self.leg
        case .position: Self.position
        case .member(let name): objects.first { $0.name == name }?.members ?? []
        }
    }

    /// The members of any request.
    static let everywhere = scenario.all + option(with: .price).request + option(with: .volatility).request

    /// All members, of the request and of the objects in it.
    var all: [Name] {
        request + objects.flatMap(\.members) + (hasLegs ? Self.leg : [])
            + (request.contains(.positions) ? Self.position : []) + [.id]
    }
}
