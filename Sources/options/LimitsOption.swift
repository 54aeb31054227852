internal import ArgumentParser
internal import StrategyAnalytics
internal import Synchronization

/// What one request may cost: `--limits strict`.
struct LimitsOption: ParsableArguments {
    enum Preset: String, ExpressibleByArgument, CaseIterable {
        case generous, strict
    }

    @Option(
        name: .customLong("limits"),
        help: """
            generous, or strict: the work limits of a server, within which a request takes at most a second. A request \
            beyond them is refused.
            """)
    var preset = Preset.generous

    var limits: WorkLimits { preset == .strict ? .strict : .generous }

    /// A check for a long calculation, which tells people once that it runs, and never ends it: an interrupt does.
    static var notice: @Sendable () -> Bool {
        let start = ContinuousClock.now
        let isShown = Atomic(false)
        return {
            if ContinuousClock.now - start > .seconds(5), !isShown.exchange(true, ordering: .relaxed) {
                StandardError.write("options: this request takes long; Ctrl-C ends it")
            }
            return false
        }
    }
}
