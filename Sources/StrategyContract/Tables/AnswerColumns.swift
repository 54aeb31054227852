package import OptionPricing

/// The members of answers about single options, as columns of CSV.
package enum AnswerColumns {
    private static let greeks = ["price", "delta", "gamma", "theta", "vega", "rho"]
    private static let higherGreeks = [
        "epsilon", "vanna", "vomma", "charm", "speed", "zomma", "color", "ultima", "dualDelta", "dualGamma",
    ]
    private static let earlyExercise = [
        "earlyExercisePremium", "exercised", "exerciseBoundary", "secondExerciseBoundary",
    ]

    /// The columns of answers to lines of `options price`. Those that only some options have are left out if no line can have
    /// them: if `columns`, those of the input, lack the member that gives them, and the options of the command do not.
    package static func prices(_ columns: TableColumns?, allGreeks: Bool, _ options: AnswerOptions) -> [String] {
        func canHave(_ member: String) -> Bool { columns?.has(member) ?? true }
        let isAmerican = options.exercise == .american || canHave("exercise")
        let hasDividends = !options.dividends.isEmpty || canHave("dividends")
        return (canHave("delta") ? ["strikePrice"] : []) + greeks + (allGreeks ? higherGreeks : [])
            + (isAmerican ? earlyExercise + (hasDividends ? ["exDateBoundaries"] : []) : [])
    }

    /// The columns of answers to lines of `options implied-volatility`.
    package static func impliedVolatilities(_ selection: GreekSelection?) -> [String] {
        ["impliedVolatility", "status"] + (selection == nil ? [] : greeks)
            + (selection == .allGreeks ? higherGreeks : [])
    }
}
