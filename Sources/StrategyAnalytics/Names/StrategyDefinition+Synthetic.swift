/// Positions equivalent to others by put–call parity, or worth the same at every price.
extension StrategyDefinition {
    static let synthetic: [StrategyDefinition] = [
        .init("synthetic long stock", opposite: "synthetic short stock", .synthetic, [.call(+1, 1), .put(-1, 1)]),
        .init("long call synthetic straddle", .synthetic, [.stock(-1), .call(+2, 1)]),
        .init("long put synthetic straddle", .synthetic, [.stock(+1), .put(+2, 1)]),
        .init(
            "long call synthetic strangle", .synthetic,
            [.stock(-1), .call(+1, 1, "lower strike"), .call(+1, 2, "upper strike")]),
        .init(
            "long put synthetic strangle", opposite: "short put synthetic strangle", .synthetic,
            [.stock(+1), .put(+1, 1, "lower strike"), .put(+1, 2, "upper strike")]),
    ]

    static let arbitrage: [StrategyDefinition] = [
        .init("conversion", opposite: "reversal", .arbitrage, [.stock(+1), .call(-1, 1), .put(+1, 1)]),
        .init(
            "long box spread", opposite: "short box spread", .arbitrage,
            [
                .call(+1, 1, "lower strike"), .call(-1, 2, "upper strike"), .put(-1, 1, "lower strike"),
                .put(+1, 2, "upper strike"),
            ]),
        .init(
            "long jelly roll", opposite: "short jelly roll", .arbitrage,
            [.call(-1, 1, .near), .put(+1, 1, .near), .call(+1, 1, .far), .put(-1, 1, .far)]),
    ]
}
