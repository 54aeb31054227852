import ExactPayoff
import StrategyRequests
import Testing

@Suite("Requests of accounts")
struct RecognitionRequestTests {
    @Test("invalid members are refused by name")
    func errors() throws {
        let call = try Leg.call(.long, strikePrice: 100, premium: 1, quantity: 1)
        #expect(throws: StrategyError("timeToExpiration", .positive, .number(0))) {
            try RecognitionRequest(legs: [call], timeToExpiration: 0)
        }
        #expect(throws: StrategyError("legs", .count(1...200, .legs), .count(0))) { try RecognitionRequest(legs: []) }
    }
}
