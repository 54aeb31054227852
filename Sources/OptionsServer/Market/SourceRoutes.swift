internal import Hummingbird
internal import MarketData
internal import MarketServices

/// The endpoints of the sources of market data.
struct SourceRoutes {
    private static let path = "/api/rest/sources"

    let sources: SourceService

    var routes: [Route] {
        let sources = sources
        return [
            .reading(Self.path, "The sources and their limits.") { _ in
                let rows = await sources.rows()
                var json = JSONText()
                json.object { json in
                    json.member("sources") { json in json.array(rows) { json, row in json.append(row) } }
                }
                return json
            },
            .changing(
                .post, Self.path + "/{source}/check", "Asks a source one cheap question.", takesBody: false
            ) { request in
                let name = try request.parameters.segment("source")
                guard let source = MarketSource(rawValue: name), let row = await sources.check(source) else {
                    throw ServerError(404, "there is no source \(RequestParameters.quoted(name))")
                }
                var json = JSONText()
                json.append(row)
                return Response(json: json)
            },
        ]
    }
}

extension JSONText {
    fileprivate mutating func append(_ row: SourceRow) {
        object { json in
            json.member("source", row.source)
            json.member("enabled", row.isEnabled)
            json.member("keySet", row.isKeySet)
            json.member("plan", row.plan)
            json.member("callsLeft", row.callsLeft)
            json.member("resetsAt", row.resetsAt)
            json.member("state", row.state.rawValue)
            json.member("message", row.message)
        }
    }
}
