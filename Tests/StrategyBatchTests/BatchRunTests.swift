import StrategyBatch
import StrategyContract
import Testing

/// Blocks of one to forty requests, followed by a failure if there is one.
private struct Blocks: BlockSource, ~Copyable {
    struct Failure: Error {}

    let texts: [String]
    var failsAtEnd = false
    var index = 0

    mutating func next(_ block: inout RequestBlock) throws -> Bool {
        guard index < texts.count else {
            if failsAtEnd { throw Failure() }
            return false
        }
        let count = 1 + index % 40
        for text in texts[index..<min(index + count, texts.count)] {
            block.append(Array("\(text)\n".utf8).span)
        }
        index += count
        return true
    }
}

/// Records the answers, and fails after a number of blocks.
private struct Answers: AnswerSink, ~Copyable {
    struct Failure: Error {}

    final class Kept: @unchecked Sendable {
        var bytes: [UInt8] = []
        var refused: [Int] = []
        var summary = BatchSummary()
    }

    let kept: Kept
    var blocksLeft = Int.max

    mutating func write(
        _ answers: [UInt8], refused: [Int], to block: borrowing RequestBlock, _ summary: BatchSummary
    ) throws {
        guard blocksLeft > 0 else { throw Failure() }
        blocksLeft -= 1
        kept.bytes += answers
        kept.refused += refused.map { kept.summary.answered + kept.summary.refused + $0 }
        kept.summary.add(summary)
    }
}

@Suite("Batch run")
struct BatchRunTests {
    private static let texts = {
        var texts = RequestTexts(seed: 3)
        return (0..<1000).map { $0.isMultiple(of: 17) ? "broken" : texts.request() }
    }()

    private func run(jobs: Int, failsAtEnd: Bool = false, blocks: Int = .max) throws -> Answers.Kept {
        let kept = Answers.Kept()
        let run = BatchRun(
            Blocks(texts: Self.texts, failsAtEnd: failsAtEnd), Answers(kept: kept, blocksLeft: blocks),
            AnswerOptions(format: .metrics), jobs: jobs)
        var isFinished = false
        do {
            try run.run { _ in isFinished = true }
        } catch {
            #expect(!isFinished)
            #expect(failsAtEnd ? error is Blocks.Failure : error is Answers.Failure)
            return kept
        }
        #expect(isFinished && !failsAtEnd && blocks == .max)
        return kept
    }

    @Test("gives the same bytes with any number of threads")
    func threads() throws {
        let one = try run(jobs: 1)
        #expect(one.summary.answered + one.summary.refused == 1000)
        #expect(one.bytes.count { $0 == UInt8(ascii: "\n") } == 1000)
        let lines = String(decoding: one.bytes, as: UTF8.self).split(separator: "\n")
        #expect(one.refused == lines.indices.filter { lines[$0].contains(#""error":"#) })
        #expect(one.refused.count == one.summary.refused)
        for jobs in [2, 3, 5, 16] {
            let many = try run(jobs: jobs)
            #expect(many.bytes == one.bytes)
            #expect(many.refused == one.refused)
            #expect(many.summary == one.summary)
        }
    }

    @Test("answers the requests read before reading failed", arguments: [1, 2, 5])
    func readingFails(_ jobs: Int) throws {
        let kept = try run(jobs: jobs, failsAtEnd: true)
        #expect(try kept.bytes == run(jobs: 1).bytes)
    }

    @Test("ends when writing fails", arguments: [1, 2, 5])
    func writingFails(_ jobs: Int) throws {
        let kept = try run(jobs: jobs, blocks: 3)
        #expect(kept.summary.answered + kept.summary.refused == 1 + 2 + 4)
        #expect(try run(jobs: 1).bytes.starts(with: kept.bytes))
    }
}
