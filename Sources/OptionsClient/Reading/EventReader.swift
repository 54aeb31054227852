import Foundation

/// Parses server-sent events, without comments and unknown fields.
///
/// > Source: WHATWG, HTML Standard, section 9.2.6, "Interpreting an event stream".
struct EventReader {
    struct Event {
        /// The type; empty for an unnamed event.
        let name: String
        let data: Data
        /// The identifier of the stream up to this event; `nil` before the first.
        let identifier: String?
    }

    /// The milliseconds after which to reconnect; `nil` if the stream does not say.
    private(set) var retry: Int?
    private var splitter = LineSplitter()
    private var name = ""
    private var identifier: String?
    private var data: [Data] = []

    /// The events that a piece completes.
    mutating func events(_ piece: Data) -> [Event] {
        var events: [Event] = []
        for line in splitter.lines(piece) {
            if line.isEmpty {
                if !data.isEmpty {
                    events.append(
                        Event(name: name, data: Data(data.joined(separator: [0x0A])), identifier: identifier))
                }
                (name, data) = ("", [])
            } else {
                let field = line.prefix { $0 != 0x3A }
                var value = line.dropFirst(field.count + 1)
                if value.first == 0x20 { value = value.dropFirst() }
                read(String(decoding: field, as: UTF8.self), value)
            }
        }
        return events
    }

    private mutating func read(_ field: String, _ value: Data) {
        switch field {
        case "data": data.append(value)
        case "event": name = String(decoding: value, as: UTF8.self)
        case "id": identifier = String(decoding: value, as: UTF8.self)
        case "retry": retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
        default: break
        }
    }
}
