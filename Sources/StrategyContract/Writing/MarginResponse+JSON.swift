internal import AccountMargin
internal import OptionPricing
public import StrategyRequests

extension MarginResponse {
    /// Writes the response. Equal responses give equal bytes on every machine.
    /// - Parameter pretty: Indents by two spaces, with one group or scenario on each line.
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
            writer.member("method", depth: 1)
            writer.append(quoted: request.method.rawValue)
            switch result {
            case .strategy(let requirements): writer.append(requirements)
            case .portfolio(let margin): writer.append(margin)
            }
            writer.nextMember("conventions", depth: 1)
            writer.append(self)
            writer.line(depth: 0)
            writer.append("}")
        }
    }
}

extension JSONWriter {
    /// Writes the members of the requirements by rules.
    fileprivate mutating func append(_ requirements: AccountRequirements) {
        nextMember("initial", depth: 1)
        append(requirements.initial)
        nextMember("initialDeposit", depth: 1)
        append(requirements.initialDeposit)
        nextMember("maintenance", depth: 1)
        if let maintenance = requirements.maintenance { append(maintenance) } else { append("null") }
        nextMember("maintenanceNet", depth: 1)
        append(requirements.maintenanceNet)
        if requirements.notPermitted.isEmpty { return }
        nextMember("notPermitted", depth: 1)
        append(lines: requirements.notPermitted, depth: 1) { writer, problem in
            writer.append("{")
            writer.name("legs")
            writer.append(inline: problem.legs) { $0.append(Double($1)) }
            writer.comma()
            writer.name("reason")
            writer.append(quoted: problem.reason.rawValue)
            writer.append("}")
        }
    }

    private mutating func append(_ requirement: MarginRequirement) {
        append("{")
        member("requirement", depth: 2)
        append(requirement.requirement)
        nextMember("lowerBound", depth: 2)
        append(requirement.lowerBound)
        nextMember("optimal", depth: 2)
        append(requirement.isOptimal ? "true" : "false")
        nextMember("groups", depth: 2)
        append(lines: requirement.groups, depth: 2) { $0.append($1) }
        nextMember("proof", depth: 2)
        append(quoted: requirement.proof?.rawValue)
        nextMember("certificate", depth: 2, ifPresent: requirement.certificate) { $0.append($1) }
        line(depth: 1)
        append("}")
    }

    private mutating func append(_ group: MarginRequirement.Group) {
        append("{")
        name("rule")
        append(quoted: group.rule.rawValue)
        comma()
        name("legs")
        append(inline: group.parts) {
            $0.append(inline: [("index", Double($1.index)), ("quantity", Double($1.quantity))])
        }
        comma()
        name("amount")
        append(group.amount)
        comma()
        name("explanation")
        append(quoted: group.explanation)
        comma()
        name("saves")
        append(group.saves)
        comma()
        name("strategyName")
        append(quoted: group.strategyName)
        append("}")
    }

    // MARK: Certificate

    private mutating func append(_ certificate: MarginCertificate) {
        append("{")
        member("prices", depth: 3)
        append(certificate.prices, "price")
        nextMember("dates", depth: 3)
        append(lines: certificate.dates, depth: 3) { $0.append($1) }
        nextMember("hosts", depth: 3)
        append(certificate.hosts, "multiplier")
        nextMember("shares", depth: 3)
        append(certificate.shares)
        nextMember("bound", depth: 3)
        append(certificate.bound)
        line(depth: 2)
        append("}")
    }

    private mutating func append(_ multipliers: [MarginCertificate.LegMultiplier], _ word: StaticString) {
        append(inline: multipliers) { writer, row in
            writer.append("{")
            writer.name("index")
            writer.append(Double(row.index))
            writer.comma()
            writer.name(word)
            writer.append(row.multiplier)
            writer.append("}")
        }
    }

    private mutating func append(_ date: MarginCertificate.DateMultipliers) {
        append("{")
        name("expirationDate")
        append(quoted: date.expirationDate.description)
        if let size = date.sharesPerContract {
            comma()
            name("sharesPerContract")
            append(Double(size))
        }
        comma()
        name("callBalance")
        append(date.callBalance)
        comma()
        name("putBalance")
        append(date.putBalance)
        comma()
        name("weights")
        append(inline: date.weights) { writer, row in
            writer.append("{")
            writer.name("strikePrice")
            writer.append(row.strikePrice)
            writer.comma()
            writer.name("weight")
            writer.append(row.weight)
            writer.append("}")
        }
        append("}")
    }

    /// All digits of a multiplier, because a rounded one might break an inequality.
    private mutating func append(_ money: ExactMoney) { bytes.append(contentsOf: money.text.utf8) }

    // MARK: Risk-based margin

    fileprivate mutating func append(_ margin: PortfolioMargin) {
        let numbers: [(name: StaticString, value: Double)] = [
            ("requirement", margin.requirement), ("greatestLoss", margin.greatestLoss), ("minimum", margin.minimum),
        ]
        for number in numbers {
            nextMember(number.name, depth: 1)
            append(number.value)
        }
        nextMember("scenarios", depth: 1)
        append(lines: margin.scenarios, depth: 1) { writer, scenario in
            writer.append(inline: [
                ("move", scenario.move), ("stockPrice", scenario.stockPrice), ("profitLoss", scenario.profitLoss),
            ])
        }
    }
}
