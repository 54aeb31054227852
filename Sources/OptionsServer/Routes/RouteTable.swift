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
    /// The path of each route.
    private let paths: [PathPattern]
    /// The indices of the routes of each path without parameters.
    private let fixed: [Substring: [Int]]
    /// The paths with parameters. At most one matches a path.
    private let patterns: [(path: PathPattern, routes: [Int])]

    /// Creates a table.
    ///
    /// - Precondition: The routes have no ``clashes(in:)``.
    init(_ routes: [Route]) {
        let clashes = Self.clashes(in: routes)
        precondition(clashes.isEmpty, clashes.joined(separator: "; "))
        self.routes = routes
        paths = routes.map { PathPattern($0.path) }
        let byPath = Dictionary(grouping: routes.indices) { routes[$0].path }
        // Fewer paths share a bucket in a large table; a path takes longer to compare than to hash.
        var fixed = [Substring: [Int]](minimumCapacity: 4 * byPath.count)
        var patterns: [(path: PathPattern, routes: [Int])] = []
        for (path, indices) in byPath {
            let pattern = paths[indices[0]]
            if pattern.hasParameters { patterns.append((pattern, indices)) } else { fixed[path[...]] = indices }
        }
        self.fixed = fixed
        self.patterns = patterns
    }

    /// Finds the route of a method and of a path without its query.
    func match(_ method: HTTPMethod, _ path: Substring) -> Match {
        guard let candidates = fixed[path] ?? candidates(path) else { return .unknown }
        let name = method == .HEAD ? "GET" : method.rawValue
        if let index = candidates.first(where: { routes[$0].method.rawValue == name }) { return .found(index) }
        let names = candidates.map { routes[$0].method.rawValue }
        return .otherMethods(allow: (names + (names.contains("GET") ? ["HEAD"] : [])).sorted().joined(separator: ", "))
    }

    private func candidates(_ path: Substring) -> [Int]? {
        if patterns.isEmpty { return nil }
        let segments = PathPattern.segments(of: path)
        return patterns.first { $0.path.matches(segments) }?.routes
    }

    /// Returns the parameters in a path that a route matches.
    func parameters(of route: Int, in path: String) -> Parameters {
        Parameters(paths[route].parameters(in: path[...]))
    }

    /// Returns a sentence for each pair of routes that would take the same request.
    ///
    /// A path without parameters comes before one with parameters, so these do not clash.
    static func clashes(in routes: [Route]) -> [String] {
        let patterns = routes.map { PathPattern($0.path) }
        return routes.indices.flatMap { second in
            routes.indices.prefix(second).compactMap { first in
                let (one, other) = (routes[first], routes[second])
                if one.path == other.path {
                    return one.method == other.method ? "\(one.method.rawValue) \(one.path) is there twice" : nil
                }
                let areSeparate = !patterns[first].hasParameters || !patterns[second].hasParameters
                if areSeparate || !patterns[first].overlaps(patterns[second]) { return nil }
                return "\(one.path) and \(other.path) match the same paths"
            }
        }
    }
}
