/// Options of one kind and one expiration at two or three strikes, some bought and some sold, other than butterflies.
extension StrategyDefinition {
    static let spreads: [StrategyDefinition] = [
        .init(
            "bull call spread", opposite: "bear call spread", .verticalSpread,
            [.call(+1, 1, "lower strike"), .call(-1, 2, "upper strike")]),
        .init(
            "bull put spread", opposite: "bear put spread", .verticalSpread,
            [.put(+1, 1, "lower strike"), .put(-1, 2, "upper strike")]),

        .init(
            "call ratio spread", opposite: "call backspread", .ratioSpread, ratio: .open,
            [.call(+1, 1, "lower strike"), .call(-2, 2, "upper strike")]),
        .init(
            "put ratio spread", opposite: "put backspread", .ratioSpread, ratio: .open,
            [.put(-2, 1, "lower strike"), .put(+1, 2, "upper strike")]),
        .init("call zebra", .ratioSpread, [.call(+2, 1, "lower strike"), .call(-1, 2, "upper strike")]),
        .init("put zebra", .ratioSpread, [.put(-1, 1, "lower strike"), .put(+2, 2, "upper strike")]),
        .init(
            "long wrangle", opposite: "short wrangle", .ratioSpread, ratio: .open,
            [
                .put(+2, 1, "outer strike"), .put(-1, 2, "inner strike"), .call(-1, 2, "inner strike"),
                .call(+2, 3, "outer strike"),
            ],
            [
                .put(+2, 1, "outer strike"), .put(-1, 2, "inner strike"), .call(-1, 3, "inner strike"),
                .call(+2, 4, "outer strike"),
            ]),

        .init(
            "bull call ladder", opposite: "bear call ladder", .ladder,
            [.call(+1, 1, "lower strike"), .call(-1, 2, "middle strike"), .call(-1, 3, "upper strike")]),
        .init(
            "bull put ladder", opposite: "bear put ladder", .ladder,
            [.put(+1, 1, "lower strike"), .put(+1, 2, "middle strike"), .put(-1, 3, "upper strike")]),
    ]
}
