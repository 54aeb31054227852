internal import ExactPayoff
internal import NIOCore
internal import StrategyContract

/// The state with which one event loop answers ordinary calculations itself. It is used on that loop only.
final class EventLoopWorker {
    /// The limits of calculations on an event loop: at most half a millisecond of work. Larger ones run in the
    /// ``CalculationPool``.
    static let limits = WorkLimits(
        bytes: 64 << 10, legs: 100, valuations: 64_000, responsePoints: 2_001, solverSeconds: 0)

    /// The responses that wait to be sent.
    let flushes = FlushQueue()
    // SAFETY: only the event loop uses it, and none of its methods calls the worker, so no access is within another.
    @exclusivity(unchecked) private var memory = Memory()

    /// Answers a request of `POST /options/calculate`; `nil` if it exceeds ``limits``.
    func calculate(_ request: ByteBuffer) -> ImmediateAnswer? {
        request.readableBytes <= Self.limits.bytes ? unsafe memory.calculate(request) : nil
    }

    /// Returns the bytes of a response: the head, and the body if it has at most `copiedBytes`.
    func response(
        _ exchange: inout Exchange, _ answer: ImmediateAnswer, isLast: Bool, dependsOnOrigin: Bool, copiedBytes: Int
    ) -> ByteBuffer {
        unsafe memory.respond(
            &exchange, answer, isLast: isLast, dependsOnOrigin: dependsOnOrigin, copiedBytes: copiedBytes)
        return unsafe memory.response
    }

    /// The memory that one answer leaves to the next.
    private struct Memory: ~Copyable {
        var answerer = CalculationAnswerer(AnswerOptions(limits: limits), repeatsIdentifier: false)
        var output: [UInt8] = []
        /// The bytes of an answer, and those of a response. Once they are sent, the next ones use their memory.
        var body = ByteBuffer()
        var response = ByteBuffer()
        var dateSeconds = 0
        var date = ""

        mutating func calculate(_ request: ByteBuffer) -> ImmediateAnswer? {
            output.removeAll(keepingCapacity: true)
            var status = 200
            do throws(ContractError) {
                try answerer.appendAnswer(to: request.readableBytesUInt8Span, &output)
            } catch {
                if error.code == .workExceeded || error.code == .tooLarge { return nil }
                error.append(to: &output)
                status = error.httpStatus
            }
            body.clear(minimumCapacity: output.count)
            body.writeBytes(output)
            return ImmediateAnswer(
                status: status, mediaType: "application/json", body: body,
                legs: status == 200 ? answerer.legCount : nil)
        }

        mutating func respond(
            _ exchange: inout Exchange, _ answer: ImmediateAnswer, isLast: Bool, dependsOnOrigin: Bool,
            copiedBytes: Int
        ) {
            let seconds = UTCTime.nowSeconds
            if seconds != dateSeconds {
                (dateSeconds, date) = (seconds, Exchange.date(UTCTime(seconds: seconds)))
            }
            response.clear()
            exchange.append(answer, date: date, isLast: isLast, dependsOnOrigin: dependsOnOrigin, to: &response)
            if !exchange.isHead, answer.body.readableBytes <= copiedBytes {
                response.writeImmutableBuffer(answer.body)
            }
        }
    }
}
