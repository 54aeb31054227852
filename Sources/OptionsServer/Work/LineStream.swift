internal import NIOCore
internal import StrategyBatch
internal import StrategyContract

/// Requests that arrive in pieces, one per line, and their answers.
///
/// Sendable because the pieces of one stream are answered one after another.
final class LineStream<Answerer: LineAnswerer & ~Copyable>: @unchecked Sendable {
    /// The number of bytes in a piece of the answers. Each piece changes threads twice, which takes as long as 20 kB of answers;
    /// larger ones need more memory.
    static var pieceBytes: Int { 1 << 19 }
    /// The number of bytes from which a piece is full. What is usually added last still fits.
    private static var fullBytes: Int { pieceBytes - 4 * movedBytes }
    /// The number of bytes of answers that are moved to the piece at once: so few that they are still in the first cache.
    private static var movedBytes: Int { 1 << 12 }
    /// The time after which a piece is passed on as it is, and others have their turn.
    private static var pieceTime: TimeAmount { .milliseconds(2) }

    private var evaluator: BlockEvaluator<Answerer>
    private var cutter = RequestCutter(.lines)
    private var block = RequestBlock()
    private var position: BlockEvaluator<Answerer>.Position?
    private var output: [UInt8] = []
    /// The number of bytes of answers after which the time is checked: one answer at first and after slow ones.
    private var checkedBytes = 1
    /// Buffers of answers. By the turn of one, it has usually been sent, and its memory is used again.
    private var buffers = [ByteBuffer](repeating: ByteBuffer(), count: 2)
    private var nextBuffer = 0
    private let memory: MemoryBudget
    /// The number of bytes that are taken from the budget: those that make no complete line yet.
    private var takenBytes = 0
    /// The number of bytes of answers so far.
    private(set) var answerBytes = 0
    private var lastPieceBytes = 0

    private let now: @Sendable () -> NIODeadline

    /// Creates a stream that takes the memory for long lines from `memory`. `now` is a clock.
    init(
        _ answerer: consuming Answerer, _ memory: MemoryBudget, now: @escaping @Sendable () -> NIODeadline = { .now() }
    ) {
        evaluator = BlockEvaluator(answerer)
        self.memory = memory
        self.now = now
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
        nextBuffer = (nextBuffer + 1) % buffers.count
        buffers[nextBuffer].clear(minimumCapacity: min(lastPieceBytes, Self.pieceBytes))
        let end = now() + Self.pieceTime
        while buffers[nextBuffer].readableBytes < Self.fullBytes {
            if var position {
                _ = evaluator.evaluate(block, from: &position, into: &output, atMost: checkedBytes)
                self.position = position.isAtEnd ? nil : position
                buffers[nextBuffer].writeBytes(output)
                output.removeAll(keepingCapacity: output.capacity <= Self.pieceBytes)
                if now() >= end {
                    checkedBytes = 1
                    break
                }
                checkedBytes = min(2 * checkedBytes, Self.movedBytes)
            } else {
                block.removeAll()
                guard cutter.take(&block) else { return (passOn(), false) }
                position = .init()
            }
        }
        return (passOn(), true)
    }

    private func passOn() -> ByteBuffer {
        lastPieceBytes = buffers[nextBuffer].readableBytes
        answerBytes += lastPieceBytes
        return buffers[nextBuffer]
    }
}
