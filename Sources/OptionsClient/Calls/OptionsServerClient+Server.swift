public import Foundation

/// The state of a server.
public struct HealthResponse: Codable, Hashable, Sendable {
    /// `live` or `ready`.
    public let status: String
    /// The instant at which the clock of the simulated market started, if it was set.
    public let simulatedStart: String?
    /// Why the last backup of what people entered failed; `nil` if it is up to date.
    public let backupError: String?
}

extension OptionsServerClient {
    /// The prices of coins, in the order requested: `GET /api/rest/coins/markets`. Unknown ones are omitted.
    ///
    /// - Parameter ids: The identifiers of the coins at CoinGecko, such as `bitcoin`.
    /// - Returns: The response of the server.
    /// - Throws: ``OptionsClientError``.
    public func coinMarkets(_ ids: [String]) async throws -> [CoinMarketData] {
        try await value(Call("GET", "/api/rest/coins/markets").query("ids", ids.joined(separator: ",")))
    }

    /// The sources of market data: `GET /api/rest/sources`.
    public func sources() async throws -> SourcesResponse {
        try await value(Call("GET", "/api/rest/sources"))
    }

    /// Makes one call to a source, and returns its state: `POST /api/rest/sources/{source}/check`.
    public func checkSource(_ source: MarketSource) async throws -> SourceStatus {
        try await value(Call("POST", "/api/rest/sources/{source}/check", ["source": source.rawValue]))
    }

    /// Whether the process answers: `GET /health/live`.
    public func live() async throws -> HealthResponse {
        try await value(Call("GET", "/health/live"))
    }

    /// Whether the server is ready: `GET /health/ready`. Until then, the call throws a refusal with status 503.
    public func ready() async throws -> HealthResponse {
        try await value(Call("GET", "/health/ready"))
    }

    /// Counters and durations in the text format of Prometheus: `GET /metrics`.
    public func metrics() async throws -> String {
        try await text(Call("GET", "/metrics").answered("text/plain"))
    }

    /// The OpenAPI 3.1 document of the server, as JSON: `GET /api/rest/openapi.json`.
    public func openAPIDocument() async throws -> Data {
        try await data(Call("GET", "/api/rest/openapi.json"))
    }
}
