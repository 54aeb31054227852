public import StrategyNames

extension AccountSplit {
    /// Writes the response. Equal splits give equal bytes on every machine.
    /// - Parameter pretty: Indents by two spaces, with one strategy on each line.
    /// - Returns: UTF-8, without a line end.
    public func json(pretty: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        write(to: &output, identifier: nil, pretty: pretty)
        return output
    }

    /// Appends the response, which begins with the JSON text of the member `id`, if there is one.
    func write(to output: inout [UInt8], identifier: [UInt8]?, pretty: Bool) {
        JSONWriter.append(to: &output, pretty: pretty) { writer in
            writer.append("{")
            if let identifier {
                writer.member("id", depth: 1)
                writer.bytes.append(contentsOf: identifier)
                writer.append(",")
            }
            writer.member("strategies", depth: 1)
            writer.append(lines: strategies, depth: 1) { $0.append($1) }
            writer.nextMember("optimal", depth: 1)
            writer.append(isOptimal ? "true" : "false")
            writer.line(depth: 0)
            writer.append("}")
        }
    }
}

extension JSONWriter {
    fileprivate mutating func append(_ strategy: AccountSplit.Strategy) {
        append("{")
        name("name")
        append(quoted: strategy.name)
        comma()
        name("family")
        append(quoted: strategy.family?.rawValue)
        comma()
        name("quantity")
        append(Double(strategy.quantity))
        comma()
        name("legs")
        append(inline: strategy.legs) { $0.append($1) }
        comma()
        name("aliases")
        append(inline: strategy.aliases) { $0.append(quoted: $1) }
        append("}")
    }

    private mutating func append(_ part: AccountSplit.Part) {
        append("{")
        name("index")
        append(Double(part.index))
        comma()
        name("quantity")
        append(Double(part.quantity))
        comma()
        name("role")
        append(quoted: part.role)
        append("}")
    }
}
