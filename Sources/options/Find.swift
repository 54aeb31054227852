internal import ArgumentParser
internal import ExactPayoff
internal import StrategyContract
internal import StrategyRequests
internal import StrategySearch
internal import Synchronization
internal import SystemPackage
internal import _OptionsProcess

extension Options {
    /// `options find [FILE] [--objective NAME] [--filter FILTER…] [--limit N] [--jobs N]`
    struct Find: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find the best strategies of a chain among all combinations.",
            discussion: """
                Reads a chain of options and a belief from FILE or standard input, and writes the best strategies of one to \
                four legs. None is left out: every combination is valued, or excluded by a bound that cannot lose an \
                answer. If the request breaks a rule, writes {"error": …} to standard error and exits with status 1.

                --filter takes a filter of the request: noNaked, maxLoss=500, netCost=..200, netCost=-100..200 or \
                probabilityOfProfit=0.5.. . --objective, --limit and filters override the members of the request.

                EXAMPLES:
                  options find chain.json --objective expectedProfitPerCapital \\
                    --filter maxLoss=500 --filter noNaked --limit 20
                  options find --table chain.json > answer.json
                  options find chain.json | jq -r '.strategies[].title'
                  options find --stream chain.json
                """
        )

        @Argument(
            help: "A file with one JSON request. Standard input if absent or -.",
            completion: .file(extensions: ["json"]))
        var file: String?

        @Option(
            help: ArgumentHelp(
                "Rank by this: \(FindObjective.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"),
            completion: .list(FindObjective.allCases.map(\.rawValue)))
        var objective: String?

        @Option(
            name: .customLong("filter"), parsing: .unconditionalSingleValue,
            help: ArgumentHelp("A filter of the request. Repeat the option for more.", valueName: "filter"),
            transform: FindFilterOption.init)
        var filters: [FindFilterOption] = []

        @Option(help: ArgumentHelp("The greatest number of strategies.", valueName: "count"))
        var limit: Int?

        @Option(help: ArgumentHelp("The number of threads; by default that of the processors.", valueName: "count"))
        var jobs: Int?

        @Flag(help: "Indent the JSON, with one strategy per line.")
        var pretty = false

        @Flag(help: "Write a table to standard error, too.")
        var table = false

        @Flag(help: "Write lines of progress before the answer: at once, and then at most every 100 ms.")
        var stream = false

        @OptionGroup var units: UnitsOption
        @OptionGroup var strict: StrictOption
        @OptionGroup var limits: LimitsOption

        func validate() throws {
            if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs must be from 1 to 256") }
            if stream, pretty { throw ValidationError("--stream writes lines, which --pretty would break") }
        }

        func run() throws {
            let json = try Input.read(file, limit: limits.limits.bytes)
            let start = ContinuousClock.now
            let elapsed: @Sendable () -> Double = {
                let duration = ContinuousClock.now - start
                return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
            }
            let showsProgress = !stream && FileDescriptor.standardError.isTerminal
            let failure = Mutex<(any Error)?>(nil)
            let isStreaming = stream
            let progress: (@Sendable (FindProgress) -> Void)?
            if stream {
                progress = { progress in
                    do {
                        try StandardOutput.write(progress.json())
                    } catch {
                        failure.withLock { $0 = error }
                    }
                }
            } else if showsProgress {
                progress = { progress in
                    let percent = Int(progress.covered * 100)
                    StandardError.write(
                        unterminated: Array("\r\(percent) % \(progress.best.first?.title ?? "")\u{1B}[K".utf8))
                }
            } else {
                progress = nil
            }
            let found: (response: FindResponse, json: [UInt8])
            do throws(ContractError) {
                let question = try FindQuestion(
                    overridden(json),
                    AnswerOptions(
                        pretty: pretty, limits: limits.limits, strict: strict.isStrict, greekUnits: units.units,
                        isCancelled: { isStreaming && failure.withLock { $0 != nil } }))
                found = try question.answer(
                    jobs: jobs ?? CLibrary.processorCount, elapsed: elapsed, progress: progress)
            } catch {
                if let error = failure.withLock({ $0 }) { throw error }
                if showsProgress { StandardError.write(unterminated: Array("\r\u{1B}[K".utf8)) }
                StandardError.write(error.json())
                throw ExitCode.failure
            }
            if showsProgress { StandardError.write(unterminated: Array("\r\u{1B}[K".utf8)) }
            if table { StandardError.write(unterminated: Array(FindTable(found.response).text.utf8)) }
            try StandardOutput.write(found.json)
        }

        /// The request with the members that the options override.
        private func overridden(_ json: [UInt8]) -> [UInt8] {
            var text = JSONObjectText(json)
            if let objective {
                text.append("objective", "\"\(JSONObjectText.escaped(objective))\"")
                text.append("front", "null")
            }
            if let limit { text.append("limit", "\(limit)") }
            if !filters.isEmpty { text.append(filters.map { ($0.name, $0.json) }, toObject: "filters") }
            return text.bytes
        }
    }
}

/// A filter on the command line: `noNaked`, `maxLoss=500` or `netCost=-100..200`.
struct FindFilterOption {
    let name: String
    /// The value of the member.
    let json: String

    init(_ text: String) throws {
        guard let sign = text.firstIndex(of: "=") else {
            (name, json) = (text, "true")
            try Self.requireName(name)
            return
        }
        name = String(text[..<sign])
        try Self.requireName(name)
        let value = String(text[text.index(after: sign)...])
        guard let dots = value.ranges(of: "..").first else {
            json = try Self.number(value)
            return
        }
        let bounds = [("minimum", value[..<dots.lowerBound]), ("maximum", value[dots.upperBound...])]
        let members = try bounds.filter { !$0.1.isEmpty }.map { name, bound in
            "\"\(name)\":\(try Self.number(String(bound)))"
        }
        json = "{\(members.joined(separator: ","))}"
    }

    private static func requireName(_ name: String) throws {
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            throw ValidationError("expected the name of a filter, such as noNaked or maxLoss=500")
        }
    }

    private static func number(_ text: String) throws -> String {
        guard let number = JSONNumber(text) else {
            throw ValidationError("expected a number, or bounds such as -100..200, 0.5.. or ..200")
        }
        return number.text
    }
}
