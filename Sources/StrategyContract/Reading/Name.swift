/// The member names and string values of the contract. The reader refers to them by raw value.
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
    case strict
    case exclude, curve, curvePrices
    case fee
    case greekUnits, mathematical, market
    case value, allGreeks, curveDetails
    case forwardPrice, model, blackScholesMerton, bachelier, delta
    case priceLevels, profitLevels, touchLevels, standardDeviations
    case exercise, european, american

    /// The name in JSON.
    var text: String { Self.texts[Int(rawValue)] }

    /// The names in the order of the cases: the names of the cases, except where these are not identifiers.
    private static let texts = allCases.map { $0 == .blackScholesMerton ? "black-scholes-merton" : "\($0)" }
}
