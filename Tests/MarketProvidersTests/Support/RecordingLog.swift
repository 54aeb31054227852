import Logging
import Synchronization

/// Records log messages.
final class RecordingLog: Sendable {
    struct Entry: Sendable {
        let level: Logger.Level
        /// The message and the values of its metadata.
        let text: String
    }

    private struct Handler: LogHandler {
        let log: RecordingLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let values = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let entry = Entry(level: event.level, text: (["\(event.message)"] + values).joined(separator: " "))
            log.recorded.withLock { $0.append(entry) }
        }
    }

    private let recorded = Mutex<[Entry]>([])

    /// Everything that was logged.
    var entries: [Entry] { recorded.withLock { $0 } }

    /// A logger of all levels.
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
}
