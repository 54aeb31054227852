internal import NIOCore
internal import StrategyBatch
internal import StrategyContract

/// Requests that arrive in pieces, one per line, and their answers.
///
/// Sendable because the pieces of one stream are answered one after another.
final class LineStream<Answerer: LineAnswerer & ~Copyable>: @unchecked Sendable {
    /// The number of bytes in a block of responses. Each block changes threads twice, which takes as long as 20 kB of
    /// responses; larger blocks need more memory.
    static var pieceBytes: Int { 1 << 19 }
    /// The number of bytes from which a block is full. The usual next addition still fits.
    private static var fullBytes: Int { pieceBytes - 4 * movedBytes }
    /// The number of bytes of responses that are moved to the block at once: few enough that they are still in the
    /// first-level cache.
    private static var movedBytes: Int { 1 << 12 }
    /// The time after which a partial block is passed on, and other work runs.
    private static var pieceTime: TimeAmount { .milliseconds(2) }

    private var evaluator: BlockEvaluator<Answerer>
    private var cutter: RequestCutter
    private var block = RequestBlock()
    private var position: BlockEvaluator<Answerer>.Position?
    private var output: [UInt8] = []
    /// The number of bytes of responses after which the time is checked: one response at first and after slow ones.
    private var checkedBytes = 1
    /// Buffers of responses, used in turn. When a buffer is used again, it has usually been sent, so its memory is
    /// reused.
    private var buffers = [ByteBuffer](repeating: ByteBuffer(), count: 2)
    private var nextBuffer = 0
    private let memory: MemoryBudget
    /// The number of bytes reserved in the budget, for an incomplete line.
    private var takenBytes = 0
    /// The number of bytes of answers so far.
    private(set) var answerBytes = 0
    private var lastPieceBytes = 0

    private let now: @Sendable () -> NIODeadline

    /// Creates a stream of lines, or of the elements of an array, that reserves the memory for long ones in `memory`. `now` is a clock.
    init(
        _ answerer: consuming Answerer, _ memory: MemoryBudget, _ content: RequestCutter.Content = .lines,
        now: @escaping @Sendable () -> NIODeadline = { .now() }
    ) {
        evaluator = BlockEvaluator(answerer)
        cutter = RequestCutter(content)
        self.memory = memory
        self.now = now
    }

    deinit { memory.giveBack(takenBytes) }

    /// Adds the next piece; ``answer()`` answers the lines that it completes.
    ///
    /// - Throws: 503 if the budget has no memory for a long line.
    func append(_ bytes: ByteBuffer) throws {
        // SAFETY: the bytes are valid during the call.
        unsafe bytes.withUnsafeReadableBytes { unsafe cutter.append($0) }
        let more = cutter.pendingBytes - takenBytes
        takenBytes += more
        guard memory.take(more) else { throw ServerError.busy }
    }

    /// Adds the end, which completes the last line.
    func finish() { cutter.finish() }

    /// Returns some responses to the complete lines, and whether there may be more.
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
