import Foundation
import OptionsClient
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server of snapshots. The test changes their quotes.
private actor SnapshotServer: OptionsTransport {
    private(set) var paths: [String] = []
    private(set) var tags: [String?] = []
    var version = 1
    var refreshes = 1
    var maxAge = 61
    var stale = false
    var refusal: TransportAnswer?

    func change() {
        version += 1
        refreshes += 1
    }
    func set(maxAge: Int) { self.maxAge = maxAge }
    func set(stale: Bool) {
        self.stale = stale
        refreshes += 1
    }
    func refuse(_ answer: TransportAnswer?) { refusal = answer }
    func empty() { version = 0 }

    func answer(to request: URLRequest) throws -> TransportAnswer {
        let path = request.url?.lastPathComponent ?? ""
        paths.append(path)
        tags.append(request.value(forHTTPHeaderField: "If-None-Match"))
        if let refusal { return refusal }
        let lastUpdate = version == 0 ? "" : "2026-01-15T10:30:0\(version).123456"
        let tag = path == "snapshot" ? "W/\"\(version)\"" : "W/\"\(version)-\(refreshes)-\(stale)\""
        let headers = ["ETag": tag, "Cache-Control": "public, max-age=\(maxAge)"]
        if tags.last == tag { return TransportAnswer(status: 304, headers: headers) }
        let quote = #"{"symbol":"A","description":"","last":\#(version),"bid":0,"ask":0,"volume":0}"#
        let body =
            path == "snapshot"
            ? #"{"last_update":"\#(lastUpdate)","count":1,"results":[\#(version == 0 ? "" : quote)]}"#
            : #"{"last_update":"\#(lastUpdate)","count":1,"refreshed":null,"stale":\#(stale)}"#
        return TransportAnswer(status: 200, headers: headers, body: Data(body.utf8))
    }
}

@Suite("Snapshot store", .timeLimit(.minutes(1)))
struct QuotesSnapshotStoreTests {
    private let server = SnapshotServer()
    private let clock = ManualClock()

    private func store(snapshot: QuotesSnapshotResponse? = nil) -> QuotesSnapshotStore {
        QuotesSnapshotStore(
            client: OptionsServerClient(server), snapshot: snapshot, clock: clock.pollingClock)
    }

    @Test("polls once per max-age, and requests the quotes only if they have changed")
    func polling() async throws {
        let store = store()
        var updates = await store.updates().makeAsyncIterator()
        let first = try #require(await updates.next())
        #expect(first.snapshot?.results.first?.last == 1 && first.failure == nil && !first.isStale)
        #expect(await clock.sleeping() == 61)
        #expect(await server.paths == ["snapshot"])
        // Unchanged quotes cost one small request.
        await clock.wake()
        #expect(await clock.sleeping() == 61)
        #expect(await server.paths == ["snapshot", "last_update"])
        // The next request has the tag.
        await server.set(maxAge: 9)
        await clock.wake()
        #expect(await clock.sleeping() == 9)
        #expect(await server.tags == [nil, nil, #"W/"1-1-false""#])
        // Changed quotes cost two requests.
        await server.change()
        await clock.wake()
        let second = try #require(await updates.next())
        #expect(second.snapshot?.results.first?.last == 2)
        #expect(await clock.sleeping() == 9)
        #expect(await server.paths.suffix(2) == ["last_update", "snapshot"])
        #expect(await server.tags.suffix(2) == [#"W/"1-1-false""#, #"W/"1""#])
        await clock.wake()
        #expect(await clock.sleeping() == 9)
        #expect(await server.tags.last == #"W/"2-2-false""#)
    }

    @Test("after a failure, the quotes stay and are stale; the next poll follows after Retry-After or the interval")
    func failure() async throws {
        let store = store()
        var updates = await store.updates().makeAsyncIterator()
        _ = await updates.next()
        _ = await clock.sleeping()
        let body = Data(#"{"detail":"Failed to retrieve quotes snapshot: no"}"#.utf8)
        await server.refuse(TransportAnswer(status: 500, body: body))
        await clock.wake()
        let failed = try #require(await updates.next())
        #expect(failed.snapshot?.results.first?.last == 1 && failed.isStale)
        #expect(failed.failure?.status == 500)
        #expect(await clock.sleeping() == 61)
        await server.refuse(TransportAnswer(status: 503, headers: ["Retry-After": "5"], body: body))
        await clock.wake()
        #expect(await updates.next()?.failure?.retryAfter == 5)
        #expect(await clock.sleeping() == 5)
        await server.refuse(nil)
        await clock.wake()
        let recovered = try #require(await updates.next())
        #expect(recovered.failure == nil && !recovered.isStale)
        // The refreshes of the server fail.
        await server.set(stale: true)
        _ = await clock.sleeping()
        await clock.wake()
        #expect(await updates.next()?.isStale == true)
    }

    @Test("before the first snapshot of the server, it polls again soon")
    func empty() async throws {
        await server.empty()
        let store = store()
        var updates = await store.updates().makeAsyncIterator()
        #expect(await updates.next()?.snapshot?.count == 1)
        #expect(await clock.sleeping() == QuotesSnapshotStore.startInterval)
        await server.change()
        await clock.wake()
        #expect(await updates.next()?.snapshot?.results.first?.last == 1)
        #expect(await clock.sleeping() == 61)
    }

    @Test("all sequences share one poll, which stops with the last of them")
    func consumers() async throws {
        let store = store()
        var first: AsyncStream<QuotesSnapshotUpdate>? = await store.updates()
        _ = await clock.sleeping()
        let second = Task { [stream = await store.updates()] in
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
        #expect(await server.paths == ["snapshot"])
        withExtendedLifetime(first) {}
        first = nil
        second.cancel()
        _ = await second.value
        await clock.waitForCancellation()
        #expect(await server.paths == ["snapshot"])
        // A new consumer begins with the known quotes, and starts a new poll.
        var third = await store.updates().makeAsyncIterator()
        #expect(await third.next()?.snapshot?.results.first?.last == 1)
        _ = await clock.sleeping()
        #expect(await server.paths == ["snapshot", "last_update"])
    }

    @Test("current() sends a request only when max-age has passed")
    func current() async throws {
        let store = store()
        #expect(try await store.current().results.first?.last == 1)
        #expect(try await store.current().results.first?.last == 1)
        #expect(await server.paths == ["snapshot"])
        await server.change()
        await clock.pass(61)
        #expect(try await store.current().results.first?.last == 2)
        #expect(await server.paths == ["snapshot", "last_update", "snapshot"])
        await server.refuse(TransportAnswer(status: 500))
        let kept = await store.snapshot
        await #expect(throws: OptionsClientError.self) { try await store.refresh() }
        #expect(await store.snapshot == kept)
    }

    @Test("the quotes of an earlier run are shown as stale, and confirmed without being sent again")
    func earlierRun() async throws {
        let quote = Quote(symbol: "A", description: "", last: 1, bid: 0, ask: 0, volume: 0)
        let store = store(
            snapshot: QuotesSnapshotResponse(lastUpdate: "2026-01-15T10:30:01.123456", results: [quote]))
        let stream = await store.updates()
        var updates = stream.makeAsyncIterator()
        _ = await clock.sleeping()
        let update = try #require(await updates.next())
        #expect(update.snapshot?.results == [quote] && !update.isStale)
        #expect(await server.paths == ["last_update"])
    }

    @Test("concurrent callers share one request; cancelling one of them does not affect the others")
    func sharing() async throws {
        let gate = Gate()
        let store = QuotesSnapshotStore(
            client: OptionsServerClient(
                ScriptedTransport { _, _ in
                    await gate.pass()
                    let body = #"{"last_update":"x","count":0,"results":[]}"#
                    return TransportAnswer(status: 200, body: Data(body.utf8))
                }), clock: clock.pollingClock)
        let first = Task { try await store.refresh() }
        let second = Task { try await store.refresh() }
        await gate.waitForVisitor()
        first.cancel()
        await #expect(throws: OptionsClientError.cancelled(endpoint: "GET /v1/markets/quotes/last_update")) {
            try await first.value
        }
        await gate.open()
        #expect(try await second.value.lastUpdate == "x")
    }
}

/// Blocks tasks until it is opened.
private actor Gate {
    private var isOpen = false
    private var visitors: [CheckedContinuation<Void, Never>] = []
    private var observers: [CheckedContinuation<Void, Never>] = []
    private var count = 0

    func pass() async {
        count += 1
        for observer in observers { observer.resume() }
        observers = []
        if !isOpen { await withCheckedContinuation { visitors.append($0) } }
    }

    func waitForVisitor() async {
        if count == 0 { await withCheckedContinuation { observers.append($0) } }
    }

    func open() {
        isOpen = true
        for visitor in visitors { visitor.resume() }
        visitors = []
    }
}
