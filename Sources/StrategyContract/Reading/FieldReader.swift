internal import COptionsJSON
internal import OptionPricing
internal import StrategyAnalytics

/// Reads the members of requests by name, one request after another, and records the first broken rule.
/// A value that breaks a rule is reported, and counts as absent from then on.
struct FieldReader: ~Copyable {
    var json: JSONReader
    /// The broken rule that comes first in the document, and its position.
    private var problem: (position: Int, error: ContractError)?
    /// Whether a rule is broken so far.
    var hasProblem: Bool { problem != nil }

    let maximumBytes: Int
    /// The elements of long lists that were read.
    private var elementCount = 0

    /// Creates a reader. It only validates and counts the elements of an array beyond `maximumElements`, and calls
    /// `isCancelled` while it reads a long text; `true` ends the reading.
    init(
        maximumElements: Int, maximumBytes: Int = RequestLimits.requestBytes, isCancelled: (@Sendable () -> Bool)? = nil
    ) {
        self.maximumBytes = maximumBytes
        precondition(Name.allCases.count <= ObjectFields.capacity, "ObjectFields has room for fewer names")
        json = JSONReader(
            names: Name.allCases.map(\.text), maximumDepth: RequestLimits.nestingDepth,
            maximumElements: maximumElements, isCancelled: isCancelled)
    }

    /// Reads a JSON text. Its values are valid until the next one is read.
    mutating func read(_ text: Span<UInt8>) throws(ContractError) {
        problem = nil
        guard text.count <= maximumBytes else {
            json.clear()
            throw .tooLarge(limit: maximumBytes)
        }
        do throws(JSONReader.Failure) {
            try json.read(text)
        } catch {
            throw ContractError(error, in: text)
        }
    }

    /// Returns the members of the request, which must be an object.
    func request() throws(ContractError) -> ObjectFields {
        guard json[0].kind == JSON_OBJECT else {
            throw .wrongType("", expected: "a JSON object", got: json.written(json[0]))
        }
        return ObjectFields(of: 0, at: .request, in: json)
    }

    /// Returns the members of the object at `index`; reports any other value.
    mutating func object(_ index: Int, at path: ObjectPath) -> ObjectFields? {
        guard json[index].kind == JSON_OBJECT else {
            report(index) { .wrongType(path.text, expected: "an object", got: $0) }
            return nil
        }
        return ObjectFields(of: index, at: path, in: json)
    }

    /// Whether reading has been cancelled. If it has, cancellation is the reported error from then on. Call this for
    /// each element of a long list.
    mutating func isCancelled() -> Bool {
        if problem?.position == .min { return true }
        elementCount &+= 1
        guard elementCount.isMultiple(of: 256), let check = json.isCancelled, check() else { return false }
        problem = (.min, .cancelled)
        return true
    }

    // MARK: Broken rules

    /// Throws the broken rule that comes first in the document, if any.
    func throwProblem() throws(ContractError) {
        if let problem { throw problem.error }
    }

    mutating func report(at position: Int, _ error: @autoclosure () -> ContractError) {
        guard position < problem?.position ?? .max else { return }
        problem = (position, error())
    }

    /// Reports an error about the value at `index`, which the message shows as written.
    mutating func report(_ index: Int, _ error: (_ written: String) -> ContractError) {
        let written = json.written(json[index])
        report(at: ObjectFields.position(of: index), error(written))
    }

    /// Reports that the value at `index` breaks a rule.
    mutating func report(_ index: Int, _ path: String, _ rule: StrategyRule) {
        // A number may exceed the range of doubles even if another rule applies, such as one on members that must be
        // absent.
        let isBroken = json[index].kind == JSON_NUMBER && rule.isBroken(by: json[index].number)
        let value = isBroken ? StrategyError.Value.number(json[index].number) : .absent
        report(index) { ContractError(StrategyError(path, rule, value), written: $0) }
    }

    /// Reports that the number of elements of an array breaks a rule.
    mutating func report(_ index: Int, _ path: String, _ rule: StrategyRule, count: Int) {
        report(index) { _ in ContractError(StrategyError(path, rule, .count(count))) }
    }

    /// Reports that a member is absent.
    mutating func reportMissing(_ name: Name, _ fields: ObjectFields) {
        report(at: fields.end, ContractError(StrategyError(fields.path.member(name), .required)))
    }

    // MARK: Required members

    /// Returns the token of a required member, which must be of `kind`.
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

    /// Reads a required number.
    mutating func number(_ name: Name, _ fields: ObjectFields, _ rule: StrategyRule) -> Double? {
        if fields[name] == nil { reportMissing(name, fields) }
        return number(name, ifPresentIn: fields, rule)
    }

    /// Reads a required integer in `allowed`.
    mutating func integer(_ name: Name, _ allowed: ClosedRange<Int>, _ fields: ObjectFields) -> Int? {
        number(name, fields, .integer(allowed)).map { Int($0) }
    }

    /// Reads a required string, which must be one of `choices`.
    mutating func choice(_ name: Name, of choices: [Name], _ fields: ObjectFields) -> Name? {
        guard let index = value(name, of: JSON_STRING, "a string", fields) else { return nil }
        return choice(at: index, fields.path.member(name), of: choices)
    }

    /// Reads a required date.
    mutating func date(_ name: Name, _ fields: ObjectFields) -> CalendarDate? {
        text(name, fields, "must be a date YYYY-MM-DD") { CalendarDate(utf8: $0) }
    }

    /// Reads a required string, which `parse` understands.
    private mutating func text<Value>(
        _ name: Name, _ fields: ObjectFields, _ rule: String, _ parse: (Span<UInt8>) -> Value?
    ) -> Value? {
        guard let index = value(name, of: JSON_STRING, "a string", fields) else { return nil }
        if let value = json.text(of: json[index], parse) { return value }
        report(index) { .notAllowed(fields.path.member(name), rule, got: $0) }
        return nil
    }

    // MARK: Optional members

    /// Reads a number.
    mutating func number(_ name: Name, ifPresentIn fields: ObjectFields, _ rule: StrategyRule) -> Double? {
        fields[name].flatMap { number(at: $0, fields.path.member(name), rule) }
    }

    /// Reads an array of numbers.
    mutating func numbers(
        _ name: Name, ifPresentIn fields: ObjectFields, _ rule: StrategyRule,
        count: ClosedRange<Int> = RequestLimits.listRange
    ) -> [Double]? {
        elements(name, fields, count) { reader, index, path in reader.number(at: index, path(), rule) }
    }

    /// Reads an array of names, each one of `choices`.
    mutating func choices(_ name: Name, ifPresentIn fields: ObjectFields, of choices: [Name]) -> [Name]? {
        elements(name, fields) { reader, index, path in
            guard reader.json[index].kind == JSON_STRING else {
                reader.report(index) { .wrongType(path(), expected: "a string", got: $0) }
                return nil
            }
            return reader.choice(at: index, path(), of: choices)
        }
    }

    /// Reads an array of dates or of years after the valuation.
    mutating func valueDates(_ name: Name, ifPresentIn fields: ObjectFields) -> [ValueDate]? {
        elements(name, fields) { reader, index, path in
            let token = reader.json[index]
            if token.kind == JSON_NUMBER {
                return reader.number(at: index, path(), .nonNegative).map { .years($0) }
            }
            if token.kind == JSON_STRING, let date = reader.json.text(of: token, { CalendarDate(utf8: $0) }) {
                return .date(date)
            }
            reader.report(index) {
                .notAllowed(path(), "must be a date YYYY-MM-DD or years after the valuation", got: $0)
            }
            return nil
        }
    }

    /// Reads a date or an instant.
    mutating func timestamp(_ name: Name, ifPresentIn fields: ObjectFields) -> Timestamp? {
        if fields[name] == nil { return nil }
        return text(name, fields, "must be a date YYYY-MM-DD or an instant as in RFC 3339") { Timestamp(utf8: $0) }
    }

    /// Reads the units of greeks.
    mutating func greekUnits(ifPresentIn fields: ObjectFields) -> GreekUnits? {
        guard fields[.greekUnits] != nil, let name = choice(.greekUnits, of: [.mathematical, .market], fields)
        else { return nil }
        return GreekUnits(rawValue: name.text)
    }

    /// Reads the exercise of an option. American exercise is refused explicitly, because the result would be that of a
    /// European option.
    mutating func requireEuropeanExercise(ifPresentIn fields: ObjectFields) {
        guard let index = fields[.exercise] else { return }
        if json[index].kind == JSON_STRING, Name(rawValue: json[index].text) == .american {
            report(index) {
                .notAllowed(
                    fields.path.member(.exercise),
                    ContractError.choiceRule([Name.european.text]) + " (American exercise is not supported)", got: $0)
            }
        } else {
            _ = choice(.exercise, of: [.european], fields)
        }
    }

    /// Reads `true` or `false`.
    mutating func flag(_ name: Name, ifPresentIn fields: ObjectFields) -> Bool? {
        guard let index = fields[name] else { return nil }
        switch json[index].kind {
        case JSON_TRUE: return true
        case JSON_FALSE: return false
        default:
            report(index) { .wrongType(fields.path.member(name), expected: "true or false", got: $0) }
            return nil
        }
    }

    /// Reads an object.
    mutating func object(_ name: Name, ifPresentIn fields: ObjectFields) -> ObjectFields? {
        fields[name].flatMap { object($0, at: .member(name)) }
    }

    // MARK: Values

    private mutating func number(at index: Int, _ path: @autoclosure () -> String, _ rule: StrategyRule) -> Double? {
        guard json[index].kind == JSON_NUMBER else {
            report(index) { .wrongType(path(), expected: "a number", got: $0) }
            return nil
        }
        let number = json[index].number
        guard rule.isBroken(by: number) else { return number }
        report(index, path(), rule)
        return nil
    }

    private mutating func choice(at index: Int, _ path: @autoclosure () -> String, of choices: [Name]) -> Name? {
        if let choice = Name(rawValue: json[index].text), choices.contains(choice) { return choice }
        report(index) { .notAllowed(path(), ContractError.choiceRule(choices.map(\.text)), got: $0) }
        return nil
    }

    /// Reads the elements of an array, and omits those that violate a rule.
    private mutating func elements<Element>(
        _ name: Name, _ fields: ObjectFields, _ allowed: ClosedRange<Int> = RequestLimits.listRange,
        _ read: (_ reader: inout FieldReader, _ index: Int, _ path: () -> String) -> Element?
    ) -> [Element]? {
        guard fields[name] != nil, let array = value(name, of: JSON_ARRAY, "an array", fields) else { return nil }
        let count = Int(json[array].count)
        guard allowed.contains(count) else {
            report(array, fields.path.member(name), .count(allowed, .elements), count: count)
            return nil
        }
        var elements: [Element] = []
        elements.reserveCapacity(count)
        var index = array + 1
        for number in 0..<count {
            if let element = read(&self, index, { "\(fields.path.member(name))[\(number)]" }) {
                elements.append(element)
            }
            index = Int(json[index].next)
        }
        return elements
    }
}
