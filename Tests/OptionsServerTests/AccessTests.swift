import Testing

@testable import OptionsServer

@Suite("Access")
struct AccessTests {
    @Test("only pages of allowed origins may read responses")
    func origins() async throws {
        try await withServer(token: "secret", allowedOrigins: ["https://app.example"]) { (port: Int) throws in
            let path = "/api/rest/options/calculate"
            let allowed = ["Origin": "https://app.example", "Access-Control-Request-Method": "POST"]
            let preflight = try exchange(port, "OPTIONS", path, fields: allowed)
            #expect(preflight.status == 204)
            #expect(preflight.fields["access-control-allow-origin"] == "https://app.example")
            #expect(preflight.fields["access-control-allow-headers"]?.contains("Authorization") == true)
            // A page polls with the tag of its last response.
            #expect(preflight.fields["access-control-allow-headers"]?.contains("If-None-Match") == true)
            // It returns to a stream with the last identifier.
            #expect(preflight.fields["access-control-allow-headers"]?.contains("Last-Event-ID") == true)
            #expect(preflight.fields["vary"] == "Origin")
            for origin in ["https://evil.example", "null", "https://app.example.evil"] {
                let fields = ["Origin": origin, "Access-Control-Request-Method": "POST"]
                let refused = try exchange(port, "OPTIONS", path, fields: fields)
                #expect(refused.status == 403)
                #expect(refused.body.contains("Origin must be one that --allowed-origin lists, got \(origin)"))
                let get = try exchange(port, "GET", "/health/live", fields: ["Origin": origin])
                #expect(get.status == 200 && get.fields["access-control-allow-origin"] == nil)
            }
            let get = try exchange(port, "GET", "/health/live", fields: ["Origin": "https://app.example"])
            #expect(get.fields["access-control-allow-origin"] == "https://app.example")
            #expect(get.fields["access-control-expose-headers"] == "ETag, Location, Retry-After, X-Request-ID")
            // A cache must not serve the response to a request without an origin to a page.
            #expect(try exchange(port, "GET", "/health/live").fields["vary"] == "Origin")
        }
    }

    @Test("requests that change data are refused from pages of foreign origins")
    func changes() throws {
        var configuration = ServerConfiguration()
        configuration.allowedOrigins = ["https://app.example"]
        let access = AccessRules(configuration)
        for origin in [nil, "https://app.example", "HTTPS://APP.example", "http://localhost:8080"] {
            #expect(throws: Never.self) { try access.check(origin: origin, host: "localhost:8080") }
        }
        for origin in ["null", "http://localhost:9090", "https://evil.example", "localhost:8080"] {
            #expect(throws: ServerError.self) { try access.check(origin: origin, host: "localhost:8080") }
        }
    }
}
