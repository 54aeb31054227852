internal import COptionsJSON
internal import StrategyRequests

/// A JSON value, parsed by the rules of the contract, for bodies whose members the contract does not define.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The nearest double, infinite beyond the range of `Double`, and the number as written.
    case number(Double, written: String)
    case string(String)
    /// The first elements, and the number of all elements.
    case array([JSONValue], count: Int)
    /// If a name occurs more than once, the last occurrence counts.
    case object([String: JSONValue])
}

extension JSONValue {
    /// Reads a value.
    ///
    /// - Parameters:
    ///   - json: UTF-8; a byte-order mark may precede it.
    ///   - maximumElements: Elements of an array beyond this number are only validated and counted.
    /// - Throws: ``ContractError`` with the fault and its position if it is not JSON, or is nested too deeply.
    package init(json: Span<UInt8>, maximumElements: Int) throws(ContractError) {
        var reader = JSONReader(
            recordingAllMembersWithin: RequestLimits.nestingDepth, maximumElements: maximumElements)
        do throws(JSONReader.Failure) {
            try reader.read(json)
        } catch {
            throw ContractError(error, in: json)
        }
        self.init(at: 0, in: reader)
    }

    private init(at index: Int, in reader: borrowing JSONReader) {
        let token = reader[index]
        var next = index + 1
        let end = Int(token.next)
        switch token.kind {
        case JSON_FALSE: self = .bool(false)
        case JSON_TRUE: self = .bool(true)
        case JSON_NUMBER:
            self = .number(token.number, written: String(decoding: reader.bytes(token), as: UTF8.self))
        case JSON_STRING: self = .string(reader.string(of: token))
        case JSON_ARRAY:
            var elements: [JSONValue] = []
            while next < end {
                elements.append(JSONValue(at: next, in: reader))
                next = Int(reader[next].next)
            }
            self = .array(elements, count: Int(token.count))
        case JSON_OBJECT:
            var members: [String: JSONValue] = [:]
            while next < end {
                let member = reader[next]
                members[reader.name(of: member)] = JSONValue(at: next, in: reader)
                next = Int(member.next)
            }
            self = .object(members)
        default: self = .null
        }
    }
}
