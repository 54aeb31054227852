internal import StrategyBatch
internal import StrategyContract
internal import SystemPackage
internal import _OptionsProcess

/// Reports the progress and the result of a batch on standard error.
struct BatchReport {
    private let files: [BatchFile]
    private let showsProgress: Bool
    private let totalBytes: Int?
    private let start = ContinuousClock.now
    /// The counts of earlier runs.
    private let resumed: (answered: Int, refused: Int)
    private var answered = 0
    private(set) var refused: Int
    private var bytes = 0
    /// The first few refusals.
    private var refusals: [String] = []
    /// Warnings of names that no earlier line has.
    private var warnings: [(subject: String, text: String)] = []
    /// The inputs of CSV whose columns were checked.
    private var suggested: Set<Int> = []
    /// The current input, and the summary of its blocks so far.
    private var input = 0
    private var summary = BatchSummary()
    private var lastShown: ContinuousClock.Instant

    /// - Parameters:
    ///   - files: The inputs.
    ///   - showsProgress: Whether to show a progress line on the terminal.
    ///   - resumed: The counts of earlier runs.
    init(_ files: [BatchFile], showsProgress: Bool, resumed: (answered: Int, refused: Int)) {
        self.files = files
        self.showsProgress = showsProgress
        self.resumed = resumed
        refused = resumed.refused
        let sizes = files.compactMap(\.size)
        totalBytes = sizes.count == files.count ? sizes.reduce(0) { $0.addingReportingOverflow($1).partialValue } : nil
        lastShown = start
    }

    /// Adds the counts of a block.
    mutating func add(_ next: BatchSummary, of block: borrowing RequestBlock) {
        if block.input != input {
            input = block.input
            summary = BatchSummary()
        }
        if let columns = block.columns, !suggested.contains(input) {
            suggested.insert(input)
            for text in columns.suggestions where !warnings.contains(where: { $0.subject == text }) {
                warnings.append((text, "\(files[input].name): \(TerminalText.printable(text))"))
            }
        }
        let (known, warned) = (summary.refusals.count, summary.warnings.count)
        summary.add(next)
        func text(_ line: Int, _ message: String) -> String {
            let place = block.isOneRequest ? "" : block.isArray ? ", element \(line)" : ", line \(line)"
            return "\(files[input].name)\(place): \(TerminalText.printable(message))"
        }
        for refusal in summary.refusals[known...] where refusals.count < BatchSummary.refusalLimit {
            refusals.append(text(refusal.line, refusal.message))
        }
        for next in summary.warnings[warned...] where warnings.count < RequestWarnings.limit {
            let subject = next.warning.subject
            if warnings.contains(where: { $0.subject == subject }) { continue }
            warnings.append((subject, text(next.line, next.warning.message)))
        }
        answered += next.answered
        refused += next.refused
        bytes += block.inputBytes
        showProgress()
    }

    /// Writes the refused requests, the warnings and the summary.
    func finish() {
        if showsProgress { StandardError.write(unterminated: Array(TerminalText.clearLine.utf8)) }
        for refusal in refusals { StandardError.write("options: refused: \(refusal)") }
        let others = refused - resumed.refused - refusals.count
        if others > 0 { StandardError.write("options: refused: \(TerminalText.grouped(others)) more") }
        for warning in warnings { StandardError.write("options: warning: \(warning.text)") }
        let seconds = self.seconds
        let done = answered + refused - resumed.refused
        var line =
            "options: answered \(TerminalText.grouped(answered + resumed.answered)), refused \(TerminalText.grouped(refused))"
        if resumed != (0, 0) {
            line += " (\(TerminalText.grouped(resumed.answered + resumed.refused)) in earlier runs)"
        }
        line += " in \(Self.decimal(seconds, places: 2)) s"
        if seconds > 0 { line += ", \(TerminalText.grouped(Int(Double(done) / seconds))) a second" }
        StandardError.write(line)
    }

    private var seconds: Double {
        let time = start.duration(to: .now).components
        return Double(time.seconds) + Double(time.attoseconds) * 1e-18
    }

    /// Updates the progress line, at most ten times per second.
    private mutating func showProgress() {
        guard showsProgress else { return }
        let now = ContinuousClock.now
        guard lastShown.duration(to: now) >= .milliseconds(100) else { return }
        lastShown = now
        let done = answered + refused - resumed.refused
        let rate = Double(done) / seconds
        var line =
            "\(TerminalText.grouped(done + resumed.answered + resumed.refused)) requests, \(TerminalText.grouped(Int(rate)))/s"
        if let totalBytes, totalBytes > 0 {
            let share = min(1, Double(bytes) / Double(totalBytes))
            let left = share > 0 ? Int((seconds / share - seconds).rounded(.up)) : 0
            // A narrow terminal truncates the end of the line, so the least important text comes last.
            line =
                "\(TerminalText.bar(share)), \(TerminalText.time(left)) left, \(Self.size(bytes)) of \(Self.size(totalBytes)), \(line)"
        } else {
            line += ", \(Self.size(bytes))"
        }
        let columns = FileDescriptor.standardError.terminalSize.columns
        StandardError.write(unterminated: Array(TerminalText.line(line, columns: columns).utf8))
    }

    private static func decimal(_ number: Double, places: Int) -> String {
        let power = (0..<places).reduce(1) { value, _ in value * 10 }
        let scaled = Int((number * Double(power)).rounded())
        let fraction = "\(scaled % power)"
        return "\(scaled / power)." + String(repeating: "0", count: places - fraction.count) + fraction
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 1_000_000_000
            ? "\(decimal(Double(bytes) / 1e6, places: 1)) MB" : "\(decimal(Double(bytes) / 1e9, places: 2)) GB"
    }
}
