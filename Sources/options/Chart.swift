internal import ArgumentParser
internal import ExactPayoff
internal import PayoffChart
internal import StrategyContract
internal import SystemPackage
internal import _OptionsProcess

extension Options {
    /// `options chart [FILE | --price PRICE --leg LEG…] [-o payoff.svg]`
    struct Chart: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Draw the profit of one strategy at expiration.",
            usage: """
                options chart [<file>] [<options>]
                options chart --price <price> --leg <leg> ... [<options>]
                """,
            discussion: """
                Reads a request of options calculate from FILE or standard input, or takes a trade typed as --price and \
                --leg. With -o, writes an SVG file. Without -o, draws the profit as text if standard output is a \
                terminal, and otherwise writes the SVG to standard output. If the request breaks a rule, writes {"error": …} to standard error and exits with status 1.

                If the request includes "strategyName", the drawing has the name as its title.

                EXAMPLES:
                  options chart --price 165.12 --leg "long 1 call 165 @ 9.25"
                  options chart --price 100 --leg "+1 call 100 @ 3.2" \\
                    --leg "+1 put 100 @ 2.9" -o straddle.svg
                  options chart iron-condor.json
                  options chart iron-condor.json -o payoff.svg
                  options chart < iron-condor.json > payoff.svg
                """
        )

        @OptionGroup var request: RequestInput

        @Option(
            name: .shortAndLong,
            help: "Write an SVG to this file, atomically.", completion: .file(extensions: ["svg"]))
        var output: String?

        @OptionGroup var strict: StrictOption
        @OptionGroup var limits: LimitsOption
        @OptionGroup var warnings: WarningsOption

        func validate() throws {
            if output == "" { throw ValidationError("-o needs the name of a file") }
        }

        func run() throws {
            let json = try request.read(limit: limits.limits.bytes)
            let diagram: PayoffDiagram
            do throws(ContractError) {
                diagram = try JSONContract.diagram(
                    json,
                    AnswerOptions(limits: limits.limits, strict: strict.isStrict, isCancelled: LimitsOption.notice))
            } catch {
                throw request.refuse(error)
            }
            if let output {
                try PartialFile.write(diagram.svg(), to: output)
            } else if FileDescriptor.standardOutput.isTerminal {
                let size = FileDescriptor.standardOutput.terminalSize
                // The prompt of the shell takes the last line. A curve higher than wide is hard to read.
                let text = diagram.text(columns: min(size.columns, 160), rows: min(size.rows - 1, 40))
                try StandardOutput.write(lines: Array(text.utf8))
            } else {
                try StandardOutput.write(lines: diagram.svg())
            }
            warnings.write(of: json, .calculation)
        }
    }
}
