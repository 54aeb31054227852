internal import StrategyContract

/// The access rules of the server: accepted host names, bearer token and origins.
struct AccessRules: Sendable {
    private let token: [UInt8]?
    /// `nil` if any name is accepted.
    private let hosts: Set<String>?
    private let origins: Set<String>

    init(_ configuration: ServerConfiguration) {
        token = configuration.token.map { Array($0.utf8) }
        origins = Set(configuration.allowedOrigins.map { $0.lowercased() })
        if let names = configuration.allowedHosts {
            hosts = Set(names.compactMap { HostName($0)?.name })
        } else if configuration.token != nil {
            hosts = nil
        } else {
            hosts = Set([configuration.host, "localhost", "127.0.0.1", "::1"].compactMap { HostName($0)?.name })
        }
    }

    /// Throws 400 or 403 unless the `Host` field names this server.
    func check(host: String?) throws(ServerError) {
        guard let host else { throw ServerError(400, "Host is required", code: .missing) }
        guard let name = HostName(host)?.name else {
            throw ServerError(400, "Host must be a name or an address with an optional port, got \(host)")
        }
        guard let hosts, !hosts.contains(name), !(hosts.contains("127.0.0.1") && HostName.isLoopback(name)) else {
            return
        }
        throw ServerError(403, "Host must be a name that --allowed-host lists, got \(host)")
    }

    /// Throws 401 if a token is configured and the `Authorization` field does not have it.
    func check(authorization: String?) throws(ServerError) {
        guard let token else { return }
        let challenge = ["WWW-Authenticate": "Bearer"]
        guard let authorization else {
            throw ServerError(401, "Authorization is required: Bearer and the token", fields: challenge)
        }
        let parts = authorization.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer", Self.areEqual(token, Array(parts[1].utf8)) else {
            throw ServerError(401, "Authorization must be Bearer and the token", fields: challenge)
        }
    }

    /// Compares in a time that depends on the length alone.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether responses depend on the origin of the requesting page.
    var dependsOnOrigin: Bool { !origins.isEmpty }

    /// Returns whether pages of `origin` may read responses.
    func isAllowed(origin: String) -> Bool { origins.contains(origin.lowercased()) }

    /// Throws 403 if a request that changes data comes from a page of a foreign origin.
    func check(origin: String?, host: String?) throws(ServerError) {
        guard let origin, !isAllowed(origin: origin) else { return }
        if let own = HostName.host(ofOrigin: origin), let host, own == HostName(host) { return }
        throw ServerError(403, "Origin must be this server or an origin that --allowed-origin lists, got \(origin)")
    }
}
