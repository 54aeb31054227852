internal import CSimdjson
internal import OptionPricing

/// Members that may be absent. A value that breaks a rule is reported, and counts as absent from there on.
extension FieldReader {
    /// A number under a rule.
    mutating func number(_ name: Name, ifPresentIn fields: ObjectFields, _ rule: NumberRule) -> Double? {
        guard let index = fields[name] else { return nil }
        return number(at: index, fields.path.member(name), rule)
    }

    /// An array of numbers under a rule.
    mutating func numbers(_ name: Name, ifPresentIn fields: ObjectFields, _ rule: NumberRule) -> [Double]? {
        elements(name, fields) { reader, index, path in reader.number(at: index, path, rule) }
    }

    /// An array of names, each one of `choices`.
    mutating func choices(_ name: Name, ifPresentIn fields: ObjectFields, of choices: [Name]) -> [Name]? {
        elements(name, fields) { reader, index, path in
            guard reader.json[index].kind == JSON_STRING else {
                reader.report(index) { .wrongType(path, expected: "a string", got: $0) }
                return nil
            }
            guard let choice = Name(rawValue: reader.json[index].text), choices.contains(choice) else {
                reader.report(index) {
                    .notAllowed(path, ContractError.choiceRule(choices.map(\.text)), got: $0)
                }
                return nil
            }
            return choice
        }
    }

    /// An array of dates, or of years after the valuation.
    mutating func valueDates(_ name: Name, ifPresentIn fields: ObjectFields) -> [ValueDate]? {
        elements(name, fields) { reader, index, path in
            let token = reader.json[index]
            if token.kind == JSON_NUMBER {
                return reader.number(at: index, path, .nonNegative).map { .years($0) }
            }
            if token.kind == JSON_STRING, let date = reader.json.text(of: token, { CalendarDate(utf8: $0) }) {
                return .date(date)
            }
            reader.report(index) {
                .notAllowed(path, "must be a date YYYY-MM-DD or years after the valuation", got: $0)
            }
            return nil
        }
    }

    /// A date or an instant.
    mutating func timestamp(_ name: Name, ifPresentIn fields: ObjectFields) -> Timestamp? {
        guard fields[name] != nil, let index = value(name, of: JSON_STRING, "a string", fields) else { return nil }
        guard let timestamp = json.text(of: json[index], { Timestamp(utf8: $0) }) else {
            report(index) {
                .notAllowed(fields.path.member(name), "must be a date YYYY-MM-DD or an instant as in RFC 3339", got: $0)
            }
            return nil
        }
        return timestamp
    }

    /// An object.
    mutating func object(_ name: Name, ifPresentIn fields: ObjectFields) -> ObjectFields? {
        guard let index = fields[name] else { return nil }
        return object(index, at: .member(name))
    }

    private mutating func number(at index: Int, _ path: String, _ rule: NumberRule) -> Double? {
        guard json[index].kind == JSON_NUMBER else {
            report(index) { .wrongType(path, expected: "a number", got: $0) }
            return nil
        }
        let number = json[index].number
        guard let broken = rule.broken(by: number) else { return number }
        report(index) { .notAllowed(path, broken, got: $0) }
        return nil
    }

    /// The elements of an array, read one by one; without those that broke a rule.
    private mutating func elements<Element>(
        _ name: Name, _ fields: ObjectFields,
        _ read: (_ reader: inout FieldReader, _ index: Int, _ path: String) -> Element?
    ) -> [Element]? {
        guard fields[name] != nil, let array = value(name, of: JSON_ARRAY, "an array", fields) else { return nil }
        let path = fields.path.member(name)
        let count = Int(json[array].count)
        guard Limits.listRange.contains(count) else {
            report(array) { _ in .notAllowed(path, Limits.listRule, got: "\(count)") }
            return nil
        }
        var elements: [Element] = []
        elements.reserveCapacity(count)
        var index = array + 1
        for number in 0..<count {
            if let element = read(&self, index, "\(path)[\(number)]") { elements.append(element) }
            index = Int(json[index].next)
        }
        return elements
    }
}
