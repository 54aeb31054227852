import StrategyNames
import Testing

/// The definitions of QuantConnect Lean, `Common/Securities/Option/StrategyMatcher/OptionStrategyDefinitions.cs`.
@Suite("Accounts: the definitions of Lean")
struct LeanDefinitionTests {
    // swift-format-ignore
    static let definitions: [(name: String, legs: String)] = [
        ("Covered Call", "+S -C105"), ("Protective Call", "-S +C105"), ("Covered Put", "-S -P95"),
        ("Protective Put", "+S +P95"), ("Protective Collar", "+S -C105 +P95"), ("Conversion", "+S -C100 +P100"),
        ("Reverse Conversion", "-S +C100 -P100"), ("Naked Call", "-C105"), ("Naked Put", "-P95"),
        ("Bear Call Spread", "-C100 +C105"), ("Bear Put Spread", "+P100 -P95"), ("Bull Call Spread", "+C100 -C105"),
        ("Bull Put Spread", "-P100 +P95"), ("Straddle", "+C100 +P100"), ("Short Straddle", "-C100 -P100"),
        ("Strangle", "+C105 +P95"), ("Short Strangle", "-C105 -P95"), ("Butterfly Call", "+C95 -2C100 +C105"),
        ("Short Butterfly Call", "-C95 +2C100 -C105"), ("Butterfly Put", "+P95 -2P100 +P105"),
        ("Short Butterfly Put", "-P95 +2P100 -P105"), ("Call Calendar Spread", "-C100@near +C100@far"),
        ("Short Call Calendar Spread", "+C100@near -C100@far"), ("Put Calendar Spread", "-P100@near +P100@far"),
        ("Short Put Calendar Spread", "+P100@near -P100@far"), ("Iron Butterfly", "-P100 +P95 -C100 +C105"),
        ("Short Iron Butterfly", "+P100 -P95 +C100 -C105"), ("Iron Condor", "+P90 -P95 -C105 +C110"),
        ("Iron Condor", "+P90 -P95 -C105 +C120"), ("Short Iron Condor", "-P90 +P95 +C105 -C110"),
        ("Short Iron Condor", "-P80 +P95 +C105 -C110"), ("Box Spread", "+P105 -P95 +C95 -C105"),
        ("Short Box Spread", "-P105 +P95 -C95 +C105"), ("Jelly Roll", "-C100@near +C100@far +P100@near -P100@far"),
        ("Short Jelly Roll", "+C100@near -C100@far -P100@near +P100@far"), ("Bear Call Ladder", "-C100 +C105 +C110"),
        ("Bear Put Ladder", "+P105 -P100 -P95"), ("Bull Call Ladder", "+C100 -C105 -C110"),
        ("Bull Put Ladder", "-P105 +P100 +P95"), ("Call Backspread", "-C100 +2C105"), ("Put Backspread", "-P105 +2P100"),
        ("Short Call Backspread", "+C100 -2C105"), ("Short Put Backspread", "+P105 -2P100"),
    ]

    @Test("are all recognised by a name or an alias", arguments: definitions)
    func names(_ name: String, _ legs: String) throws {
        let account = NotedLeg.list(legs)
        let split = try AccountSplit.recognise(account)
        let strategy = try #require(split.strategies.first)
        #expect(split.strategies.count == 1 && split.isOptimal)
        #expect(([strategy.name] + strategy.aliases).contains(name.lowercased()))
        #expect(strategy.legs.map(\.index) == Array(account.indices))
        #expect(strategy.legs.map(\.quantity) == account.map { abs($0.count) * ($0.kind == .stock ? 100 : 1) })
        // The names of a strategy alone are the same.
        let alone = try StrategyName.recognise(account)
        #expect(alone.name == strategy.name && alone.aliases == strategy.aliases)
    }

    @Test("are 41")
    func count() {
        #expect(Set(Self.definitions.map(\.name)).count == 41)
    }
}
