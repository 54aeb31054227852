/// A job that imports daily prices.
public struct PriceJob: Codable, Hashable, Sendable {
    /// The identifier of a job: 16 hexadecimal digits.
    public let job: String
    /// `running`: it is running. `done`: it has ended, and at least one asset did not fail. `failed`: every asset
    /// failed. `cancelled`: a user cancelled it.
    public let state: JobState
    /// The first day to import.
    public let from: String
    /// The last day to import.
    public let to: String
    /// The estimated seconds until it ends, from its rate so far; `nil` if unknown, 0 after it has ended.
    public let secondsLeft: Int?
    /// The assets, in the order of the request.
    public let assets: [JobProgress]
}

/// How far the job is with an asset.
public struct JobProgress: Codable, Hashable, Sendable {
    /// An asset: a ticker in capital letters, or `coin:` and the identifier of a coin.
    public let asset: String
    /// The days that were imported.
    public let daysImported: Int
    /// The days still to be requested.
    public let daysToGo: Int
    /// Why the asset failed, in a sentence; `nil` if it did not.
    public let message: String?
}

/// The state of a job. Servers of later versions may send further values.
public struct JobState: RawRepresentable, Codable, Hashable, Sendable {
    /// The text in JSON.
    public let rawValue: String

    /// Creates a value from its text in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is running.
    public static let running = Self(rawValue: "running")
    /// It has ended, and at least one asset did not fail.
    public static let done = Self(rawValue: "done")
    /// Every asset failed.
    public static let failed = Self(rawValue: "failed")
    /// A user cancelled it.
    public static let cancelled = Self(rawValue: "cancelled")
}

/// Jobs.
public struct PriceJobsResponse: Codable, Hashable, Sendable {
    /// The jobs, the last first.
    public let jobs: [PriceJob]
}

/// A job that was started.
public struct JobReference: Codable, Hashable, Sendable {
    /// The identifier of a job: 16 hexadecimal digits.
    public let job: String
}
