import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import MarketData
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import Testing

@testable import OptionsServer

/// A clock that only a test advances.
final class StepClock: Sendable {
    private struct State {
        var now: Timestamp
        var sleepers: [Int: (wake: Timestamp, continuation: AsyncStream<Void>.Continuation)] = [:]
        var next = 0
        /// The test that waits for sleepers.
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>

    init(_ now: Timestamp) { state = Mutex(State(now: now)) }

    var time: ServiceTime {
        ServiceTime(now: { [self] in state.withLock { $0.now } }, sleep: { [self] in try await sleep($0) })
    }

    private func sleep(_ seconds: Double) async throws {
        try Task.checkCancellation()
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let (number, waiter) = state.withLock { state in
            state.next += 1
            state.sleepers[state.next] = (state.now.adding(interval: seconds), continuation)
            defer { state.waiter = nil }
            return (state.next, state.waiter)
        }
        // At once when the task is cancelled.
        continuation.onTermination = { [self] _ in state.withLock { $0.sleepers[number] = nil } }
        waiter?.resume()
        defer { continuation.finish() }
        for await _ in stream { return }
        throw CancellationError()
    }

    /// Waits until `count` tasks sleep that wake within `seconds`, then advances the clock and wakes them.
    func step(_ seconds: Int, sleepers count: Int) async {
        while true {
            var isReady = false
            await withCheckedContinuation { continuation in
                isReady = state.withLock { state in
                    let end = state.now.adding(seconds: seconds)
                    let woken = state.sleepers.values.filter { $0.wake.interval(to: end) >= 0 }
                    guard woken.count >= count else {
                        state.waiter = continuation
                        return false
                    }
                    state.now = end
                    for sleeper in woken { sleeper.continuation.yield() }
                    return true
                }
                if isReady { continuation.resume() }
            }
            if isReady { return }
        }
    }
}

/// A block of a stream.
struct StreamBlock {
    let name: String
    let identifier: String?
    let data: String?

    init(_ text: Substring) {
        var fields: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let name = line.prefix { $0 != ":" }
            fields[name] = line.dropFirst(name.count + 2)
        }
        self.name = fields["event"].map(String.init) ?? fields.keys.joined()
        identifier = fields["id"].map(String.init)
        data = fields["data"].map(String.init)
    }

    /// The object of the data.
    var value: [String: Any] {
        get throws {
            try #require(try JSONSerialization.jsonObject(with: Data((data ?? "").utf8)) as? [String: Any])
        }
    }
}

/// A stream in memory, and its reader, who takes it block by block.
final class StreamReader {
    let response: Response
    private var blocks: AsyncStream<ByteBuffer>.Iterator
    private var text = ""
    private let task: Task<Void, any Error>
    /// Decodes a compressed body.
    private let inflater: Inflater?
    /// The bytes of the body so far.
    private(set) var received = 0

    private struct Writer: ResponseBodyWriter {
        let pieces: AsyncStream<ByteBuffer>.Continuation
        /// Suspends a write until the reader takes it.
        let takes: @Sendable () async -> Void

        func write(_ buffer: ByteBuffer) async throws {
            await takes()
            try Task.checkCancellation()
            pieces.yield(buffer)
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) { pieces.finish() }
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - routes: The endpoints.
    ///   - target: The path and the query.
    ///   - identifier: The value of `Last-Event-ID`.
    ///   - encoding: The value of `Accept-Encoding`.
    ///   - takes: Suspends the writer for as long as the reader takes nothing.
    /// - Throws: The error of the responder.
    init(
        _ routes: [Route], _ target: String, after identifier: String? = nil, accepting encoding: String? = nil,
        takes: @escaping @Sendable () async -> Void = {}
    ) async throws {
        let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: target)
        if let identifier, let name = HTTPField.Name("Last-Event-ID") { head.headerFields[name] = identifier }
        head.headerFields[.acceptEncoding] = encoding
        let table = RouteTable(routes)
        guard case .found(let index) = table.match(.GET, RequestTarget(target).path) else {
            throw ServerError(404, "no route matches \(target)")
        }
        let signals = ConnectionSignals()
        signals.route = index
        let response = try await ConnectionSignals.$current.withValue(signals) {
            let context = OptionsRequestContext(source: .init(channel: channel, logger: Logger(label: "test")))
            return try await RouteResponder(table: table).respond(
                to: Request(head: head, body: .init(buffer: ByteBuffer())), context: context)
        }
        try await channel.close()
        self.response = response
        inflater = response.headers[.contentEncoding] == "gzip" ? Inflater() : nil
        let (stream, continuation) = AsyncStream<ByteBuffer>.makeStream()
        blocks = stream.makeAsyncIterator()
        let body = response.body
        task = Task { try await body.write(Writer(pieces: continuation, takes: takes)) }
    }

    deinit { task.cancel() }

    /// Returns the next block; `nil` at the end of the stream.
    func next() async -> StreamBlock? {
        while true {
            if let end = text.firstRange(of: "\n\n") {
                defer { text.removeSubrange(..<end.upperBound) }
                return StreamBlock(text[..<end.lowerBound])
            }
            guard let piece = await piece() else { return nil }
            text += piece
        }
    }

    /// Returns the text of the next bytes; `nil` at the end.
    private func piece() async -> String? {
        guard let bytes = await blocks.next() else { return nil }
        received += bytes.readableBytes
        guard let inflater else { return String(buffer: bytes) }
        return String(decoding: inflater.inflated(Array(bytes.readableBytesView)), as: UTF8.self)
    }

    /// Returns the next block, which must have a name.
    func next(_ name: String) async throws -> StreamBlock {
        let block = try #require(await next())
        #expect(block.name == name, "\(block)")
        return block
    }

    /// Returns all that is left of the response.
    func text() async -> String {
        while let piece = await piece() { text += piece }
        return text
    }

    /// Ends the reading, as a client that goes.
    func close() async {
        task.cancel()
        _ = await task.result
    }
}
