import Foundation
import StrategyBatch

/// Prints the share of each stage in the time of a batch on one thread: `batch_FORMAT_share_STAGE: value %`.
///
/// Usage: Batch INPUT OUTPUT. Processes the input in blocks as `options batch --jobs 1` does, through the library's
/// public interface.
@main
struct Batch {
    static func main() throws {
        let paths = CommandLine.arguments.dropFirst()
        guard paths.count == 2, let input = paths.first, let output = paths.last else {
            print("Usage: Batch INPUT OUTPUT")
            exit(64)
        }
        for (format, name) in [(BatchFormat.json, "curves"), (.metrics, "metrics")] {
            try measure(format, name, input, output)
        }
    }

    private static func measure(_ format: BatchFormat, _ name: String, _ input: String, _ output: String) throws {
        guard let source = FileHandle(forReadingAtPath: input), let sink = FileHandle(forWritingAtPath: output) else {
            print("cannot open '\(input)' or '\(output)'")
            exit(66)
        }
        var evaluator = BatchEvaluator(format: format)
        var summary = BatchSummary()
        var (rest, answers) = ([UInt8](), [UInt8]())
        var (reading, writing) = (Duration.zero, Duration.zero)
        let clock = ContinuousClock()
        let start = clock.now
        while true {
            var isFinished = false
            reading += try clock.measure {
                let block = try source.read(upToCount: 1 << 18) ?? Data()
                isFinished = block.isEmpty
                rest += block
            }
            let end = isFinished ? rest.count : (rest.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
            summary.add(evaluator.evaluate(rest.span.extracting(..<end), into: &answers))
            rest.removeSubrange(..<end)
            writing += try clock.measure { try sink.write(contentsOf: answers) }
            answers.removeAll(keepingCapacity: true)
            if isFinished { break }
        }
        let total = clock.now - start
        let times = evaluator.stageTimes
        let stages = [
            ("reading", reading), ("parsing", times.parsing), ("evaluating", times.evaluating),
            ("formatting", times.formatting), ("others", times.others), ("writing", writing),
        ]
        for (stage, time) in stages {
            print("batch_\(name)_share_\(stage): \((1000 * (time / total)).rounded() / 10) %")
        }
        let perRequest = total / Double(summary.answered + summary.refused)
        print("batch_\(name)_stages_total: \(Int((perRequest / .nanoseconds(1)).rounded())) ns a strategy")
    }
}
