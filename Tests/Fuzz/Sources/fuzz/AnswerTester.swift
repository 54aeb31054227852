import ExactPayoff
import StrategyContract

/// A request of bytes to bytes, which is answered twice in the same way, or refused with a message.
struct AnswerTester: Tester, ~Copyable {
    typealias Answer = (_ input: [UInt8]) throws(ContractError) -> [UInt8]

    private let answer: Answer
    private var json = JSONCheck()

    init(_ answer: @escaping Answer) { self.answer = answer }

    mutating func test(_ input: [UInt8]) -> [UInt8] {
        do throws(ContractError) {
            let first = try answer(input)
            json.require(first)
            require(try answer(input) == first, "the same answer")
            return first
        } catch {
            return json.require(error)
        }
    }
}

extension JSONContract {
    /// The margin of an account within the limits of the server. A solver, whose answer depends on the time that it takes, gets none.
    static func marginWithoutSolver(_ input: [UInt8]) throws(ContractError) -> [UInt8] {
        var limits = WorkLimits.strict
        limits.solverSeconds = 0
        return try margin(input, AnswerOptions(limits: limits))
    }

    /// The search of a chain, of at most so many combinations that an input takes some milliseconds.
    static func findShortly(_ input: [UInt8]) throws(ContractError) -> [UInt8] {
        var limits = WorkLimits.strict
        limits.combinations = 20_000
        return try find(input, AnswerOptions(limits: limits))
    }
}
