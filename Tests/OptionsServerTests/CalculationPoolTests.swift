import Dispatch
import Synchronization
import Testing

@testable import OptionsServer

@Suite struct CalculationPoolTests {
    private final class Client: Sendable {
        private let gone = Atomic(false)
        var isGone: Bool { gone.load(ordering: .relaxed) }
        func go() { gone.store(true, ordering: .relaxed) }
    }

    /// Runs a calculation, and returns once it waits.
    private static func enqueue(
        _ client: Client, in pool: CalculationPool, _ body: @escaping @Sendable () -> Int
    ) async -> Task<Int, any Error> {
        let (waits, continuation) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await pool.run(isGone: { client.isGone }, onWait: { continuation.finish() }, body)
        }
        for await _ in waits {}
        return task
    }

    @Test func `a client that has gone keeps no place in the queue`() async throws {
        let pool = CalculationPool(threads: 1, waiting: 2)
        let (began, continuation) = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        let running = Task {
            try await pool.run {
                continuation.finish()
                end.wait()
                return 0
            }
        }
        for await _ in began {}
        let clients = (0..<4).map { _ in Client() }
        let first = await Self.enqueue(clients[0], in: pool) { 1 }
        let second = await Self.enqueue(clients[1], in: pool) { 2 }
        #expect(pool.depth == 3)
        await #expect(throws: ServerError.busy) { try await pool.run { 3 } }
        clients[0].go()
        let third = await Self.enqueue(clients[2], in: pool) { 4 }
        await #expect(throws: ServerError.busy) { try await first.value }
        #expect(pool.depth == 3)
        // It goes while it waits, and is passed over.
        clients[1].go()
        end.signal()
        #expect(try await running.value == 0)
        await #expect(throws: ServerError.busy) { try await second.value }
        #expect(try await third.value == 4)
        #expect(pool.depth == 0)
    }

    @Test func `a request that is refused at once was never told to wait`() async throws {
        let pool = CalculationPool(threads: 1, waiting: 0)
        let (began, continuation) = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        let running = Task {
            try await pool.run {
                continuation.finish()
                end.wait()
            }
        }
        for await _ in began {}
        await #expect(throws: ServerError.busy) {
            try await pool.run(onWait: { Issue.record("it waits") }, {})
        }
        end.signal()
        try await running.value
    }
}
