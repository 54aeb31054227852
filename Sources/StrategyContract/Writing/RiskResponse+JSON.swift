internal import ExactPayoff
internal import OptionPricing
public import StrategyRequests

extension RiskResponse {
    /// Writes the response. Equal responses give equal bytes on every machine.
    /// - Parameter pretty: Indents by two spaces, with one level, one position and the variates of one underlying on each line.
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
            writer.member("value", depth: 1)
            writer.append(value)
            writer.nextMember("expectedProfitLoss", depth: 1)
            writer.append(expectedProfitLoss)
            writer.nextMember("valueAtRisk", depth: 1)
            writer.append(lines: valueAtRisk, depth: 1) { $0.append($1) }
            writer.nextMember("expectedShortfall", depth: 1)
            writer.append(lines: expectedShortfall, depth: 1) { $0.append($1) }
            writer.nextMember("underlyings", depth: 1)
            let hasExercise = conventions.statesExercise
            writer.append(lines: underlyings, depth: 1) { $0.append($1, hasExercise: hasExercise) }
            writer.nextMember("normals", depth: 1, ifPresent: normals) { writer, normals in
                writer.append(lines: normals, depth: 1) { $0.append(numbers: $1) }
            }
            writer.nextMember("conventions", depth: 1)
            writer.append(conventions)
            writer.line(depth: 0)
            writer.append("}")
        }
    }
}

extension JSONWriter {
    fileprivate mutating func append(_ level: RiskResponse.Level) {
        append(inline: [
            ("level", level.level), ("value", level.value), ("lower", level.lower), ("upper", level.upper),
        ])
    }

    fileprivate mutating func append(_ underlying: RiskResponse.Underlying, hasExercise: Bool) {
        append("{")
        append(id: underlying.identifier, depth: 3)
        member("positions", depth: 3)
        append(lines: underlying.positions, depth: 3) { $0.append($1, hasExercise: hasExercise) }
        line(depth: 2)
        append("}")
    }

    private mutating func append(_ position: RiskResponse.Position, hasExercise: Bool) {
        append("{")
        append(id: position.identifier, depth: 5)
        member("value", depth: 5)
        append(position.value)
        nextMember("expectedProfitLoss", depth: 5)
        append(position.expectedProfitLoss)
        nextMember("contributions", depth: 5)
        append(lines: position.contributions, depth: 5) { writer, contribution in
            writer.append(inline: [
                ("level", contribution.level), ("valueAtRisk", contribution.valueAtRisk),
                ("expectedShortfall", contribution.expectedShortfall),
            ])
        }
        nextMember("legs", depth: 5)
        append(lines: position.legs, depth: 5) { $0.append($1, hasExercise: hasExercise) }
        line(depth: 4)
        append("}")
    }

    /// Writes the member `id`, as it was written, and the comma after it.
    private mutating func append(id: [UInt8]?, depth: Int) {
        guard let id else { return }
        member("id", depth: depth)
        bytes.append(contentsOf: id)
        append(",")
    }

    fileprivate mutating func append(numbers: [Double]) {
        append(inline: numbers) { $0.append($1) }
    }

    fileprivate mutating func append(_ conventions: RiskConventions) {
        append("{")
        member("model", depth: 2)
        append("\"")
        append(Conventions.modelWords(conventions.exercise))
        if conventions.hasDividends { append(", discrete dividends (spot model)") }
        append("\"")
        nextMember("dayCount", depth: 2, #""actual/365 fixed, dates at 00:00 UTC""#)
        nextMember("valuationDate", depth: 2, ifPresent: conventions.valuation) { $0.append(quoted: $1.description) }
        nextMember("timeToHorizon", depth: 2)
        append(conventions.timeToHorizon)
        nextMember("riskFreeRate", depth: 2)
        append(conventions.riskFreeRate)
        nextMember("compounding", depth: 2, #""continuous""#)
        nextMember("underlyings", depth: 2)
        append(lines: conventions.underlyings, depth: 2) { writer, underlying in
            writer.append("{")
            writer.name("volatility")
            writer.append(underlying.volatility)
            writer.comma()
            writer.name("volatilitySource")
            writer.append(quoted: underlying.volatilitySource.rawValue)
            writer.comma()
            writer.name("dividendYield")
            writer.append(underlying.dividendYield)
            writer.append("}")
        }
        nextMember("correlationSource", depth: 2, ifPresent: conventions.correlationSource) {
            $0.append(quoted: $1.rawValue)
        }
        nextMember("correlations", depth: 2, ifPresent: conventions.correlations) { writer, rows in
            writer.append(lines: rows, depth: 2) { $0.append(numbers: $1) }
        }
        nextMember(
            "distribution", depth: 2,
            #""at the horizon, ln S ~ N(ln S0 + (r - q - v^2/2) h, v^2 h), correlated; correlated variates are L z, L lower triangular, L L' the correlations""#
        )
        nextMember(
            "profitLoss", depth: 2,
            #""value at the horizon less value now, each option at its volatility and remaining time; not discounted, without dividends and interest until the horizon; valueAtRisk and expectedShortfall are losses""#
        )
        nextMember("interval", depth: 2, #""lower and upper: 95 % for the error of the simulation""#)
        nextMember("scenarios", depth: 2)
        append(Double(conventions.scenarios))
        nextMember("seed", depth: 2)
        append(Double(conventions.seed))
        line(depth: 1)
        append("}")
    }
}
