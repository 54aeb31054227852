/// Calls and puts of one expiration, all of them bought or all of them sold.
extension StrategyDefinition {
    static let straddles: [StrategyDefinition] = [
        .init("long straddle", opposite: "short straddle", .straddleAndStrangle, [.call(+1, 1), .put(+1, 1)]),
        .init("long strangle", opposite: "short strangle", .straddleAndStrangle, [.put(+1, 1), .call(+1, 2)]),
        .init("long guts", opposite: "short guts", .straddleAndStrangle, [.call(+1, 1), .put(+1, 2)]),
        .init("strip", opposite: "short strip", .straddleAndStrangle, [.call(+1, 1), .put(+2, 1)]),
        .init("strap", opposite: "short strap", .straddleAndStrangle, [.call(+2, 1), .put(+1, 1)]),
        .init("strip strangle", opposite: "short strip strangle", .straddleAndStrangle, [.put(+2, 1), .call(+1, 2)]),
        .init("strap strangle", opposite: "short strap strangle", .straddleAndStrangle, [.put(+1, 1), .call(+2, 2)]),
    ]
}
