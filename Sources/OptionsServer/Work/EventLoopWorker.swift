internal import ExactPayoff
internal import NIOCore
internal import StrategyContract

/// The state with which one event loop answers ordinary calculations itself. It is used on that loop only.
final class EventLoopWorker {
    /// The limits of calculations on an event loop: at most half a millisecond of work. Larger ones run in the
    /// ``CalculationPool``.
    static let limits = WorkLimits(
        bytes: 64 << 10, legs: 100, valuations: 64_000, responsePoints: 2_001, solverSeconds: 0)

    private var answerer = CalculationAnswerer(AnswerOptions(limits: limits), repeatsIdentifier: false)
    private var output: [UInt8] = []
    /// The bytes of an answer, and those of a response. Once they are sent, the next ones use their memory.
    private var body = ByteBuffer()
    var response = ByteBuffer()
    private var dateSeconds = 0
    private var dateText = ""

    /// The value of the field `Date`.
    var date: String {
        let seconds = UTCTime.nowSeconds
        if seconds != dateSeconds { (dateSeconds, dateText) = (seconds, UTCTime(seconds: seconds).httpDate) }
        return dateText
    }

    /// Answers a request of `POST /options/calculate`; `nil` if it exceeds ``limits``.
    func calculate(_ request: ByteBuffer) -> ImmediateAnswer? {
        guard request.readableBytes <= Self.limits.bytes else { return nil }
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
}
