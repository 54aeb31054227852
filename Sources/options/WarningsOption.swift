internal import ArgumentParser
internal import StrategyContract
internal import _OptionsProcess

/// `--quiet`, of the commands that warn of probable mistakes in requests.
struct WarningsOption: ParsableArguments {
    @Flag(name: .customLong("quiet"), help: "Suppress warnings on standard error.")
    var isQuiet = false

    /// Writes the warnings of a request that was answered.
    func write(of request: [UInt8], _ kind: RequestWarnings.Kind) {
        if isQuiet { return }
        for warning in RequestWarnings(kind).new(in: request.span) { Self.write(warning.message) }
    }

    static func write(_ message: String) {
        StandardError.write("options: warning: \(TerminalText.printable(message))")
    }
}
