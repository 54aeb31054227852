internal import NIOCore
internal import StrategyBatch
internal import StrategyContract

/// Requests that arrive in pieces, one per line, and their answers.
///
/// Sendable because the pieces of one stream are answered one after another.
final class LineStream<Answerer: LineAnswerer & ~Copyable>: @unchecked Sendable {
    /// The number of bytes of answers after which others have their turn. More are not faster, and need more memory.
    private let answerBytes = 1 << 16

    private var evaluator: BlockEvaluator<Answerer>
    private var cutter = RequestCutter(.lines)
    private var block = RequestBlock()
    private var position: BlockEvaluator<Answerer>.Position?
    private var output: [UInt8] = []
    /// Buffers of answers. By the turn of one, it has usually been sent, and its memory is used again.
    private var buffers = [ByteBuffer](repeating: ByteBuffer(), count: 3)
    private var nextBuffer = 0
    private let memory: MemoryBudget
    /// The number of bytes that are taken from the budget: those that make no complete line yet.
    private var takenBytes = 0

    init(_ answerer: consuming Answerer, _ memory: MemoryBudget) {
        evaluator = BlockEvaluator(answerer)
        self.memory = memory
    }

    deinit { memory.giveBack(takenBytes) }

    /// Adds the next piece; ``answer()`` answers the lines that it completes.
    ///
    /// - Throws: 503 if there is no memory for a long line.
    func append(_ bytes: ByteBuffer) throws {
        // SAFETY: the bytes are valid during the call.
        unsafe bytes.withUnsafeReadableBytes { unsafe cutter.append($0) }
        let more = cutter.pendingBytes - takenBytes
        takenBytes += more
        guard memory.take(more) else { throw ServerError.busy }
    }

    /// Adds the end, which completes the last line.
    func finish() { cutter.finish() }

    /// Returns some answers to the lines that are complete, and whether there may be more.
    func answer() -> (answers: ByteBuffer, isMore: Bool) {
        output.removeAll(keepingCapacity: output.capacity <= 4 * answerBytes)
        while output.count < answerBytes {
            if var position {
                _ = evaluator.evaluate(block, from: &position, into: &output, atMost: answerBytes)
                self.position = position.isAtEnd ? nil : position
            } else {
                block.removeAll()
                guard cutter.take(&block) else { break }
                position = .init()
            }
        }
        return (nextBufferWithOutput(), position != nil || output.count >= answerBytes)
    }

    private func nextBufferWithOutput() -> ByteBuffer {
        nextBuffer = (nextBuffer + 1) % buffers.count
        buffers[nextBuffer].clear(minimumCapacity: output.count)
        buffers[nextBuffer].writeBytes(output)
        return buffers[nextBuffer]
    }
}
