internal import CSimdjson
internal import OptionPricing
internal import StrategyAnalytics

extension FieldReader {
    /// Reports the value at `index`, which `error` shows as it was written.
    mutating func report(_ index: Int, _ error: (_ written: String) -> ContractError) {
        let written = json.written(json[index])
        problem.report(at: ObjectFields.position(of: index), error(written))
    }

    /// Reports that a member is absent.
    mutating func reportMissing(_ name: Name, _ fields: ObjectFields) {
        problem.report(at: fields.end, .missing(fields.path.member(name)))
    }

    /// The token of a required member that is of `kind`.
    mutating func value(_ name: Name, of kind: json_kind, _ expected: String, _ fields: ObjectFields) -> Int? {
        guard let index = fields[name] else {
            reportMissing(name, fields)
            return nil
        }
        guard json[index].kind == kind else {
            report(index) { .wrongType(fields.path.member(name), expected: expected, got: $0) }
            return nil
        }
        return index
    }

    /// Whether the member at `index` passes `rule`.
    @discardableResult
    mutating func check<Failure: CoreError>(
        _ index: Int, _ fields: ObjectFields, _ rule: () throws(Failure) -> Void
    ) -> Bool {
        do throws(Failure) {
            try rule()
            return true
        } catch {
            // An array's own value is its count, which the error carries.
            let isArray = json[index].kind == JSON_ARRAY
            report(index) { error.refusal(in: fields.path.text, written: isArray ? nil : $0) }
            return false
        }
    }

    /// A required number that passes `rule`.
    mutating func number<Failure: CoreError>(
        _ name: Name, _ fields: ObjectFields, _ rule: (Double) throws(Failure) -> Void
    ) -> Double? {
        guard let index = value(name, of: JSON_NUMBER, "a number", fields) else { return nil }
        let number = json[index].number
        return check(index, fields) { () throws(Failure) in try rule(number) } ? number : nil
    }

    /// A number that passes `rule`; 0 when absent.
    mutating func numberOrZero<Failure: CoreError>(
        _ name: Name, _ fields: ObjectFields, _ rule: (Double) throws(Failure) -> Void
    ) -> Double? {
        fields[name] == nil ? 0 : number(name, fields, rule)
    }

    /// A required integer in `allowed`.
    mutating func integer(
        _ name: Name, _ parameter: StrategyError.Parameter, _ allowed: ClosedRange<Int>, _ fields: ObjectFields
    ) -> Int? {
        guard let index = value(name, of: JSON_NUMBER, "a number", fields) else { return nil }
        guard let integer = Int(exactly: json[index].number) else {
            let rule = ContractError.integerRule(allowed)
            report(index) { .notAllowed(fields.path.member(name), rule, got: $0) }
            return nil
        }
        let isAllowed = check(index, fields) { () throws(StrategyError) in
            try StrategyError.require(parameter, integer, in: allowed)
        }
        return isAllowed ? integer : nil
    }

    /// A required string that is one of `choices`.
    mutating func choice(_ name: Name, of choices: [Name], _ fields: ObjectFields) -> Name? {
        guard let index = value(name, of: JSON_STRING, "a string", fields) else { return nil }
        guard let choice = Name(rawValue: json[index].text), choices.contains(choice) else {
            let rule = ContractError.choiceRule(choices.map(\.text))
            report(index) { .notAllowed(fields.path.member(name), rule, got: $0) }
            return nil
        }
        return choice
    }

    /// A required string that writes a date.
    mutating func date(_ name: Name, _ fields: ObjectFields) -> CalendarDate? {
        guard let index = value(name, of: JSON_STRING, "a string", fields) else { return nil }
        guard let date = json.text(of: json[index], { CalendarDate(utf8: $0) }) else {
            report(index) { .notAllowed(fields.path.member(name), "must be a date YYYY-MM-DD", got: $0) }
            return nil
        }
        return date
    }
}
