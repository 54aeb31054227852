internal import NIOCore
internal import StrategyBatch
internal import StrategyContract

/// Requests that arrive in pieces, one per line, and their answers.
///
/// Sendable because the pieces of one stream are answered one after another.
final class LineStream<Answerer: LineAnswerer & ~Copyable>: @unchecked Sendable {
    private var evaluator: BlockEvaluator<Answerer>
    private var cutter = RequestCutter(.lines)
    private var block = RequestBlock()
    private var output: [UInt8] = []

    init(_ answerer: consuming Answerer) { evaluator = BlockEvaluator(answerer) }

    /// Returns the answers to the lines that are complete.
    func answer(_ bytes: ByteBuffer) -> ByteBuffer {
        // SAFETY: the bytes are valid during the call.
        unsafe bytes.withUnsafeReadableBytes { unsafe cutter.append($0) }
        return answers()
    }

    /// Returns the answer to the last line, which may have no end.
    func finish() -> ByteBuffer {
        cutter.finish()
        return answers()
    }

    private func answers() -> ByteBuffer {
        output.removeAll(keepingCapacity: output.capacity <= 1 << 22)
        while cutter.take(&block) {
            _ = evaluator.evaluate(block, into: &output)
            block.removeAll()
        }
        return ByteBuffer(bytes: output)
    }
}
