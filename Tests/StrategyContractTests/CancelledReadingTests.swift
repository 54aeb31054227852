import Synchronization
import Testing

@testable import StrategyContract

@Suite("Reading that is cancelled")
struct CancelledReadingTests {
    /// Becomes true at the call with a number.
    private final class Check: Sendable {
        private let calls = Atomic(0)
        private let limit: Int
        init(trueFrom limit: Int) { self.limit = limit }
        func next() -> Bool { calls.add(1, ordering: .relaxed).newValue >= limit }
        var count: Int { calls.load(ordering: .relaxed) }
    }

    @Test("a strict request with an identifier is refused wherever it is cancelled, also between its two passes")
    func strict() throws {
        let leg = #"{"type":"call","position":"long","strikePrice":100,"premium":1,"quantity":1}"#
        let legs = Array(repeating: leg, count: 3000).joined(separator: ",")
        let request = Array(#"{"id":7,"strict":true,"currentPrice":100,"legs":[\#(legs)]}"#.utf8)
        var refusals = 0
        for limit in 1...64 {
            let check = Check(trueFrom: limit)
            var answerer = CalculationAnswerer(AnswerOptions(format: .metrics, isCancelled: { check.next() }))
            var output: [UInt8] = []
            do throws(ContractError) {
                try answerer.appendAnswer(to: request.span, &output)
                #expect(check.count < limit)
            } catch {
                #expect(error.code == .cancelled && output.isEmpty)
                answerer.appendRefusal(error, wasRead: true, &output)
                #expect(
                    String(decoding: output, as: UTF8.self).hasSuffix(
                        #""error":"\#(error.message)","code":"cancelled"}"#))
                refusals += 1
            }
        }
        #expect(refusals > 8)
    }
}
