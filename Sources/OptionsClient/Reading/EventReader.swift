import Foundation

/// Parses server-sent events: the data of each, without comments and other fields.
///
/// > Source: WHATWG, HTML Standard, section 9.2.6, "Interpreting an event stream".
struct EventReader {
    private var splitter = LineSplitter()
    private var data: [Data] = []

    /// The data of the events that a piece completes.
    mutating func events(_ piece: Data) -> [Data] {
        var events: [Data] = []
        for line in splitter.lines(piece) {
            if line.isEmpty {
                if !data.isEmpty { events.append(Data(data.joined(separator: [0x0A]))) }
                data = []
            } else if line.starts(with: Data("data:".utf8)) {
                let value = line.dropFirst(5)
                data.append(value.first == 0x20 ? value.dropFirst() : value)
            }
        }
        return events
    }
}
