internal import HTTPTypes
internal import Hummingbird
internal import NIOHTTP1

/// All endpoints. Routing, `Allow`, HEAD, metrics and the check of the OpenAPI document use it.
struct RouteTable: Sendable {
    /// The endpoint that matches a request.
    enum Match {
        /// The index of the route.
        case found(Int)
        /// The path exists for other methods, which `Allow` lists.
        case otherMethods(allow: String)
        case unknown
    }

    let routes: [Route]
    /// The indices of the routes of each path without parameters.
    private let fixed: [Substring: [Int]]
    /// The segments and the routes of each path with parameters; a parameter is `nil`.
    private let patterns: [(segments: [Substring?], routes: [Int])]

    init(_ routes: [Route]) {
        self.routes = routes
        let byPath = Dictionary(grouping: routes.indices) { routes[$0].path }
        var fixed: [Substring: [Int]] = [:]
        var patterns: [(segments: [Substring?], routes: [Int])] = []
        for (path, indices) in byPath {
            if path.contains("{") {
                patterns.append((path.split(separator: "/").map { $0.hasPrefix("{") ? nil : $0 }, indices))
            } else {
                fixed[path[...]] = indices
            }
        }
        self.fixed = fixed
        self.patterns = patterns
    }

    /// Finds the route of a method and of a path without its query.
    func match(_ method: HTTPMethod, _ path: Substring) -> Match {
        guard let candidates = fixed[path] ?? pattern(path) else { return .unknown }
        let name = method == .HEAD ? "GET" : method.rawValue
        if let index = candidates.first(where: { routes[$0].method.rawValue == name }) { return .found(index) }
        let names = candidates.map { routes[$0].method.rawValue }
        return .otherMethods(allow: (names + (names.contains("GET") ? ["HEAD"] : [])).sorted().joined(separator: ", "))
    }

    private func pattern(_ path: Substring) -> [Int]? {
        if patterns.isEmpty { return nil }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return patterns.first { pattern in
            pattern.segments.count == segments.count
                && zip(pattern.segments, segments).allSatisfy { $0 == nil ? !$1.isEmpty : $0 == $1 }
        }?.routes
    }

    /// The router of Hummingbird for the endpoints that the event loop does not answer alone.
    func router() -> Router<OptionsRequestContext> {
        let router = Router(context: OptionsRequestContext.self)
        router.add(middleware: ErrorMiddleware())
        for route in routes {
            if let respond = route.respond { router.on(RouterPath(route.path), method: route.method, use: respond) }
        }
        return router
    }
}
