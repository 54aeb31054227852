internal import ArgumentParser
internal import ExactPayoff
internal import Synchronization

/// The limits of one request: `--limits strict`.
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

    /// Returns a check for a long calculation. It prints one notice that the calculation is still running, and never
    /// cancels it: the user can interrupt.
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
