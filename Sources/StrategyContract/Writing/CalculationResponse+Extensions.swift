internal import ExactPayoff
internal import OptionPricing
internal import StrategyNames
internal import StrategyRequests
internal import StrategyValuation

extension JSONWriter {
    /// Writes the requested members, which follow the metrics.
    mutating func append(_ extensions: ResponseExtensions) {
        nextMember("value", depth: 1, ifPresent: extensions.value) { $0.append($1) }
        nextMember("greeks", depth: 1, ifPresent: extensions.greeks) { $0.append($1) }
        nextMember("earlyExercise", depth: 1, ifPresent: extensions.earlyExercise) { $0.append($1) }
        nextMember("probability", depth: 1, ifPresent: extensions.probability) { writer, probability in
            writer.append(probability, knowsPaths: extensions.conventions?.distribution == nil)
        }
        nextMember("valueCurves", depth: 1, ifPresent: extensions.valueCurves) { writer, valueCurves in
            writer.append(lines: valueCurves, depth: 1) { $0.append($1) }
        }
        nextMember("curveDetails", depth: 1, ifPresent: extensions.curveDetails) { $0.append($1) }
        nextMember("scenarios", depth: 1, ifPresent: extensions.scenarios) { $0.append($1) }
        nextMember("strategyName", depth: 1, ifPresent: extensions.strategyName) { $0.append($1) }
        nextMember("margin", depth: 1, ifPresent: extensions.margin) { $0.append($1) }
        nextMember("conventions", depth: 1, ifPresent: extensions.conventions) { $0.append($1) }
    }

    fileprivate mutating func append(_ margin: StrategyMargin) {
        let numbers: [(name: StaticString, value: Double?)] = [
            ("initial", margin.initial), ("initialDeposit", margin.initialDeposit), ("maintenance", margin.maintenance),
            ("returnOnMargin", margin.returnOnMargin), ("annualised", margin.annualised),
        ]
        append("{")
        for (index, number) in numbers.enumerated() {
            if index > 0 { comma() }
            name(number.name)
            append(number.value)
        }
        if !margin.isOptimal {
            comma()
            name("optimal")
            append("false")
        }
        append("}")
    }

    fileprivate mutating func append(_ value: StrategyValue) {
        append(net: value.net, legs: value.legs) { $0.append($1) }
    }

    fileprivate mutating func append(_ greeks: StrategyGreeks) {
        append(net: greeks.net, legs: greeks.legs) { $0.append($1) }
    }

    /// Writes the numbers of a strategy and those of its legs.
    private mutating func append<Numbers>(
        net: Numbers, legs: [Numbers], _ write: (inout JSONWriter, Numbers) -> Void
    ) {
        append("{")
        member("net", depth: 2)
        write(&self, net)
        nextMember("legs", depth: 2)
        append(lines: legs, depth: 2, write)
        line(depth: 1)
        append("}")
    }

    fileprivate mutating func append(_ value: PositionValue) {
        append(inline: [("value", value.value), ("profitLoss", value.profitLoss)])
    }

    fileprivate mutating func append(_ greeks: PositionGreeks) {
        var members: [(name: StaticString, value: Double?)] = [
            ("delta", greeks.delta), ("gamma", greeks.gamma), ("theta", greeks.theta), ("vega", greeks.vega),
            ("rho", greeks.rho),
        ]
        if let higher = greeks.higher {
            members += [
                ("epsilon", higher.epsilon), ("vanna", higher.vanna), ("vomma", higher.vomma),
                ("charm", higher.charm), ("speed", higher.speed), ("zomma", higher.zomma), ("color", higher.color),
                ("ultima", higher.ultima), ("dualDelta", higher.dualDelta), ("dualGamma", higher.dualGamma),
                ("veta", higher.veta),
            ]
            if let lambda = higher.lambda { members.append(("lambda", lambda)) }
        }
        append(inline: members)
    }

    /// Writes probabilities. `knowsPaths` is whether the distribution is that of a price before the expiration, too.
    fileprivate mutating func append(_ probability: ProfitProbabilities, knowsPaths: Bool) {
        append("{")
        let numbers: [(StaticString, Double?)] = [
            ("ofProfit", probability.ofProfit), ("ofLoss", probability.ofLoss),
            ("ofMaxProfit", probability.ofMaximumProfit), ("ofMaxLoss", probability.ofMaximumLoss),
            ("expectedProfitLoss", probability.expectedProfitLoss), ("expectedProfit", probability.expectedProfit),
            ("expectedLoss", probability.expectedLoss),
        ]
        for (index, number) in numbers.enumerated() {
            if index > 0 { append(",") }
            member(number.0, depth: 2)
            append(number.1)
        }
        nextMember("valueAtRisk", depth: 2)
        append(inline: probability.valueAtRisk) { $0.append($1) }
        nextMember("expectedShortfall", depth: 2)
        append(inline: probability.expectedShortfall) { $0.append($1) }
        nextMember("ofTouching", depth: 2)
        if knowsPaths {
            append(inline: probability.ofTouching) { writer, touching in
                writer.append(inline: [("stockPrice", touching.stockPrice), ("probability", touching.probability)])
            }
        } else {
            append("null")
        }
        nextMember("expectedMove", depth: 2)
        append(inline: [("lower", probability.expectedMove.lower), ("upper", probability.expectedMove.upper)])
        appendLevels(of: probability)
        line(depth: 1)
        append("}")
    }

    private mutating func appendLevels(of probability: ProfitProbabilities) {
        if !probability.ofPriceBelow.isEmpty {
            nextMember("ofPriceBelow", depth: 2)
            append(inline: probability.ofPriceBelow) { writer, row in
                writer.append(inline: [("stockPrice", row.stockPrice), ("probability", row.probability)])
            }
        }
        if !probability.ofProfitAtLeast.isEmpty {
            nextMember("ofProfitAtLeast", depth: 2)
            append(inline: probability.ofProfitAtLeast) { writer, row in
                writer.append(inline: [("profitLoss", row.profitLoss), ("probability", row.probability)])
            }
        }
        if !probability.expectedMoves.isEmpty {
            nextMember("expectedMoves", depth: 2)
            append(inline: probability.expectedMoves) { writer, row in
                writer.append(inline: [
                    ("standardDeviations", row.standardDeviations), ("lower", row.lower), ("upper", row.upper),
                ])
            }
        }
    }

    private mutating func append(_ risk: ProfitProbabilities.Risk) {
        append(inline: [("level", risk.level), ("value", risk.value)])
    }

    fileprivate mutating func append(_ valueCurve: ValueCurve) {
        append("{")
        member("date", depth: 3)
        append(valueCurve.date)
        nextMember("points", depth: 3)
        append(valueCurve.curve, depth: 3)
        line(depth: 2)
        append("}")
    }

    fileprivate mutating func append(_ details: CurveDetails) {
        append("{")
        member("stockPrices", depth: 2)
        append(inline: details.stockPrices) { $0.append($1) }
        let columns: [(StaticString, [Double])] = [
            ("delta", details.delta), ("gamma", details.gamma), ("theta", details.theta), ("vega", details.vega),
            ("rho", details.rho), ("density", details.density),
        ]
        for (name, values) in columns {
            nextMember(name, depth: 2)
            append(inline: values) { $0.append(finite: $1) }
        }
        line(depth: 1)
        append("}")
    }

    mutating func append(_ scenarios: ScenarioMatrix) {
        append("{")
        member("stockPrices", depth: 2)
        append(inline: scenarios.stockPrices) { $0.append($1) }
        nextMember("volatilityShifts", depth: 2)
        append(inline: scenarios.volatilityShifts) { $0.append($1) }
        nextMember("dates", depth: 2)
        append(inline: scenarios.dates) { $0.append($1) }
        nextMember("profitLoss", depth: 2)
        append(profitsOf: scenarios, depth: 2)
        line(depth: 1)
        append("}")
    }

    /// Writes the profits by price, shift and date, with one price per line.
    mutating func append(profitsOf scenarios: ScenarioMatrix, depth: Int) {
        append(lines: Array(scenarios.stockPrices.indices), depth: depth) { writer, price in
            writer.append(inline: Array(scenarios.volatilityShifts.indices)) { writer, shift in
                writer.append(inline: Array(scenarios.dates.indices)) { writer, date in
                    writer.append(scenarios[price, shift, date])
                }
            }
        }
    }

    fileprivate mutating func append(_ strategyName: StrategyName) {
        append("{")
        name("name")
        append(quoted: strategyName.name)
        comma()
        name("family")
        append(quoted: strategyName.family?.rawValue)
        comma()
        name("legs")
        append(inline: strategyName.roles) { $0.append(quoted: $1) }
        comma()
        name("aliases")
        append(inline: strategyName.aliases) { $0.append(quoted: $1) }
        append("}")
    }

    fileprivate mutating func append(_ date: ValueDate) {
        switch date {
        case .date(let date): append(quoted: date.description)
        case .years(let years): append(years)
        }
    }
}
