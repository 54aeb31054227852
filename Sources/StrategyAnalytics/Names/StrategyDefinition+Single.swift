extension StrategyDefinition {
    static let single: [StrategyDefinition] = [
        .init("long stock", opposite: "short stock", .stock, [.stock(+1)]),
        .init("long call", opposite: "short call", .singleOption, [.call(+1, 1)]),
        .init("long put", opposite: "short put", .singleOption, [.put(+1, 1)]),
    ]
}
