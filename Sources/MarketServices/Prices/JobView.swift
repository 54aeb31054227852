public import MarketStore

/// A job as people see it.
public struct JobView: Sendable {
    /// The job.
    public var job: StoredJob
    /// The seconds that it still takes, from its rate so far; `nil` if that is unknown.
    public var secondsLeft: Int?
    /// The number of assets, the first ones of the job, with which it is through.
    public var assetsDone: Int
}

extension JobView {
    /// A job that has ended.
    init(ended job: StoredJob) {
        self.init(job: job, secondsLeft: 0, assetsDone: job.assets.count)
    }
}
