internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import NIOCore
internal import NIOHTTP1
internal import OptionPricing
internal import StrategyContract
internal import Synchronization

/// The snapshot that is served now.
final class SnapshotBoard: Sendable {
    private let present = Mutex(RenderedSnapshot(SnapshotStatus()))
    /// What streams send.
    let table: Topic<StreamedTable>

    /// - Parameter generations: Counts the changes for streams.
    init(_ generations: Generations) {
        table = Topic(generations)
        table.publish(snapshot)
    }

    /// Makes the answers of a new status.
    func publish(_ status: SnapshotStatus) {
        let rendered = RenderedSnapshot(status)
        present.withLock { $0 = rendered }
        table.publish(rendered)
    }

    var snapshot: RenderedSnapshot { present.withLock { $0 } }
}

/// The endpoints of the snapshot of quotes. They respond on the event loop with rendered bytes.
struct SnapshotRoutes {
    private static let maximumSymbols = 1000

    let board: SnapshotBoard
    /// The reason why there is no snapshot if no source is configured.
    let missing: String?
    let now: @Sendable () -> Timestamp

    var routes: [Route] {
        [
            Route(
                "/v1/markets/quotes/snapshot", "The quotes of all optionable underlyings, refreshed together.",
                answer: snapshot),
            Route(
                "/v1/markets/quotes/last_update", "When the snapshot of quotes changed last.", answer: lastUpdate),
        ]
    }

    private func snapshot(_ request: ImmediateRequest) -> ImmediateAnswer {
        do throws(ServerError) {
            let parameters = try RequestParameters(query: request.query)
            let symbols = try Self.symbols(parameters.text("symbols") ?? "", "symbols")
            let present = try served()
            var fields = ["Cache-Control": "max-age=\(maximumAge(present))", "Vary": "Accept-Encoding"]
            var (body, tag) = symbols.map(present.answer) ?? (present.whole, present.tag)
            // A weak tag is the same for both codings.
            tag = "W/\"\(tag)\""
            fields["ETag"] = tag
            if EntityTag.matches(request.headers["if-none-match"], tag) {
                return ImmediateAnswer(status: 304, mediaType: "", body: ByteBuffer(), fields: fields)
            }
            if Gzip.isAccepted(request.headers["accept-encoding"]), let compressed = compressed(body, symbols, present)
            {
                body = compressed
                fields["Content-Encoding"] = "gzip"
            }
            return ImmediateAnswer(status: 200, mediaType: "application/json", body: body, fields: fields)
        } catch {
            return ImmediateAnswer(error, path: "/v1")
        }
    }

    private func lastUpdate(_ request: ImmediateRequest) -> ImmediateAnswer {
        do throws(ServerError) {
            let present = try served()
            let snapshot = present.status.snapshot
            var json = JSONText()
            json.object { json in
                json.member("last_update", snapshot?.changed.microseconds ?? "")
                json.member("count", snapshot?.rows.count ?? 0)
                json.member("refreshed", snapshot?.refreshed)
                json.member("stale", present.status.isStale)
            }
            let refreshed = snapshot.map { "\($0.refreshed.secondsSince1970)" } ?? "0"
            let tag = "W/\"\(present.tag)-\(refreshed)-\(present.status.isStale)\""
            let fields = ["Cache-Control": "max-age=\(maximumAge(present))", "ETag": tag]
            if EntityTag.matches(request.headers["if-none-match"], tag) {
                return ImmediateAnswer(status: 304, mediaType: "", body: ByteBuffer(), fields: fields)
            }
            return ImmediateAnswer(
                status: 200, mediaType: "application/json", body: ByteBuffer(bytes: json.bytes), fields: fields)
        } catch {
            return ImmediateAnswer(error, path: "/v1")
        }
    }

    /// Returns the compressed body. The whole snapshot is compressed in advance; small bodies gain nothing.
    private func compressed(_ body: ByteBuffer, _ symbols: Set<String>?, _ present: RenderedSnapshot) -> ByteBuffer? {
        if symbols == nil { return present.compressed }
        guard body.readableBytes >= Gzip.leastBytes else { return nil }
        return Gzip.compressed(Array(body.readableBytesView)).map { ByteBuffer(bytes: $0) }
    }

    /// The present snapshot.
    ///
    /// - Throws: The reason why there never was one.
    func served() throws(ServerError) -> RenderedSnapshot {
        if let missing { throw ServerError(503, missing, code: .noSource) }
        let present = board.snapshot
        if present.status.snapshot == nil, let failure = present.status.failure {
            throw ServerError(500, "Failed to retrieve quotes snapshot: \(failure)", code: .sourceBroken)
        }
        return present
    }

    /// The seconds until the next refresh, at least 1: while there is no snapshot, one is expected soon.
    private func maximumAge(_ present: RenderedSnapshot) -> Int {
        max(1, present.status.nextRefresh.map { now().seconds(to: $0) } ?? 1)
    }

    /// Returns the symbols of a filter; `nil` without one.
    static func symbols(_ text: String, _ name: String) throws(ServerError) -> Set<String>? {
        let parts = text.split(separator: ",").map { $0.trimmed.uppercased() }.filter { !$0.isEmpty }
        guard parts.count <= maximumSymbols else {
            throw ServerError(.notAllowed, path: name, "must be at most \(maximumSymbols) symbols, got \(parts.count)")
        }
        return parts.isEmpty ? nil : Set(parts)
    }
}
