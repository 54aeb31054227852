internal import MarketData
internal import MarketServices
internal import NIOCore

/// A topic of a stream: a table, or some of its rows.
struct StreamTopic: Sendable {
    enum Form {
        case quotes
        case chain
        case prices
    }

    /// Its name in events, such as `quotes AAPL,MSFT`.
    let name: String
    let form: Form
    /// The keys of its rows, ascending; `nil` for all.
    let keys: [String]?
    let table: Topic<StreamedTable>
    let subscriptions: [Subscription]

    /// Returns the events that a reader of a generation lacks, and the generation that it has with them; `nil` if it has
    /// everything. A reader without a generation has nothing.
    func events(since generation: Int?) -> (events: [ServerEvent], generation: Int)? {
        guard let newest = table.newest else { return nil }
        if let generation, newest.generation <= generation { return nil }
        let table = newest.value
        var events: [ServerEvent] = []
        var isWhole = true
        if let generation, let changes = table.rows.changes(since: generation, of: keys) {
            isWhole = false
            if !changes.isEmpty || table.membersChanged > generation {
                let data = shared(table, generation) { document(table, changes.rows, changes.removed) }
                events.append(ServerEvent(name: "change", data: data))
            }
        } else {
            let data = shared(table, nil) { document(table, table.rows.entries(of: keys).map(\.row), nil) }
            events.append(ServerEvent(name: "whole", data: data))
        }
        let states = table.states.entries(of: form == .prices ? keys : nil)
        let isNews = states.contains { isWhole ? $0.row.isFailing : $0.changed > generation ?? 0 }
        if isNews { events.append(ServerEvent(name: "status", data: EventData(status(states.map(\.row), table.asOf)))) }
        return (events, newest.generation)
    }

    /// Returns an event that all readers share if the topic has all rows.
    private func shared(_ table: StreamedTable, _ generation: Int?, _ make: () -> ByteBuffer) -> EventData {
        keys == nil ? table.events.event(since: generation, make) : EventData(make())
    }

    /// Returns the table with some rows. `removed` is `nil` for the whole table.
    private func document(_ table: StreamedTable, _ rows: [ArraySlice<UInt8>], _ removed: [String]?) -> ByteBuffer {
        var json = ByteBuffer()
        json.reserveCapacity(512 + table.members.before.count + rows.reduce(0) { $0 + $1.count + 1 })
        func list(_ name: StaticString, _ elements: some Collection<some Collection<UInt8>>) {
            json.writeString(",\"\(name)\":[")
            for (index, element) in elements.enumerated() {
                if index > 0 { json.writeString(",") }
                json.writeBytes(element)
            }
            json.writeString("]")
        }
        func members(_ members: ArraySlice<UInt8>) {
            if members.isEmpty { return }
            json.writeString(",")
            json.writeBytes(members)
        }
        var topic = JSONText()
        topic.append(quoted: name)
        json.writeString(#"{"topic":"#)
        json.writeBytes(topic.bytes)
        members(table.members.before)
        switch form {
        case .quotes:
            if removed == nil { json.writeString(",\"count\":\(rows.count)") }
            members(table.members.after)
            list("results", rows)
        case .chain:
            list("strikes", rows)
            members(table.members.after)
        case .prices:
            list("prices", rows)
            list("unknown", (keys ?? []).filter { table.rows[$0] == nil }.map(\.utf8))
        }
        if let removed, !removed.isEmpty { list("removed", removed.map(\.utf8)) }
        json.writeString("}")
        return json
    }

    private func status(_ states: [SourceState], _ asOf: Timestamp?) -> ByteBuffer {
        var json = JSONText()
        json.object { json in
            json.member("topic", name)
            json.member("stale", states.contains(where: \.isStale))
            json.member("asOf", asOf)
            json.member("message", states.lazy.compactMap(\.message).first)
        }
        return ByteBuffer(bytes: json.bytes)
    }
}
