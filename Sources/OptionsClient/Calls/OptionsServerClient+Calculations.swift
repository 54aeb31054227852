import Foundation

extension OptionsServerClient {
    /// The payoff curve and the metrics of a strategy: `POST /api/rest/options/calculate`.
    public func calculate(_ request: CalculateRequest) async throws -> CalculateResponse {
        try await value(Call("POST", "/api/rest/options/calculate").body(request))
    }

    /// The results of many strategies, in their order: `POST /api/rest/options/batch`.
    ///
    /// A strategy that violates a rule does not affect the others. A response without a line for each strategy throws
    /// ``OptionsClientError/undocumented(endpoint:member:reason:)``.
    public func batch(_ requests: [BatchRequest], metricsOnly: Bool = false) async throws
        -> [Result<BatchResponse, LineRefusal>]
    {
        try await lines(batchCall(requests, metricsOnly: metricsOnly), count: requests.count)
    }

    /// The results of many strategies, in their order, each as soon as it arrives.
    ///
    /// The request is sent when the sequence is created, and is cancelled when it is released. The sequence throws
    /// ``OptionsClientError``. In a cancelled task, it ends without an error.
    public func batchStream(_ requests: [BatchRequest], metricsOnly: Bool = false) -> AsyncThrowingStream<
        Result<BatchResponse, LineRefusal>, any Error
    > {
        stream { continuation in
            let call = try batchCall(requests, metricsOnly: metricsOnly)
            try await eachLine(of: call, count: requests.count) { continuation.yield($0) }
        }
    }

    /// The metrics of many strategies as CSV, with a header: `POST /api/rest/options/batch?format=csv`.
    public func batchCSV(_ requests: [BatchRequest]) async throws -> String {
        try await text(batchCall(requests, metricsOnly: true).query("format", "csv").answered("text/csv"))
    }

    private func batchCall(_ requests: [BatchRequest], metricsOnly: Bool) throws(OptionsClientError) -> Call {
        try Call("POST", "/api/rest/options/batch").lines(requests).query("metricsOnly", metricsOnly)
            .answered("application/x-ndjson")
    }

    /// The prices and greeks of European options, in their order: `POST /api/rest/options/price`.
    ///
    /// - Parameters:
    ///   - requests: The options.
    ///   - allGreeks: Whether to compute ten more greeks.
    ///   - marketUnits: Whether theta is per calendar day, and vega and rho per percentage point.
    /// - Returns: The response of the server.
    /// - Throws: ``OptionsClientError``.
    public func price(
        _ requests: [PriceRequest], allGreeks: Bool = false, marketUnits: Bool = false
    ) async throws -> [Result<PriceResponse, LineRefusal>] {
        let call = try Call("POST", "/api/rest/options/price").lines(requests).query("allGreeks", allGreeks)
            .query("marketUnits", marketUnits).answered("application/x-ndjson")
        return try await lines(call, count: requests.count)
    }

    /// The implied volatilities of prices of European options, in their order:
    /// `POST /api/rest/options/implied-volatility`.
    ///
    /// - Parameters:
    ///   - requests: The options and their prices.
    ///   - greeks: Whether to compute the price and the greeks at the volatility.
    ///   - allGreeks: Whether to compute ten more greeks.
    ///   - marketUnits: Whether theta is per calendar day, and vega and rho per percentage point.
    /// - Returns: The response of the server.
    /// - Throws: ``OptionsClientError``.
    public func impliedVolatility(
        _ requests: [ImpliedVolatilityRequest], greeks: Bool = false, allGreeks: Bool = false,
        marketUnits: Bool = false
    ) async throws -> [Result<ImpliedVolatilityResponse, LineRefusal>] {
        let call = try Call("POST", "/api/rest/options/implied-volatility").lines(requests).query("greeks", greeks)
            .query("allGreeks", allGreeks).query("marketUnits", marketUnits).answered("application/x-ndjson")
        return try await lines(call, count: requests.count)
    }

    /// The profits of a strategy or of a book over prices, volatilities and dates:
    /// `POST /api/rest/options/scenario`.
    public func scenario(_ request: ScenarioRequest) async throws -> ScenarioResponse {
        try await value(Call("POST", "/api/rest/options/scenario").body(request))
    }

    /// The value at risk and the expected shortfall of positions on several underlyings:
    /// `POST /api/rest/options/risk`.
    public func risk(_ request: RiskRequest) async throws -> RiskResponse {
        try await value(Call("POST", "/api/rest/options/risk").body(request))
    }

    /// The legs of an account over one underlying, split into named strategies: `POST /api/rest/options/recognise`.
    public func recognise(_ request: RecogniseRequest) async throws -> RecogniseResponse {
        try await value(Call("POST", "/api/rest/options/recognise").body(request))
    }

    /// The least margin that an account requires: `POST /api/rest/options/margin`.
    public func margin(_ request: MarginRequest) async throws -> MarginResponse {
        try await value(Call("POST", "/api/rest/options/margin").body(request))
    }

    /// The payoff of a strategy as an SVG document: `POST /api/rest/options/chart`.
    public func chart(_ request: CalculateRequest) async throws -> String {
        let call = try Call("POST", "/api/rest/options/chart").body(request).answered("image/svg+xml")
        let document = try await text(call)
        guard document.range(of: "<svg") != nil,
            document.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix("</svg>")
        else {
            throw OptionsClientError.undocumented(
                endpoint: call.endpoint, member: nil, reason: "the body is not a whole SVG document")
        }
        return document
    }
}
