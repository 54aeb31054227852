public import StrategyRequests

extension ScenarioResponse {
    /// Writes the response. Equal responses give equal bytes on every machine.
    /// - Parameter pretty: Indents by two spaces, with the scenarios of one price on each line.
    /// - Returns: UTF-8, without a line end.
    public func json(pretty: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        _ = write(to: &output, pretty: pretty, isCancelled: nil)
        return output
    }

    /// Appends the response. Returns whether all of it was written.
    func write(to output: inout [UInt8], pretty: Bool, isCancelled: (@Sendable () -> Bool)?) -> Bool {
        JSONWriter.append(to: &output, pretty: pretty, isCancelled: isCancelled) { writer in
            writer.append("{")
            writer.member("scenarios", depth: 1)
            writer.append(scenarios)
            if let positions {
                writer.nextMember("positions", depth: 1)
                let hasExercise = conventions.statesExercise
                writer.append(lines: positions, depth: 1) { $0.append($1, hasExercise: hasExercise) }
            }
            writer.nextMember("conventions", depth: 1)
            writer.append(conventions)
            writer.line(depth: 0)
            writer.append("}")
        }
    }
}

extension JSONWriter {
    fileprivate mutating func append(_ position: ScenarioResponse.PositionScenarios, hasExercise: Bool) {
        append("{")
        if let identifier = position.identifier {
            member("id", depth: 3)
            bytes.append(contentsOf: identifier)
            append(",")
        }
        member("profitLoss", depth: 3)
        append(profitsOf: position.scenarios, depth: 3)
        nextMember("legs", depth: 3)
        append(lines: position.legs, depth: 3) { $0.append($1, hasExercise: hasExercise) }
        line(depth: 2)
        append("}")
    }
}
