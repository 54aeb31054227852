import Foundation
import OptionsClient
import Testing

/// Every example of the OpenAPI document, read and written again: the members that are not `null` stay the same.
@Suite("Examples of the OpenAPI document")
struct OpenAPIExampleTests {
    private static func copy<Value: Codable & SendableMetatype>(_: Value.Type) -> ClientCall.Copy {
        ClientCall.copy(Value.self)
    }

    static let responses = Dictionary(
        ClientCall.all.compactMap { call in call.copy.map { (call.operation, $0) } },
        uniquingKeysWith: { first, _ in first })

    static let requests: [String: ClientCall.Copy] = [
        "calculateStrategy": copy(CalculateRequest.self), "calculateBatch": copy(BatchRequest.self),
        "priceOptions": copy(PriceRequest.self), "impliedVolatilities": copy(ImpliedVolatilityRequest.self),
        "calculateScenarios": copy(ScenarioRequest.self), "calculateRisk": copy(RiskRequest.self),
        "recogniseStrategies": copy(RecogniseRequest.self),
        "calculateMargin": copy(MarginRequest.self), "findStrategies": copy(FindRequest.self),
        "drawChart": copy(CalculateRequest.self), "changeSettings": copy(SettingsChange.self),
        "enterTrade": copy(TradeRequest.self), "putTrade": copy(TradeRequest.self),
        "replacePersonalData": copy(PersonalData.self),
    ]

    struct Example: CustomTestStringConvertible, Sendable {
        let operation: String
        let name: String
        let isRequest: Bool
        var value: Data

        var testDescription: String { "\(operation) \(isRequest ? "request" : "response") \(name)" }
    }

    static let examples = (try? read()) ?? []
    /// The operations whose answers are lines, or the elements of an array.
    private static let lines = ["calculateBatch", "priceOptions", "impliedVolatilities"]

    private static func read() throws -> [Example] {
        let file = URL(filePath: #filePath).appending(path: "../../../Sources/COptionsServer/openapi.json").standardized
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        var examples: [Example] = []
        for case let path as [String: Any] in (document?["paths"] as? [String: Any] ?? [:]).values {
            for case let operation as [String: Any] in path.values {
                // The data of these events has a topic and is a change; StreamTests reads them.
                guard let name = operation["operationId"] as? String,
                    !["marketStream", "quotesStream", "optionChainStream"].contains(name)
                else { continue }
                let responses = operation["responses"] as? [String: Any] ?? [:]
                for status in ["200", "201", "202"] {
                    examples += try Self.examples(responses[status], name, isRequest: false)
                }
                examples += try Self.examples(operation["requestBody"], name, isRequest: true)
            }
        }
        return examples.sorted { $0.testDescription < $1.testDescription }
    }

    private static func examples(_ message: Any?, _ operation: String, isRequest: Bool) throws -> [Example] {
        var all: [Example] = []
        for case let (type, content as [String: Any]) in (message as? [String: Any])?["content"] as? [String: Any]
            ?? [:]
        where type != "text/csv" {
            for case let (name, example as [String: Any]) in content["examples"] as? [String: Any] ?? [:] {
                guard let value = example["value"] else { continue }
                let values: [Data] =
                    if let text = value as? String {
                        text.split(separator: "\n").map { Data(($0.hasPrefix("data: ") ? $0.dropFirst(6) : $0).utf8) }
                    } else if lines.contains(operation), let elements = value as? [Any] {
                        try elements.map { try JSONSerialization.data(withJSONObject: $0) }
                    } else {
                        [try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)]
                    }
                for value in values {
                    all.append(Example(operation: operation, name: name, isRequest: isRequest, value: value))
                }
            }
        }
        return all
    }

    @Test("the document has examples of nearly every endpoint")
    func count() {
        #expect(Set(Self.examples.filter { !$0.isRequest }.map(\.operation)).count >= 30)
        #expect(Set(Self.examples.filter(\.isRequest).map(\.operation)).count >= 7)
    }

    @Test("reading and writing an example keeps its members", arguments: examples)
    func identity(_ example: Example) throws {
        // The bodies of these requests are parameters of the methods.
        if example.isRequest, ["putPosition", "replaceWatchList", "startBackfill"].contains(example.operation) {
            return
        }
        // An option without volatility shows an error.
        if example.isRequest, example.operation == "priceOptions", !example.value.contains(#""volatility""#) { return }
        let copy = try #require(
            (example.isRequest ? Self.requests : Self.responses)[example.operation], "no type for \(example.operation)")
        var example = example
        if example.isRequest, example.operation == "calculateScenarios" {
            // Requests for scenarios ignore the members for other results.
            var members = try JSONSerialization.jsonObject(with: example.value) as? [String: Any]
            for ignored in ["include", "curveRange", "valueDates"] { members?[ignored] = nil }
            example.value = try JSONSerialization.data(withJSONObject: members ?? [:])
        }
        let isRefusal = example.value.starts(with: Data(#"{"error""#.utf8)) || example.value.contains(#","error":"#)
        let text = isRefusal ? try Self.copy(LineRefusal.self)(example.value) : try copy(example.value)
        #expect(try withoutNulls(text) == withoutNulls(example.value))
    }

    private func withoutNulls(_ json: Data) throws -> NSObject? {
        func strip(_ value: Any) -> Any? {
            switch value {
            case is NSNull: nil
            case let object as [String: Any]: object.compactMapValues(strip)
            // The order of an array is significant.
            case let array as [Any]: array.map { strip($0) ?? "null" }
            case let number as NSNumber: number.doubleValue
            default: value
            }
        }
        let object = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
        return strip(object) as? NSObject ?? (strip(object) as? [String: Any]).map { NSDictionary(dictionary: $0) }
            ?? (strip(object) as? [Any]).map { NSArray(array: $0) }
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
