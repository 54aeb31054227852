import CLibFuzzer
import Glibc
import StrategyContract

/// Fuzzes one reader, which the variable `READER` names.
@main
enum Fuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        guard Fuzz.run != nil else {
            print("READER must be one of \(testers.keys.sorted().joined(separator: ", "))")
            exit(64)
        }
        _ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
            Fuzz.run?(Array(UnsafeBufferPointer(start: start, count: count)))
            return 0
        }
    }

    private static let testers: [String: @Sendable () -> (([UInt8]) -> Void)] = [
        "requests": { runner { RequestTester() } },
        "options": { runner { OptionTester() } },
        "dividends": { runner { DividendTester() } },
        "chains": { runner { ChainTester() } },
        "margin": { runner { AnswerTester(JSONContract.marginWithoutSolver) } },
        "find": { runner { AnswerTester(JSONContract.findShortly) } },
        "sources": { runner { SourceTester() } },
    ]

    nonisolated(unsafe) private static let run = getenv("READER").flatMap { testers[String(cString: $0)]?() }

    /// Tests inputs by one tester, because allocating its memory takes longer than a test. A new tester must give the same answer
    /// as one that has tested thousands of inputs.
    private static func runner<T: Tester & ~Copyable>(_ make: @escaping () -> T) -> ([UInt8]) -> Void {
        var tester = make()
        return { input in
            let answer = tester.test(input)
            if input.count.isMultiple(of: 16) {
                var new = make()
                require(new.test(input) == answer, "the answer does not depend on earlier inputs")
            }
        }
    }
}
