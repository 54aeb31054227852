public import Logging
internal import StrategyContract

/// Writes log lines as text or as JSON objects.
public struct LineLogHandler: LogHandler {
    /// Fields that every line has.
    public var metadata: Logger.Metadata = [:]
    /// The least severe level that is logged.
    public var logLevel: Logger.Level
    private let format: ServerConfiguration.LogFormat
    private let output: LogOutput

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - format: The format of the lines.
    ///   - level: The least severe level to log.
    ///   - output: The destination of the lines.
    public init(_ format: ServerConfiguration.LogFormat, level: Logger.Level, output: LogOutput) {
        self.format = format
        logLevel = level
        self.output = output
    }

    /// The value of a field that every line has.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        let fields: Logger.Metadata
        if let more = event.metadata {
            fields = metadata.isEmpty ? more : metadata.merging(more) { $1 }
        } else {
            fields = metadata
        }
        var line: [UInt8] = []
        line.reserveCapacity(384)
        JSONWriter.append(to: &line) { writer in
            switch format {
            case .text: write(event, fields, textTo: &writer)
            case .json: write(event, fields, jsonTo: &writer)
            }
        }
        line.append(UInt8(ascii: "\n"))
        output.append(line)
    }

    private func write(_ event: LogEvent, _ fields: Logger.Metadata, textTo writer: inout JSONWriter) {
        writer.append(plain: output.time())
        writer.append(" ")
        writer.append(plain: event.level.rawValue)
        writer.append(" ")
        let message = event.message.description
        // A message of another package may have several lines.
        if message.utf8.contains(where: { $0 < 0x20 }) {
            writer.append(quoted: message)
        } else {
            writer.append(plain: message)
        }
        for key in fields.keys.sorted() {
            guard let value = fields[key] else { continue }
            writer.append(" ")
            writer.append(plain: key)
            writer.append("=")
            // A value is always quoted where it could be read as several values or as a line.
            let text = value.text
            let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x3D && $0 != 0x7F }
            if isPlain, !text.isEmpty { writer.append(plain: text) } else { writer.append(quoted: text) }
        }
    }

    private func write(_ event: LogEvent, _ fields: Logger.Metadata, jsonTo writer: inout JSONWriter) {
        writer.append(#"{"time":""#)
        writer.append(plain: output.time())
        writer.append(#"","level":""#)
        writer.append(plain: event.level.rawValue)
        writer.append(#"","message":"#)
        writer.append(quoted: event.message.description)
        for key in fields.keys.sorted() {
            guard let value = fields[key] else { continue }
            writer.append(",")
            writer.append(quoted: key)
            writer.append(":")
            if value.isNumberOrFlag { writer.append(plain: value.text) } else { writer.append(quoted: value.text) }
        }
        writer.append("}")
    }
}

extension Logger.MetadataValue {
    fileprivate var text: String {
        switch self {
        case .string(let text): text
        case .stringConvertible(let value): value.description
        default: "\(self)"
        }
    }

    /// Whether JSON writes the value without quotes.
    fileprivate var isNumberOrFlag: Bool {
        guard case .stringConvertible(let value) = self else { return false }
        if let number = value as? Double { return number.isFinite }
        return value is Int || value is Bool
    }
}

extension JSONWriter {
    fileprivate mutating func append(plain text: String) { bytes.append(contentsOf: text.utf8) }
}
