/// A put against a call at a higher strike, alone or with a third option of the same expiration, and straddles and
/// strangles sold with one side insured.
extension StrategyDefinition {
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
