internal import COptionsServer
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

/// The endpoints about the server itself.
struct ServiceRoutes {
    // SAFETY: the constants of the C target describe one array.
    private static let openAPI = unsafe ByteBuffer(
        bytes: UnsafeBufferPointer(start: options_server_openapi, count: options_server_openapi_length))

    private static let live = ByteBuffer(string: #"{"status":"live"}"#)

    let metrics: ServerMetrics
    let pool: CalculationPool

    var routes: [Route] {
        let (metrics, pool) = (metrics, pool)
        return [
            // On the event loop: whether it answers is the question.
            Route(
                .get, "/health/live", "Whether the process answers.", isOpen: true,
                immediately: { _, _ in
                    ImmediateAnswer(status: 200, mediaType: "application/json", body: Self.live, legs: nil)
                }
            ) { _, _ in
                Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: Self.live))
            },
            Route(.get, "/health/ready", "Whether the server can answer every request.", isOpen: true) { _, _ in
                Self.response(#"{"status":"ready"}"#, "application/json")
            },
            Route(.get, "/metrics", "What the server counts, for Prometheus.") { _, _ in
                Self.response(metrics.text(calculations: pool.depth), "text/plain; version=0.0.4; charset=utf-8")
            },
            Route(.get, "/api/rest/openapi.json", "This description of the interface.") { _, _ in
                Response(
                    status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: Self.openAPI))
            },
        ]
    }

    private static func response(_ text: String, _ mediaType: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: mediaType, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
