/// The members and string values that the contract knows. The reader refers to them by raw value.
enum Name: Int32, CaseIterable, Sendable {
    case currentPrice, legs
    case type, position, strikePrice, premium, quantity, sharesPerContract
    case call, put, stock
    case long, short
    case timeToExpiration, valuationDate, expirationDate, riskFreeRate, dividendYield, volatility, price
    case id
    case impliedVolatility, include, valueDates, confidenceLevels
    case curveRange, minimum, maximum, points
    case scenarioGrid, spotShifts, volatilityShifts, dates
    case greeks, probability, valueCurves, scenarios, strategyName
    case positions

    /// As it stands in JSON.
    var text: String { Self.texts[Int(rawValue)] }

    /// In the order of the cases.
    private static let texts = [
        "currentPrice", "legs",
        "type", "position", "strikePrice", "premium", "quantity", "sharesPerContract",
        "call", "put", "stock",
        "long", "short",
        "timeToExpiration", "valuationDate", "expirationDate", "riskFreeRate", "dividendYield", "volatility", "price",
        "id",
        "impliedVolatility", "include", "valueDates", "confidenceLevels",
        "curveRange", "minimum", "maximum", "points",
        "scenarioGrid", "spotShifts", "volatilityShifts", "dates",
        "greeks", "probability", "valueCurves", "scenarios", "strategyName",
        "positions",
    ]
}
