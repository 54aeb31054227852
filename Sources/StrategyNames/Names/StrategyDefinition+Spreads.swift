/// Options of one expiration, other than butterflies and condors.
extension StrategyDefinition {
    /// Options of one kind, some bought and some sold.
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

    /// Calls and puts that are all bought or all sold.
    static let straddles: [StrategyDefinition] = [
        .init("long straddle", opposite: "short straddle", .straddleAndStrangle, [.call(+1, 1), .put(+1, 1)]),
        .init("long strangle", opposite: "short strangle", .straddleAndStrangle, [.put(+1, 1), .call(+1, 2)]),
        .init("long guts", opposite: "short guts", .straddleAndStrangle, [.call(+1, 1), .put(+1, 2)]),
        .init("strip", opposite: "short strip", .straddleAndStrangle, [.call(+1, 1), .put(+2, 1)]),
        .init("strap", opposite: "short strap", .straddleAndStrangle, [.call(+2, 1), .put(+1, 1)]),
        .init("strip strangle", opposite: "short strip strangle", .straddleAndStrangle, [.put(+2, 1), .call(+1, 2)]),
        .init("strap strangle", opposite: "short strap strangle", .straddleAndStrangle, [.put(+1, 1), .call(+2, 2)]),
    ]

    /// A put against a call at a higher strike, alone or with a third option of the same expiration, and short straddles and
    /// strangles with one side insured.
    static let riskReversals: [StrategyDefinition] = [
        .init("bullish risk reversal", opposite: "bearish risk reversal", .riskReversal, [.put(-1, 1), .call(+1, 2)]),
        .init(
            "bullish short seagull", opposite: "bearish long seagull", .riskReversal,
            [.put(-1, 1), .call(+1, 2, "lower strike"), .call(-1, 3, "upper strike")]),
        .init(
            "bearish short seagull", opposite: "bullish long seagull", .riskReversal,
            [.put(-1, 1, "lower strike"), .put(+1, 2, "upper strike"), .call(-1, 3)]),

        .init("jade lizard", .lizard, [.put(-1, 1), .call(-1, 2), .call(+1, 3, "insurance")]),
        .init("reverse jade lizard", .lizard, [.put(+1, 1, "insurance"), .put(-1, 2), .call(-1, 3)]),
        .init("big lizard", .lizard, [.put(-1, 1), .call(-1, 1), .call(+1, 2, "insurance")]),
        .init("reverse big lizard", .lizard, [.put(+1, 1, "insurance"), .put(-1, 2), .call(-1, 2)]),
    ]
}
