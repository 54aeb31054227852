/// Two expirations.
extension StrategyDefinition {
    static let calendars: [StrategyDefinition] = [
        .init(
            "long call calendar spread", opposite: "short call calendar spread", .calendarAndDiagonal,
            [.call(-1, 1, .near), .call(+1, 1, .far)]),
        .init(
            "long put calendar spread", opposite: "short put calendar spread", .calendarAndDiagonal,
            [.put(-1, 1, .near), .put(+1, 1, .far)]),
        .init(
            "call ratio calendar spread", .calendarAndDiagonal, ratio: .open,
            [.call(-2, 1, .near), .call(+1, 1, .far)]),
        .init(
            "put ratio calendar spread", .calendarAndDiagonal, ratio: .open,
            [.put(-2, 1, .near), .put(+1, 1, .far)]),
        .init(
            "long call diagonal spread", opposite: "short call diagonal spread", .calendarAndDiagonal,
            [.call(+1, 1, .far), .call(-1, 2, .near)],
            [.call(-1, 1, .near), .call(+1, 2, .far)]),
        .init(
            "long put diagonal spread", opposite: "short put diagonal spread", .calendarAndDiagonal,
            [.put(-1, 1, .near), .put(+1, 2, .far)],
            [.put(+1, 1, .far), .put(-1, 2, .near)]),
        .init(
            "long double calendar spread", opposite: "short double calendar spread", .calendarAndDiagonal,
            [.put(-1, 1, .near), .put(+1, 1, .far), .call(-1, 2, .near), .call(+1, 2, .far)],
            [.call(-1, 1, .near), .call(+1, 1, .far), .put(-1, 2, .near), .put(+1, 2, .far)],
            [.call(-1, 1, .near), .call(+1, 1, .far), .call(-1, 2, .near), .call(+1, 2, .far)],
            [.put(-1, 1, .near), .put(+1, 1, .far), .put(-1, 2, .near), .put(+1, 2, .far)]),
        .init(
            "long double diagonal spread", opposite: "short double diagonal spread", .calendarAndDiagonal,
            [.put(+1, 1, .far), .put(-1, 2, .near), .call(-1, 3, .near), .call(+1, 4, .far)]),
        .init(
            "long calendar straddle", opposite: "short calendar straddle", .calendarAndDiagonal,
            [.call(-1, 1, .near), .put(-1, 1, .near), .call(+1, 1, .far), .put(+1, 1, .far)]),
        .init(
            "diagonal butterfly", .calendarAndDiagonal,
            [.put(+1, 1, .far), .put(-1, 2, .near), .call(-1, 2, .near), .call(+1, 3, .far)]),
    ]
}
