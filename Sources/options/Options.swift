internal import ArgumentParser
internal import OptionKernels
internal import StrategyContract
internal import SystemPackage
internal import _OptionsProcess

/// The command line. It has one file per command, and no arithmetic of its own.
@main
struct Options: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compute what an options strategy can gain and lose, exactly.",
        discussion: """
            Reads and writes JSON; a trade can also be typed. Prices are per share; profits are for the whole position.

            EXAMPLES:
              A long call:
                options calculate --price 165.12 --leg "long 1 call 165 @ 9.25"

              The same from a file of JSON, and from standard input, indented:
                options calculate long-call.json
                echo '{"currentPrice": 165.12, "legs": [{"type": "call",
                "position": "long", "strikePrice": 165, "premium": 9.25,
                "quantity": 1}]}' | options calculate --pretty

              A drawing of the profit, in the terminal or as a file:
                options chart --price 165.12 --leg "long 1 call 165 @ 9.25"
                options chart iron-condor.json -o payoff.svg

              Many strategies, one per line:
                options batch strategies.ndjson > answers.ndjson
                options batch --metrics-only --format csv folder/ -o metrics.csv

              Prices and greeks, or implied volatilities, of options, one per line:
                options price --all-greeks options.ndjson
                options implied-volatility quotes.ndjson

              The best strategies of a chain, among all combinations:
                options find chain.json --objective expectedProfitPerCapital \\
                  --filter maxLoss=500 --table

              An account, split into named strategies:
                options recognise --pretty account.json

              The value at risk of positions on several underlyings:
                options risk --pretty portfolio.json

              The least margin that an account requires:
                options margin --pretty account.json

              The version, and the instruction sets of the kernels on this processor:
                options --version --verbose

              A completion script for the shell:
                options --generate-completion-script bash \\
                  > ~/.local/share/bash-completion/completions/options

            EXIT STATUS:
              0   success
              1   a request was refused
              64  incorrect usage
              66  an input file cannot be read
              74  output could not be written
            """,
        version: Version.description,
        subcommands: [
            Calculate.self, Chart.self, Batch.self, Scenario.self, Price.self, ImpliedVolatility.self, Recognise.self,
            Risk.self, Margin.self, Find.self,
        ]
    )

    static func main() {
        FileDescriptor.occupyStandardDescriptors()
        CLibrary.ignoreSignalsOfWriting()
        do {
            if CommandLine.arguments.dropFirst().sorted() == ["--verbose", "--version"] {
                try StandardOutput.write(Array(verboseVersion.utf8))
                return
            }
            try refuseMisspeltCommand()
            var command = try parseAsRoot()
            try command.run()
        } catch {
            exit(withError: status(of: error))
        }
    }

    /// Throws a message if the first argument is nearly a command, in the words of the parser for options.
    private static func refuseMisspeltCommand() throws {
        let names = configuration.subcommands.map { $0._commandName }
        guard let word = CommandLine.arguments.dropFirst().first, !names.contains(word), word != "help",
            !word.hasPrefix("-"), let nearest = NearestName.of(word, in: names)
        else { return }
        throw ValidationError(
            "Unexpected argument '\(TerminalText.printable(word))'. Did you mean '\(nearest)'?")
    }

    private static var verboseVersion: String {
        let sets = InstructionSet.supported.map { "\($0)" }.joined(separator: ", ")
        return "\(Version.description)\ninstruction sets: \(sets); in use: \(InstructionSet.best)"
    }

    /// Writes the message of `error` (help and the version are errors too) and returns the exit status.
    private static func status(of error: any Error) -> ExitCode {
        let status = exitCode(for: error)
        let message = fullMessage(for: error)
        if message.isEmpty { return status }
        guard status == .success else {
            StandardError.write(message)
            return status
        }
        do {
            try StandardOutput.write(Array(message.utf8))
            return status
        } catch {
            return exitCode(for: error)
        }
    }
}
