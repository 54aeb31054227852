import Testing

@testable import OptionsServer

@Suite("Access")
struct AccessTests {
    @Test("only known names of the server are accepted")
    func hosts() async throws {
        try await withServer { (port: Int) throws in
            for host in ["localhost", "LOCALHOST:1", "127.0.0.1:\(port)", "127.1.2.3", "[::1]:80", "localhost."] {
                #expect(try exchange(port, "GET", "/health/live", fields: ["Host": host]).status == 200, "\(host)")
            }
            for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "192.168.0.1"] {
                let response = try exchange(port, "GET", "/health/live", fields: ["Host": host])
                #expect(response.status == 403)
                #expect(response.body == #"{"error":"Host must be a name that --allowed-host lists, got \#(host)"}"#)
            }
        }
        try await withServer(allowedHosts: ["api.example"]) { (port: Int) throws in
            #expect(try exchange(port, "GET", "/health/live", fields: ["Host": "api.example:443"]).status == 200)
            #expect(try exchange(port, "GET", "/health/live", fields: ["Host": "other.example"]).status == 403)
        }
    }

    @Test("a token is required for everything but health")
    func token() async throws {
        try await withServer(token: "secret") { (port: Int) throws in
            #expect(try exchange(port, "GET", "/health/live", fields: ["Host": "any.example"]).status == 200)
            for path in ["/metrics", "/nothing", "/api/rest/openapi.json"] {
                for authorization in [nil, "secret", "Bearer wrong!", "Bearer secre", "Basic secret"] {
                    let fields = authorization.map { ["Authorization": $0] } ?? [:]
                    let response = try exchange(port, "GET", path, fields: fields)
                    #expect(response.status == 401)
                    #expect(response.fields["www-authenticate"] == "Bearer")
                    #expect(!response.body.contains("secre"))
                }
            }
            #expect(try exchange(port, "GET", "/metrics", fields: ["Authorization": "bearer secret"]).status == 200)
        }
    }

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
