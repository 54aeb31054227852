import Dispatch
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import StrategyContract
import Synchronization
import Testing

@testable import OptionsServer

@Suite struct LineStreamTests {
    /// Responses that have reached the connection. Its event loop is slower than the thread that computes them.
    private final class SlowConnection: Sendable {
        let loop: any EventLoop
        let pool: CalculationPool
        let signals = ConnectionSignals()
        let mostQueued = Atomic(0)

        init(_ loop: any EventLoop, _ pool: CalculationPool) { (self.loop, self.pool) = (loop, pool) }

        /// Waits until the thread that computes has had many turns, in each of which it makes another piece unless it waits.
        func letComputeManyPieces() {
            for _ in 0..<50 {
                let turn = DispatchSemaphore(value: 0)
                Task {
                    try? await pool.run {}
                    turn.signal()
                }
                turn.wait()
            }
        }
    }

    private struct Writer: ResponseBodyWriter {
        let connection: SlowConnection
        var written = 0

        mutating func write(_ buffer: ByteBuffer) {
            written += buffer.readableBytes
            connection.mostQueued.max(written - connection.signals.answerBytes, ordering: .relaxed)
            let (connection, count) = (connection, buffer.readableBytes)
            connection.loop.execute {
                connection.letComputeManyPieces()
                connection.signals.answerBytes += count
            }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) {}
    }

    private static let request = """
        {"currentPrice":100,"legs":[{"type":"call","position":"long","strikePrice":100,"premium":3,"quantity":1}]}

        """

    @Test func `a busy event loop does not let answers pile up`() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let channel = try await DatagramBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        var limits = try ServerConfiguration(flags: [:], environment: [:]).limits
        limits.calculationThreads = 1
        let pools = WorkPools(limits)
        let connection = SlowConnection(channel.eventLoop, pools.calculations)
        let routes = CalculationRoutes(pools: pools, memory: MemoryBudget(bytes: 1 << 30)).routes
        let batch = try #require(routes.first { $0.path == "/api/rest/options/batch" })
        let body = ByteBuffer(string: String(repeating: Self.request, count: 1_500))
        let head = HTTPRequest(
            method: .post, scheme: nil, authority: nil, path: batch.path,
            headerFields: [.contentType: "application/x-ndjson"])
        try await ConnectionSignals.$current.withValue(connection.signals) {
            let context = OptionsRequestContext(source: .init(channel: channel, logger: Logger(label: "test")))
            let respond = try #require(batch.respond)
            let response = try await respond(Request(head: head, body: .init(buffer: body)), context)
            try await response.body.write(Writer(connection: connection))
        }
        try await channel.eventLoop.submit {}.get()
        let queued = connection.mostQueued.load(ordering: .relaxed)
        #expect(connection.signals.answerBytes > 5_000_000)
        #expect(queued <= 2 << 19, "\(queued) bytes of answers waited for the event loop")
        try await channel.close()
        try await group.shutdownGracefully()
    }

    @Test func `answers that take long do not wait for each other`() throws {
        let seconds = Atomic(Int64(0))
        let stream = LineStream(
            CalculationAnswerer(AnswerOptions(format: .metrics)), MemoryBudget(bytes: 1 << 20),
            now: { .uptimeNanoseconds(UInt64(seconds.add(1, ordering: .relaxed).newValue) * 1_000_000_000) })
        try stream.append(ByteBuffer(string: String(repeating: Self.request, count: 100)))
        var pieces: [Int] = []
        var isMore = true
        while isMore {
            let next = stream.answer()
            pieces.append(next.answers.readableBytesView.count { $0 == UInt8(ascii: "\n") })
            isMore = next.isMore
        }
        #expect(pieces.allSatisfy { $0 <= 1 })
        #expect(pieces.reduce(0, +) == 100)
    }

    @Test func `a long answer is passed on before the next line is worked on`() throws {
        let lines = (1...3).map { id in
            #"{"id":\#(id),"curveRange":{"minimum":0,"maximum":1000,"points":100000},"# + Self.request.dropFirst()
        }
        // An instant that never passes: the length alone ends a piece.
        let stream = LineStream(
            CalculationAnswerer(AnswerOptions(format: .json)), MemoryBudget(bytes: 1 << 20), now: { .distantPast })
        try stream.append(ByteBuffer(string: lines.joined()))
        var pieces: [ByteBuffer] = []
        for id in 1...lines.count {
            let piece = stream.answer().answers
            #expect(piece.readableBytes > 1 << 20)
            #expect(piece.readableBytesView.starts(with: #"{"id":\#(id),"#.utf8))
            #expect(piece.readableBytesView.count { $0 == UInt8(ascii: "\n") } == 1)
            pieces.append(piece)
        }
        let end = stream.answer()
        #expect(end.answers.readableBytes == 0 && !end.isMore)
        // Later pieces do not keep the memory of the long answers.
        for _ in 0..<3 {
            try stream.append(ByteBuffer(string: Self.request))
            pieces.append(stream.answer().answers)
        }
        #expect(pieces.suffix(3).allSatisfy { $0.readableBytes > 0 })
        #expect(pieces.suffix(2).allSatisfy { $0.storageCapacity < 1 << 14 })
    }

    @Test func `small pieces take little memory, also after large ones`() throws {
        let stream = LineStream(
            CalculationAnswerer(AnswerOptions(format: .json)), MemoryBudget(bytes: 1 << 20), now: { .distantPast })
        try stream.append(ByteBuffer(string: String(repeating: Self.request, count: 500)))
        var pieces: [ByteBuffer] = []
        var isMore = true
        while isMore {
            let next = stream.answer()
            pieces.append(next.answers)
            isMore = next.isMore
        }
        #expect(pieces[0].readableBytes > 1 << 18)
        // Like a client that sends one line at a time and reads no answers.
        for _ in 0..<10 {
            try stream.append(ByteBuffer(string: Self.request))
            pieces.append(stream.answer().answers)
        }
        #expect(pieces.suffix(9).allSatisfy { $0.readableBytes > 0 && $0.storageCapacity < 1 << 14 })
    }
}
