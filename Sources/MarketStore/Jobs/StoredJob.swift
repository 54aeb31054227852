public import MarketData

/// The state of a job. Raw values are those of the JSON member `state`.
public enum JobState: String, Hashable, Sendable, CaseIterable {
    /// It is running, or resumes after a restart.
    case running
    /// All days that there are were imported.
    case done
    /// No asset could be imported.
    case failed
    /// A user cancelled it.
    case cancelled
}

/// The kind of a job.
public enum JobKind: String, Hashable, Sendable, CaseIterable {
    /// Imports the missing days that a user requested.
    case backfill
    /// Imports the missing days at launch or on schedule.
    case update
}

/// How far a job is with one asset.
public struct JobAsset: Hashable, Sendable {
    /// The name of the asset, as requested.
    public let asset: String
    /// The number of days imported.
    public var daysImported: Int
    /// The number of days that are missing.
    public var daysToGo: Int
    /// A message for users; `nil` if there is none.
    public var message: String?

    /// Creates the progress of an asset.
    public init(asset: String, daysImported: Int = 0, daysToGo: Int = 0, message: String? = nil) {
        self.asset = asset
        self.daysImported = daysImported
        self.daysToGo = daysToGo
        self.message = message
    }
}

/// A job and its progress.
public struct StoredJob: Hashable, Sendable, Identifiable {
    /// The identifier.
    public let id: String
    /// The kind of the job.
    public let kind: JobKind
    /// The state.
    public var state: JobState
    /// The instant of its creation.
    public let created: Timestamp
    /// The instant of the last change.
    public var updated: Timestamp
    /// The instant at which it ended; `nil` if it has not.
    public var finished: Timestamp?
    /// The first day to import.
    public let first: CalendarDate
    /// The last day to import.
    public let last: CalendarDate
    /// A message for users about the job as a whole.
    public var message: String?
    /// The distinct assets, in the order requested.
    public var assets: [JobAsset]

    /// Creates a job that is running.
    public init(
        id: String, kind: JobKind, created: Timestamp, first: CalendarDate, last: CalendarDate, assets: [JobAsset]
    ) {
        self.id = id
        self.kind = kind
        state = .running
        self.created = created
        updated = created
        self.first = first
        self.last = last
        self.assets = assets
    }
}

/// The progress of a job with one asset, which is stored together with prices.
public struct JobProgress: Hashable, Sendable {
    /// The identifier of the job.
    public let job: String
    /// The asset and its numbers.
    public let asset: JobAsset
    /// The time.
    public let updated: Timestamp

    /// Creates a progress.
    public init(job: String, asset: JobAsset, updated: Timestamp) {
        self.job = job
        self.asset = asset
        self.updated = updated
    }
}
