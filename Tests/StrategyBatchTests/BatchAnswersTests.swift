import StrategyBatch
import StrategyContract
import Synchronization
import Testing

@Suite("Answers to a sequence of blocks")
struct BatchAnswersTests {
    private static let request =
        #"{"currentPrice":100,"legs":[{"type":"call","position":"long","strikePrice":100,"premium":1,"quantity":1}],"id":"#

    /// A block of `count` requests, the first of them number `start`.
    private static func block(_ start: Int, count: Int) -> [UInt8] {
        Array((start..<start + count).map { "\(request)\($0)}\n" }.joined().utf8)
    }

    private static func identifiers(_ lines: [UInt8]) -> [Int] {
        lines.split(separator: UInt8(ascii: "\n")).compactMap { line in
            Int(String(decoding: line.dropFirst(6).prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self))
        }
    }

    @Test("arrive in order, one for each block", arguments: [1, 2, 8])
    func order(_ jobs: Int) async throws {
        let (blocks, continuation) = AsyncStream<[UInt8]>.makeStream()
        for index in 0..<50 { continuation.yield(Self.block(10 * index, count: index % 11)) }
        continuation.finish()
        var index = 0
        for try await answer in blocks.answers(AnswerOptions(format: .metrics), jobs: jobs) {
            #expect(Self.identifiers(answer.lines) == Array(10 * index..<10 * index + index % 11))
            #expect(answer.summary.answered == index % 11)
            index += 1
        }
        #expect(index == 50)
    }

    @Test("arrive before the next block")
    func firstAnswer() async throws {
        let (blocks, continuation) = AsyncStream<[UInt8]>.makeStream()
        continuation.yield(Self.block(1, count: 1))
        var answers = blocks.answers(AnswerOptions(format: .metrics), jobs: 4).makeAsyncIterator()
        for number in 2...5 {
            let answer = try #require(try await answers.next())
            #expect(Self.identifiers(answer.lines) == [number - 1])
            continuation.yield(Self.block(number, count: 1))
        }
        continuation.finish()
        #expect(try await answers.next() != nil)
        #expect(try await answers.next() == nil)
    }

    @Test("are not computed far ahead of the consumer")
    func backPressure() async throws {
        let taken = Mutex(0)
        let blocks = AsyncStream<[UInt8]> {
            let number = taken.withLock { taken in
                taken += 1
                return taken
            }
            return number <= 100 ? Self.block(number, count: 1) : nil
        }
        var read = 0
        for try await _ in blocks.answers(AnswerOptions(format: .metrics), jobs: 3) {
            read += 1
            // One answer is being consumed, three are buffered, and one waits for space.
            #expect(taken.withLock { $0 } <= read + 5)
        }
        #expect(read == 100)
    }

    @Test("end with the failure of the blocks")
    func failure() async throws {
        struct Failure: Error {}
        let (blocks, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        continuation.yield(Self.block(1, count: 2))
        continuation.finish(throwing: Failure())
        var answers = blocks.answers(AnswerOptions(format: .metrics), jobs: 2).makeAsyncIterator()
        #expect(try await answers.next()?.summary.answered == 2)
        await #expect(throws: Failure.self) { _ = try await answers.next() }
    }

    @Test("read no further blocks after cancellation")
    func cancellation() async throws {
        let blocks = Tireless()
        let consumer = Task {
            for try await _ in blocks.answers(AnswerOptions(format: .metrics), jobs: 2) {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            }
        }
        _ = await consumer.result
        #expect(blocks.taken.withLock { $0 } < 100)
    }

    /// A hundred thousand blocks from a source that does not check for cancellation.
    private final class Tireless: AsyncSequence, Sendable {
        let taken = Mutex(0)

        struct AsyncIterator: AsyncIteratorProtocol {
            let sequence: Tireless

            mutating func next() async throws -> [UInt8]? {
                let number = sequence.taken.withLock { taken in
                    taken += 1
                    return taken
                }
                return number <= 100_000 ? BatchAnswersTests.block(number, count: 1) : nil
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }
    }
}
