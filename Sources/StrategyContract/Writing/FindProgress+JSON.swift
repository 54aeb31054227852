internal import StrategyRequests
public import StrategySearch

extension FindProgress {
    /// The line of a stream: `{"progress": …}`, without a line end.
    public func json() -> [UInt8] {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { writer in
            writer.append(#"{"progress":{"covered":"#)
            writer.append(covered)
            writer.append(#","best":"#)
            writer.append(inline: best) { writer, row in
                writer.append(#"{"title":"#)
                writer.append(quoted: row.title)
                writer.append(#","objectives":"#)
                writer.append(row.objectives)
                writer.append("}")
            }
            writer.append("}}")
        }
        return output
    }
}
