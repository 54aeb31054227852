/// One contract alone, and shares with options on all of them.
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
}
