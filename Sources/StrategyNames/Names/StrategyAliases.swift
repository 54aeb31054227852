/// The other names of strategies: the last column of the tables of `docs/strategy-names.md`.
enum StrategyAliases {
    /// Returns the aliases of a name, for the first arrangement of its definition or another one, and for an open ratio of 2 or
    /// another one.
    static func of(_ name: String, isFirstShape: Bool, isDouble: Bool) -> [String] {
        (always[name] ?? []) + (isFirstShape ? ofFirstShape[name] ?? [] : []) + (isDouble ? ofDouble[name] ?? [] : [])
    }

    /// Aliases of the first arrangement only.
    private static let ofFirstShape: [String: [String]] = [
        "long call diagonal spread": ["poor man's covered call"],
        "long put diagonal spread": ["poor man's covered put"],
        "long double calendar spread": ["calendar strangle", "calendar combination"],
    ]

    /// Aliases where the open ratio is 2.
    private static let ofDouble: [String: [String]] = [
        "ratio call write": ["short call synthetic straddle"],
        "ratio put write": ["short put synthetic straddle"],
    ]

    /// Aliases of every position with the name.
    private static let always: [String: [String]] = [
        "short call": ["naked call", "uncovered call"],
        "short put": ["naked put", "cash-secured put"],
        "covered call": ["buy-write", "overwrite", "synthetic short put"],
        "covered put": ["sell-write", "synthetic short call"],
        "covered straddle": ["covered short straddle"],
        "covered strangle": ["covered short strangle", "covered combination"],
        "ratio call write": ["ratio covered call"],
        "variable ratio write": ["trapezoidal hedge", "short call synthetic strangle"],
        "protective put": ["married put", "synthetic long call"],
        "protective call": ["protected short sale", "married call", "synthetic long put"],
        "collar": ["protective collar", "zero-cost collar", "fence"],
        "reverse collar": ["short collar"],
        "bull call spread": ["long call spread", "call debit spread"],
        "bear call spread": ["short call spread", "call credit spread"],
        "bull put spread": ["short put spread", "put credit spread"],
        "bear put spread": ["long put spread", "put debit spread"],
        "long straddle": ["straddle"],
        "long strangle": ["strangle"],
        "long guts": ["in-the-money strangle"],
        "long call butterfly": ["butterfly call", "call butterfly"],
        "short call butterfly": ["short butterfly call"],
        "long put butterfly": ["butterfly put", "put butterfly"],
        "short put butterfly": ["short butterfly put"],
        "iron butterfly": ["iron fly"],
        "reverse iron butterfly": ["short iron butterfly"],
        "long broken-wing call butterfly": ["skip-strike butterfly", "modified call butterfly"],
        "long broken-wing put butterfly": ["skip-strike butterfly", "modified put butterfly"],
        "long call christmas tree": ["christmas tree butterfly with calls"],
        "long put christmas tree": ["christmas tree butterfly with puts"],
        "reverse iron condor": ["inverted iron condor", "short iron condor"],
        "broken-wing iron condor": ["iron condor"],
        "reverse broken-wing iron condor": ["short iron condor"],
        "call ratio spread": ["front spread", "ratio vertical spread", "short call backspread"],
        "call backspread": ["call ratio backspread"],
        "put ratio spread": ["front spread", "ratio vertical spread", "short put backspread"],
        "put backspread": ["put ratio backspread"],
        "call zebra": ["zero extrinsic back ratio"],
        "put zebra": ["zero extrinsic back ratio"],
        "short wrangle": ["double ratio spread"],
        "bull call ladder": ["long call ladder", "call christmas tree"],
        "bear call ladder": ["short call ladder"],
        "bull put ladder": ["short put ladder"],
        "bear put ladder": ["long put ladder", "put christmas tree"],
        "bullish risk reversal": ["long combo", "split-strike synthetic long stock"],
        "bearish risk reversal": ["short combo", "split-strike synthetic short stock"],
        "bullish short seagull": ["seagull"],
        "bearish short seagull": ["seagull"],
        "reverse jade lizard": ["twisted sister"],
        "long call calendar spread": ["call time spread", "horizontal spread", "call calendar spread"],
        "short call calendar spread": ["reverse calendar spread"],
        "long put calendar spread": ["put time spread", "horizontal spread", "put calendar spread"],
        "short put calendar spread": ["reverse calendar spread"],
        "synthetic long stock": ["synthetic long future", "combo"],
        "synthetic short stock": ["synthetic short future"],
        "long call synthetic straddle": ["reverse hedge"],
        "short put synthetic strangle": ["variable ratio put write"],
        "conversion": ["forward conversion"],
        "reversal": ["reverse conversion"],
        "long box spread": ["box spread"],
        "long jelly roll": ["jelly roll"],
    ]
}
