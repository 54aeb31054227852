internal import CSimdjson
internal import StrategyAnalytics

extension RequestDecoder {
    /// The values of the text that was read; what is wrong with them is reported to ``problem``.
    mutating func request() throws(ContractError) -> (currentPrice: Double, legs: [Leg]) {
        guard reader[0].kind == JSON_OBJECT else {
            throw .wrongType("", expected: "a JSON object", got: reader.written(reader[0]))
        }
        let fields = ObjectFields(of: 0, leg: nil, in: reader)
        let currentPrice = number(.currentPrice, fields) { value throws(StrategyError) in
            try StrategyError.requirePositive(.currentPrice, value)
        }
        return (currentPrice ?? .nan, legs(fields))
    }

    private mutating func legs(_ fields: ObjectFields) -> [Leg] {
        guard let array = value(.legs, of: JSON_ARRAY, "an array", fields) else { return [] }
        let count = Int(reader[array].count)
        check(array, fields) { () throws(StrategyError) in
            try StrategyError.require(.legs, count, in: PayoffProfile.legCountRange)
        }
        var legs: [Leg] = []
        var number = 0
        var index = array + 1
        while index < Int(reader[array].next) {
            if let leg = leg(number, at: index) { legs.append(leg) }
            number += 1
            index = Int(reader[index].next)
        }
        return legs
    }

    private mutating func leg(_ number: Int, at index: Int) -> Leg? {
        guard reader[index].kind == JSON_OBJECT else {
            report(index) { .wrongType("legs[\(number)]", expected: "an object", got: $0) }
            return nil
        }
        let fields = ObjectFields(of: index, leg: number, in: reader)
        let type = choice(.type, of: [.call, .put, .stock], fields)
        let position = choice(.position, of: [.long, .short], fields)
        let strikePrice = strikePrice(of: type, fields)
        let premium = self.number(.premium, fields) { value throws(StrategyError) in
            try StrategyError.requireNonNegative(.premium, value)
        }
        let quantity = integer(.quantity, .quantity, Leg.quantityRange, fields)
        let shares =
            fields[.sharesPerContract] == nil
            ? Leg.defaultShares(of: type)
            : integer(.sharesPerContract, .sharesPerContract, Leg.sharesPerContractRange, fields)

        guard let type, let position, strikePrice != nil || type == .stock, let premium, let quantity, let shares
        else { return nil }
        do throws(StrategyError) {
            return try Leg(
                Leg.instrument(type, strikePrice: strikePrice), position == .long ? .long : .short,
                premium: premium, quantity: quantity, sharesPerContract: shares)
        } catch {
            report(index) { _ in ContractError(error, in: fields.path) }
            return nil
        }
    }

    private mutating func strikePrice(of type: Name?, _ fields: ObjectFields) -> Double? {
        switch (type, fields[.strikePrice]) {
        case (.stock, let index?):
            report(index) { .strikePriceOfStock(fields.path(of: .strikePrice), got: $0) }
            return nil
        case (.stock, nil), (nil, nil):
            // Without a type it is not known whether one is missing.
            return nil
        default:
            return number(.strikePrice, fields) { value throws(StrategyError) in
                try StrategyError.requirePositive(.strikePrice, value)
            }
        }
    }

    // MARK: One field

    /// Reports the value at `index`, which `error` shows as it was written.
    private mutating func report(_ index: Int, _ error: (_ written: String) -> ContractError) {
        let written = reader.written(reader[index])
        problem.report(at: ObjectFields.position(of: index), error(written))
    }

    /// The token of a required member that is of `kind`.
    private mutating func value(_ name: Name, of kind: json_kind, _ expected: String, _ fields: ObjectFields) -> Int? {
        guard let index = fields[name] else {
            problem.report(at: fields.end, .missing(fields.path(of: name)))
            return nil
        }
        guard reader[index].kind == kind else {
            report(index) { .wrongType(fields.path(of: name), expected: expected, got: $0) }
            return nil
        }
        return index
    }

    /// Whether the member at `index` passes `rule`.
    @discardableResult
    private mutating func check(
        _ index: Int, _ fields: ObjectFields, _ rule: () throws(StrategyError) -> Void
    ) -> Bool {
        do throws(StrategyError) {
            try rule()
            return true
        } catch {
            // An array's own value is its count, which the error carries.
            let isArray = reader[index].kind == JSON_ARRAY
            report(index) { ContractError(error, in: fields.path, written: isArray ? nil : $0) }
            return false
        }
    }

    private mutating func number(
        _ name: Name, _ fields: ObjectFields, _ rule: (Double) throws(StrategyError) -> Void
    ) -> Double? {
        guard let index = value(name, of: JSON_NUMBER, "a number", fields) else { return nil }
        let number = reader[index].number
        return check(index, fields) { () throws(StrategyError) in try rule(number) } ? number : nil
    }

    private mutating func integer(
        _ name: Name, _ parameter: StrategyError.Parameter, _ allowed: ClosedRange<Int>, _ fields: ObjectFields
    ) -> Int? {
        guard let index = value(name, of: JSON_NUMBER, "a number", fields) else { return nil }
        guard let integer = Int(exactly: reader[index].number) else {
            let rule = ContractError.integerRule(allowed)
            report(index) { .notAllowed(fields.path(of: name), rule, got: $0) }
            return nil
        }
        let isAllowed = check(index, fields) { () throws(StrategyError) in
            try StrategyError.require(parameter, integer, in: allowed)
        }
        return isAllowed ? integer : nil
    }

    private mutating func choice(_ name: Name, of choices: [Name], _ fields: ObjectFields) -> Name? {
        guard let index = value(name, of: JSON_STRING, "a string", fields) else { return nil }
        guard let choice = Name(rawValue: reader[index].text), choices.contains(choice) else {
            let rule = ContractError.choiceRule(choices.map(\.text))
            report(index) { .notAllowed(fields.path(of: name), rule, got: $0) }
            return nil
        }
        return choice
    }
}
