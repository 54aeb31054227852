import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1
import Testing

@testable import OptionsServer

@Suite("Table of routes")
struct RouteTableTests {
    static func table(_ routes: [(HTTPRequest.Method, String)]) -> [Route] {
        routes.map { Route($0.0, $0.1, "") { _, _ in Response(status: .ok) } }
    }

    @Test(
        "two routes that would take the same request clash",
        arguments: [
            ([(.get, "/a"), (.get, "/a")], ["GET /a is there twice"]),
            ([(.get, "/a/{x}"), (.put, "/b"), (.get, "/a/{x}")], ["GET /a/{x} is there twice"]),
            ([(.get, "/a/{x}"), (.put, "/a/{y}")], ["/a/{x} and /a/{y} match the same paths"]),
            ([(.get, "/a/{x}"), (.put, "/{y}/b")], ["/a/{x} and /{y}/b match the same paths"]),
            ([(.get, "/a"), (.put, "/a"), (.get, "/a/"), (.get, "/")], []),
            ([(.get, "/a/{x}"), (.put, "/a/{x}"), (.get, "/a/b"), (.get, "/a/{x}/b"), (.get, "/b/{x}")], []),
        ] as [([(HTTPRequest.Method, String)], [String])])
    func clashes(_ routes: [(HTTPRequest.Method, String)], _ expected: [String]) {
        #expect(RouteTable.clashes(in: Self.table(routes)) == expected)
    }

    @Test(
        "a path is matched whole, one without parameters first",
        arguments: [
            (.GET, "/a", "/a"), (.HEAD, "/a", "/a"), (.POST, "/a", "GET, HEAD, PUT"), (.PUT, "/a/b", "GET, HEAD"),
            (.GET, "/a/b", "/a/b"), (.GET, "/a/c", "/a/{x}"), (.GET, "/a/c%2Fd", "/a/{x}"),
            (.GET, "/a/b/c", "/a/{x}/c"),
            (.GET, "/a/", "unknown"), (.GET, "/a//c", "unknown"), (.GET, "/a/b/", "unknown"), (.GET, "//a", "unknown"),
            (.GET, "", "unknown"), (.GET, "/A", "unknown"), (.OPTIONS, "*", "unknown"),
        ] as [(HTTPMethod, String, String)])
    func matches(_ method: HTTPMethod, _ path: String, _ expected: String) {
        let table = RouteTable(
            Self.table([
                (.get, "/a"), (.put, "/a"), (.get, "/a/{x}"), (.put, "/a/{x}"), (.get, "/a/b"), (.get, "/a/{x}/c"),
            ]))
        let found =
            switch table.match(method, path[...]) {
            case .found(let index): table.routes[index].path
            case .otherMethods(let allow): allow
            case .unknown: "unknown"
            }
        #expect(found == expected)
    }

    @Test("the parameters of a path are its segments")
    func parameters() {
        let table = RouteTable(Self.table([(.get, "/a/{x}/{y}/c")]))
        let parameters = table.parameters(of: 0, in: "/a/b/c%2Fd/c")
        #expect(parameters.get("x") == "b" && parameters.get("y") == "c%2Fd" && parameters.count == 2)
    }
}
