internal import CSimdjson

/// Reads the members of a request by name and keeps the first broken rule, one request after another.
struct FieldReader: ~Copyable {
    var json: JSONReader
    var problem = FirstProblem()

    /// - Parameter maximumElements: How many elements of an array can be looked at; the others are checked and counted.
    init(maximumElements: Int) {
        precondition(Name.allCases.count <= ObjectFields.capacity, "ObjectFields has room for fewer names")
        json = JSONReader(
            names: Name.allCases.map(\.text), maximumDepth: Limits.nestingDepth, maximumElements: maximumElements)
    }

    /// Reads a JSON text; its values stay until the next one.
    mutating func read(_ text: Span<UInt8>) throws(ContractError) {
        problem = FirstProblem()
        guard text.count <= Limits.requestBytes else {
            json.clear()
            throw .tooLarge
        }
        do throws(JSONReader.Failure) {
            try json.read(text)
        } catch {
            throw ContractError(error, in: text)
        }
    }

    /// The members of the request, which must be an object.
    func request() throws(ContractError) -> ObjectFields {
        guard json[0].kind == JSON_OBJECT else {
            throw .wrongType("", expected: "a JSON object", got: json.written(json[0]))
        }
        return ObjectFields(of: 0, at: .request, in: json)
    }

    /// The members of the object at `index`; reports anything else that stands there.
    mutating func object(_ index: Int, at path: ObjectPath) -> ObjectFields? {
        guard json[index].kind == JSON_OBJECT else {
            report(index) { .wrongType(path.text, expected: "an object", got: $0) }
            return nil
        }
        return ObjectFields(of: index, at: path, in: json)
    }

    /// Throws the broken rule that comes first in the document, if there is one.
    func throwProblem() throws(ContractError) {
        if let error = problem.error { throw error }
    }
}
