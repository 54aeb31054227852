/// The deadline of the current request. Calls to sources neither wait nor retry beyond it.
public enum QuestionDeadline {
    /// The deadline; `nil` if each call has the source's own timeout.
    @TaskLocal public static var current: Timestamp?

    /// Returns the deadline for the next of `sources` remaining sources: half of the remaining time, and all of it for
    /// the last, so that a slow source leaves time for the others.
    public static func share(of sources: Int, at now: Timestamp) -> Timestamp? {
        current.map { now.adding(interval: max(0, now.interval(to: $0)) / (sources > 1 ? 2 : 1)) }
    }
}
