import ExactPayoff
import StrategyContract
import StrategyRequests

/// Tests that a part of the engine answers any bytes, and neither crashes nor hangs.
protocol Tester: ~Copyable {
    /// Tests one input and returns an answer that depends on it alone.
    mutating func test(_ input: [UInt8]) -> [UInt8]
}

/// Requires that bytes are JSON that the reader accepts: a response is read as a request, whose first error is then a missing member, not
/// malformed JSON.
struct JSONCheck: ~Copyable {
    private var reader = RequestReader()

    mutating func require(_ bytes: [UInt8]) {
        do throws(ContractError) {
            _ = try reader.read(bytes.span)
            fatalError("a response is not a valid request")
        } catch {
            fuzz.require(error.code == .missing, "output is JSON: \(error.message)")
        }
    }

    /// An error has a message, and is JSON.
    mutating func require(_ error: ContractError) -> [UInt8] {
        fuzz.require(!error.message.isEmpty, "an error has a message")
        require(error.json())
        return error.json()
    }
}

func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}

func wording<Result>(_ body: () throws(StrategyError) -> Result) throws(ContractError) -> Result {
    do throws(StrategyError) {
        return try body()
    } catch {
        throw ContractError(error)
    }
}
