internal import MarketServices
internal import MarketStore
internal import SystemPackage
internal import _OptionsProcess

/// Reports on the import of daily prices: results on standard output, progress on a terminal and failures on standard error.
struct BackfillReport {
    private let showsProgress = FileDescriptor.standardError.isTerminal
    private let start = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant?
    /// The number of assets that were reported.
    private var reported = 0
    /// Whether an asset failed.
    private(set) var isAnyFailed = false

    /// Reports the finished assets and the progress of a running job.
    ///
    /// - Throws: Exit status 74 if the output cannot be written.
    mutating func update(_ view: JobView) throws {
        guard view.job.state == .running else { return }
        for asset in view.job.assets.prefix(view.assetsDone).dropFirst(reported) { try report(asset) }
        showProgress(view)
    }

    /// Reports all assets of a job that has ended, and the total.
    ///
    /// - Throws: Exit status 74 if the output cannot be written.
    mutating func finish(_ view: JobView) throws {
        for asset in view.job.assets.dropFirst(reported) {
            // A job that was cancelled may not have begun with an asset.
            if view.job.state == .cancelled, asset.daysImported == 0, asset.message == nil { continue }
            try report(asset)
        }
        clearProgress()
        try StandardOutput.write("Total: \(Self.days(view.job.assets.reduce(0) { $0 + $1.daysImported })) imported\n")
    }

    private mutating func report(_ asset: JobAsset) throws {
        reported += 1
        clearProgress()
        if let message = asset.message {
            isAnyFailed = true
            Process.tell("options-server: \(asset.asset): \(TerminalText.printable(message))")
        }
        if asset.message == nil || asset.daysImported > 0 {
            try StandardOutput.write("\(asset.asset) \(Self.days(asset.daysImported)) imported\n")
        }
    }

    /// Updates the progress line, at most ten times per second.
    private mutating func showProgress(_ view: JobView) {
        let imported = view.job.assets.reduce(0) { $0 + $1.daysImported }
        let total = imported + view.job.assets.reduce(0) { $0 + $1.daysToGo }
        // The number of missing days is unknown at first.
        guard showsProgress, total > 0 else { return }
        let now = ContinuousClock.now
        if let lastShown, lastShown.duration(to: now) < .milliseconds(100) { return }
        lastShown = now
        let seconds = start.duration(to: now) / .seconds(1)
        var line = TerminalText.bar(Double(imported) / Double(total))
        if let left = view.secondsLeft { line += ", \(TerminalText.time(left)) left" }
        // A narrow terminal truncates the end of the line, so the least important text comes last.
        line += ", \(TerminalText.grouped(imported)) of \(Self.days(total))"
        if seconds > 0 { line += ", \(TerminalText.grouped(Int(Double(imported) / seconds)))/s" }
        if view.assetsDone < view.job.assets.count { line += ", \(view.job.assets[view.assetsDone].asset)" }
        Process.tell(
            unterminated: TerminalText.line(line, columns: FileDescriptor.standardError.terminalSize.columns))
    }

    private mutating func clearProgress() {
        guard showsProgress, lastShown != nil else { return }
        Process.tell(unterminated: TerminalText.clearLine)
        // The next progress line is shown at once.
        lastShown = nil
    }

    private static func days(_ count: Int) -> String { "\(TerminalText.grouped(count)) day\(count == 1 ? "" : "s")" }
}
