internal import HTTPTypes
internal import Synchronization

/// The counters of the server, and their Prometheus text format.
final class ServerMetrics: Sendable {
    /// The upper bounds of the histogram of durations in seconds.
    private static let bounds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5,
    ]

    private struct RouteCounts {
        /// The number of responses by status.
        var responses: [Int: Int] = [:]
        /// The number of responses within each bound, and above the last one.
        var durations = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
        var seconds = 0.0
        /// The number of responses that the event loop made.
        var immediate = 0
        var receivedBytes = 0
        var sentBytes = 0
    }

    private struct Counts {
        var labels = [#"method="",route="other""#]
        /// One for each label.
        var routes = [RouteCounts()]
    }

    private let counts = Mutex(Counts())
    private let connections = Atomic(0)
    private let aborted = Atomic(0)

    /// Registers the endpoints whose requests are counted separately. All other requests are counted together.
    func begin(_ routes: [Route]) {
        counts.withLock { counts in
            counts.labels = routes.map { #"method="\#($0.method.rawValue)",route="\#($0.path)""# } + counts.labels
            counts.routes = Array(repeating: RouteCounts(), count: counts.labels.count)
        }
    }

    /// Counts a complete response. `route` is the index of the route; `nil` if there is none.
    func count(
        route: Int?, status: Int, nanoseconds: Int64, received: Int, sent: Int, isImmediate: Bool
    ) {
        let seconds = Double(nanoseconds) * 1e-9
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        counts.withLock { counts in
            let index = route ?? counts.routes.count - 1
            counts.routes[index].responses[status, default: 0] += 1
            counts.routes[index].durations[bucket] += 1
            counts.routes[index].seconds += seconds
            if isImmediate { counts.routes[index].immediate += 1 }
            counts.routes[index].receivedBytes += received
            counts.routes[index].sentBytes += sent
        }
    }

    func connectionOpened() { connections.add(1, ordering: .relaxed) }
    func connectionClosed() { connections.subtract(1, ordering: .relaxed) }
    func requestAborted() { aborted.add(1, ordering: .relaxed) }

    /// Returns the text format of Prometheus, version 0.0.4.
    ///
    /// - Parameters:
    ///   - requests: The number of requests in progress beyond the event loops.
    ///   - streams: The number of open streams of events.
    ///   - calculations: The number of large calculations that run or wait.
    /// - Returns: Every counter and gauge.
    func text(requests: Int, streams: Int, calculations: Int) -> String {
        let (labels, counts) = counts.withLock { ($0.labels, $0.routes) }
        var text = ""
        func describe(_ name: String, _ type: String, _ help: String) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        }
        func gauge(_ name: String, _ type: String, _ help: String, _ value: Int) {
            describe(name, type, help)
            text += "\(name) \(value)\n"
        }
        describe("options_http_requests_total", "counter", "Responses by route and status.")
        for (label, count) in zip(labels, counts) {
            for (status, number) in count.responses.sorted(by: { $0.key < $1.key }) {
                text += "options_http_requests_total{\(label),status=\"\(status)\"} \(number)\n"
            }
        }
        describe(
            "options_http_request_duration_seconds", "histogram",
            "The time from the first byte of a request's head to the end of its response.")
        for (label, count) in zip(labels, counts) where !count.responses.isEmpty {
            var total = 0
            for (bound, number) in zip(Self.bounds, count.durations) {
                total += number
                text += "options_http_request_duration_seconds_bucket{\(label),le=\"\(bound)\"} \(total)\n"
            }
            total += count.durations[Self.bounds.count]
            text += "options_http_request_duration_seconds_bucket{\(label),le=\"+Inf\"} \(total)\n"
            text += "options_http_request_duration_seconds_sum{\(label)} \(count.seconds)\n"
            text += "options_http_request_duration_seconds_count{\(label)} \(total)\n"
        }
        describe("options_http_received_bytes_total", "counter", "Bytes of request bodies by route.")
        for (label, count) in zip(labels, counts) where !count.responses.isEmpty {
            text += "options_http_received_bytes_total{\(label)} \(count.receivedBytes)\n"
        }
        describe("options_http_sent_bytes_total", "counter", "Bytes of response bodies by route.")
        for (label, count) in zip(labels, counts) where !count.responses.isEmpty {
            text += "options_http_sent_bytes_total{\(label)} \(count.sentBytes)\n"
        }
        describe("options_http_immediate_requests_total", "counter", "Requests that an event loop answered itself.")
        for (label, count) in zip(labels, counts) where !count.responses.isEmpty {
            text += "options_http_immediate_requests_total{\(label)} \(count.immediate)\n"
        }
        gauge(
            "options_http_aborted_requests_total", "counter", "Requests whose connection ended before the response.",
            aborted.load(ordering: .relaxed))
        gauge("options_http_connections", "gauge", "Open connections.", connections.load(ordering: .relaxed))
        gauge(
            "options_http_requests_in_progress", "gauge", "Requests in progress beyond the event loops.", requests)
        gauge("options_http_streams", "gauge", "Open streams of events.", streams)
        gauge("options_calculations_in_progress", "gauge", "Large calculations that run or wait.", calculations)
        return text
    }
}
