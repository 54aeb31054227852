public import MarketStore

/// A job as shown to users.
public struct JobView: Sendable {
    /// The job.
    public var job: StoredJob
    /// The estimated seconds until it ends, from its rate so far; `nil` if unknown.
    public var secondsLeft: Int?
    /// The number of finished assets, which are the first ones of the job.
    public var assetsDone: Int
}

extension JobView {
    /// A job that has ended.
    init(ended job: StoredJob) {
        self.init(job: job, secondsLeft: 0, assetsDone: job.assets.count)
    }
}
