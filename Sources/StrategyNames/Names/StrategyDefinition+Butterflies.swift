/// Three or four strikes of one expiration, the inner ones sold against the outer ones.
extension StrategyDefinition {
    private static let callButterfly: [Part] = [
        .call(+1, 1, "lower wing"), .call(-2, 2, "body"), .call(+1, 3, "upper wing"),
    ]
    private static let putButterfly: [Part] = [
        .put(+1, 1, "lower wing"), .put(-2, 2, "body"), .put(+1, 3, "upper wing"),
    ]
    private static let ironButterfly: [Part] = [
        .put(+1, 1, "lower wing"), .put(-1, 2, "body"), .call(-1, 2, "body"), .call(+1, 3, "upper wing"),
    ]

    static let butterflies: [StrategyDefinition] = [
        .init("long call butterfly", opposite: "short call butterfly", .butterfly, wings: .equal, callButterfly),
        .init("long put butterfly", opposite: "short put butterfly", .butterfly, wings: .equal, putButterfly),
        .init("iron butterfly", opposite: "reverse iron butterfly", .butterfly, wings: .equal, ironButterfly),
        .init(
            "long broken-wing call butterfly", opposite: "short broken-wing call butterfly", .butterfly,
            wings: .unequal, callButterfly),
        .init(
            "long broken-wing put butterfly", opposite: "short broken-wing put butterfly", .butterfly,
            wings: .unequal, putButterfly),
        .init(
            "broken-wing iron butterfly", opposite: "reverse broken-wing iron butterfly", .butterfly,
            wings: .unequal, ironButterfly),
        .init(
            "long call christmas tree", opposite: "short call christmas tree", .butterfly, wings: .lowerTwiceUpper,
            [.call(+1, 1, "lower wing"), .call(-3, 2, "body"), .call(+2, 3, "upper wing")]),
        .init(
            "long put christmas tree", opposite: "short put christmas tree", .butterfly, wings: .upperTwiceLower,
            [.put(+2, 1, "lower wing"), .put(-3, 2, "body"), .put(+1, 3, "upper wing")]),
    ]

    private static let callCondor: [Part] = [
        .call(+1, 1, "lower wing"), .call(-1, 2, "body"), .call(-1, 3, "body"), .call(+1, 4, "upper wing"),
    ]
    private static let putCondor: [Part] = [
        .put(+1, 1, "lower wing"), .put(-1, 2, "body"), .put(-1, 3, "body"), .put(+1, 4, "upper wing"),
    ]
    private static let ironCondor: [Part] = [
        .put(+1, 1, "lower wing"), .put(-1, 2, "body"), .call(-1, 3, "body"), .call(+1, 4, "upper wing"),
    ]

    static let condors: [StrategyDefinition] = [
        .init("long call condor", opposite: "short call condor", .condor, wings: .equal, callCondor),
        .init("long put condor", opposite: "short put condor", .condor, wings: .equal, putCondor),
        .init("iron condor", opposite: "reverse iron condor", .condor, wings: .equal, ironCondor),
        .init(
            "long broken-wing call condor", opposite: "short broken-wing call condor", .condor, wings: .unequal,
            callCondor),
        .init(
            "long broken-wing put condor", opposite: "short broken-wing put condor", .condor, wings: .unequal,
            putCondor),
        .init(
            "broken-wing iron condor", opposite: "reverse broken-wing iron condor", .condor, wings: .unequal,
            ironCondor),
    ]
}
