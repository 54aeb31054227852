internal import MarketData
internal import MarketServices
internal import NIOCore
internal import Synchronization

/// Whether the sources of some data answer.
struct SourceState: Equatable {
    var isStale = false
    /// The reason why they do not answer, for users.
    var message: String?

    var isFailing: Bool { isStale || message != nil }
}

/// A JSON object with rows, as topics publish it, and the generations at which its parts changed.
///
/// Keys are symbols, strikes or assets as JSON has them.
struct StreamedTable: Sendable {
    typealias Rows = [(key: String, row: ArraySlice<UInt8>)]

    /// The members before and after the rows, without braces.
    struct Members: Equatable {
        var before: ArraySlice<UInt8> = []
        var after: ArraySlice<UInt8> = []
    }

    private(set) var members = Members()
    private(set) var membersChanged = 0
    private(set) var rows = VersionedRows<String, ArraySlice<UInt8>>()
    /// The states of the sources: of each row, or of the whole table with an empty key.
    private(set) var states = VersionedRows<String, SourceState>()
    /// The instant of the data.
    private(set) var asOf: Timestamp?
    /// The events of this version that all readers share.
    private(set) var events = SharedEvents()

    /// Returns a symbol or the name of an asset as JSON has it.
    static func key(_ name: String) -> String {
        var json = JSONText()
        json.append(quoted: name)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Returns the next version; `nil` if nothing differs.
    func next(
        _ members: Members, _ rows: Rows, _ states: [(key: String, row: SourceState)], asOf: Timestamp?,
        at generation: Int
    ) -> StreamedTable? {
        var next = self
        next.asOf = asOf
        var isChanged = members != self.members
        next.members = members
        if isChanged { next.membersChanged = generation }
        isChanged = next.rows.replace(with: rows, at: generation) || isChanged
        isChanged = next.states.replace(with: states, at: generation) || isChanged
        next.events = SharedEvents()
        return isChanged ? next : nil
    }

    /// Returns the next version after its source failed; `nil` if that is known.
    func failing(_ message: String, at generation: Int) -> StreamedTable? {
        var next = self
        let states = states.entries.map { ($0.key, SourceState(isStale: true, message: message)) }
        return next.states.replace(with: states, at: generation) ? next : nil
    }
}

/// Events that are written once for all readers that lack the same.
final class SharedEvents: Sendable {
    private let events = Mutex<[Int?: EventData]>([:])

    /// Returns the event for readers of a generation; `nil` for readers that have nothing.
    func event(since generation: Int?, _ make: () -> ByteBuffer) -> EventData {
        events.withLock { events in
            if let event = events[generation] { return event }
            let event = EventData(make())
            events[generation] = event
            return event
        }
    }
}
