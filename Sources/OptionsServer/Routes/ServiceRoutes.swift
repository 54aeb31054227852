internal import COptionsServer
internal import MarketData
internal import NIOCore

/// The endpoints about the server itself.
struct ServiceRoutes {
    private static let live = ByteBuffer(string: #"{"status":"live"}"#)
    // SAFETY: the constants of the C target describe one array.
    private static let openAPI = unsafe ByteBuffer(
        bytes: UnsafeBufferPointer(start: options_server_openapi, count: options_server_openapi_length))

    let metrics: ServerMetrics
    let admission: Admission
    let pools: WorkPools
    let market: ServedMarket
    let simulatedStart: Timestamp?

    var routes: [Route] {
        let (metrics, admission, pools) = (metrics, admission, pools)
        let (market, simulatedStart) = (market, simulatedStart)
        return [
            Route("/health/live", "Whether the process answers.", isOpen: true, mediaType: "application/json") {
                Self.live
            },
            Route("/health/ready", "Whether the server can answer every request.", isOpen: true) { _ in
                Self.readiness(market, simulatedStart)
            },
            Route(
                "/metrics", "The counters of the server, for Prometheus.",
                mediaType: "text/plain; version=0.0.4; charset=utf-8"
            ) {
                ByteBuffer(
                    string: metrics.text(
                        requests: admission.requests.taken, streams: admission.streams.taken, calculations: pools.depth)
                        + market.metricsText
                )
            },
            Route("/api/rest/openapi.json", "This description of the interface.", mediaType: "application/json") {
                Self.openAPI
            },
        ]
    }

    private static func readiness(_ market: ServedMarket, _ simulatedStart: Timestamp?) -> ImmediateAnswer {
        if let hindrance = market.hindrance {
            return ImmediateAnswer(ServerError(503, hindrance, fields: ["Retry-After": "1"]), path: "")
        }
        var json = JSONText()
        json.object { json in
            json.member("status", "ready")
            if let simulatedStart { json.member("simulatedStart", simulatedStart) }
            if let error = market.backupError { json.member("backupError", error) }
        }
        return ImmediateAnswer(status: 200, mediaType: "application/json", body: ByteBuffer(bytes: json.bytes))
    }
}
