public import Logging
internal import StrategyContract

/// Writes log lines as text or as JSON objects.
public struct LineLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var logLevel: Logger.Level
    private let format: ServerConfiguration.LogFormat
    private let output: LogOutput

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - format: The format of the lines.
    ///   - level: The least severe level that is logged.
    ///   - output: Where the lines go.
    public init(_ format: ServerConfiguration.LogFormat, level: Logger.Level, output: LogOutput) {
        self.format = format
        logLevel = level
        self.output = output
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var fields = metadata
        if let more = event.metadata { fields.merge(more) { $1 } }
        let sorted = fields.sorted { $0.key < $1.key }
        let time = UTCTime.now.text
        var line: [UInt8] = []
        JSONWriter.append(to: &line) { writer in
            switch format {
            case .text:
                writer.append(plain: "\(time) \(event.level.rawValue) \(event.message)")
                for (key, value) in sorted {
                    writer.append(plain: " \(key)=")
                    // A value never looks like more than one, and never like a line of its own.
                    let text = "\(value)"
                    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x3D && $0 != 0x7F }
                    if isPlain { writer.append(plain: text) } else { writer.append(quoted: text) }
                }
            case .json:
                writer.append(#"{"time":"#)
                writer.append(quoted: time)
                writer.append(#","level":"#)
                writer.append(quoted: event.level.rawValue)
                writer.append(#","message":"#)
                writer.append(quoted: event.message.description)
                for (key, value) in sorted {
                    writer.append(",")
                    writer.append(quoted: key)
                    writer.append(":")
                    switch value {
                    case .stringConvertible(let number as Int): writer.append(plain: "\(number)")
                    case .stringConvertible(let number as Double) where number.isFinite: writer.append(plain: "\(number)")
                    case .stringConvertible(let flag as Bool): writer.append(plain: "\(flag)")
                    default: writer.append(quoted: "\(value)")
                    }
                }
                writer.append("}")
            }
        }
        output.append(line)
    }
}

extension JSONWriter {
    fileprivate mutating func append(plain text: String) { bytes.append(contentsOf: text.utf8) }
}
