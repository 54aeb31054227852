/// One contract alone, shares with options on all of them, and positions equivalent to others by put–call parity, or worth the
/// same at every price.
extension StrategyDefinition {
    static let single: [StrategyDefinition] = [
        .init("long stock", opposite: "short stock", .stock, [.stock(+1)]),
        .init("long call", opposite: "short call", .singleOption, [.call(+1, 1)]),
        .init("long put", opposite: "short put", .singleOption, [.put(+1, 1)]),
    ]

    static let stock: [StrategyDefinition] = [
        .init("covered call", .covered, [.stock(+1), .call(-1, 1)]),
        .init("covered put", .covered, [.stock(-1), .put(-1, 1)]),
        .init("covered straddle", .covered, [.stock(+1), .call(-1, 1), .put(-1, 1)]),
        .init("covered strangle", .covered, [.stock(+1), .put(-1, 1), .call(-1, 2)]),
        .init("ratio call write", .covered, ratio: .open, [.stock(+1), .call(-2, 1)]),
        .init("ratio put write", .covered, ratio: .open, [.stock(-1), .put(-2, 1)]),
        .init(
            "variable ratio write", .covered, [.stock(+1), .call(-1, 1, "lower strike"), .call(-1, 2, "upper strike")]),
        .init("stock repair", .covered, [.stock(+1), .call(+1, 1), .call(-2, 2)]),

        .init("protective put", .protective, [.stock(+1), .put(+1, 1)]),
        .init("protective call", .protective, [.stock(-1), .call(+1, 1)]),
        .init("collar", opposite: "reverse collar", .protective, [.stock(+1), .put(+1, 1), .call(-1, 2)]),
        .init(
            "put spread collar", .protective,
            [.stock(+1), .put(-1, 1, "lower strike"), .put(+1, 2, "upper strike"), .call(-1, 3)]),
    ]

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
