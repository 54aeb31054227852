import ExactPayoff
import Foundation
import StrategyRequests
import Testing
import _TestSupport

@testable import StrategyContract

@Suite("Members, as they are declared")
struct MemberTests {
    /// The requests, by the names of their schemas.
    static let requests: [(schema: String, table: MemberTable)] = [
        ("CalculationRequest", MemberTable(of: CalculationMembers())),
        ("ScenarioRequest", MemberTable(of: ScenarioMembers())),
        ("RiskRequest", MemberTable(of: RiskMembers())),
        ("MarginRequest", MemberTable(of: MarginMembers())),
        ("FindRequest", MemberTable(of: FindMembers())),
        ("PriceRequest", MemberTable(of: OptionMembers(.volatility))),
        ("ImpliedVolatilityRequest", MemberTable(of: OptionMembers(.price))),
    ]

    @Test("an object names no member twice")
    func names() {
        func check(_ table: MemberTable) {
            let names = table.members.map(\.name)
            #expect(Set(names).count == names.count && !names.contains("id"), "\(names)")
            for member in table.members { member.kind.objectMembers.map(check) }
        }
        for (_, table) in Self.requests { check(table) }
        check(MemberTable(of: RecognitionMembers()))
        #expect(Set(KnownObject.names).count == KnownObject.names.count)
    }

    @Test("members, rules and sizes are those of the OpenAPI document")
    func schemas() throws {
        let document = try OpenAPISchemas()
        for (name, table) in Self.requests { try document.compare(table, document.schema(name), at: name) }
    }

    @Test("docs/contract.md and docs/find.md describe every member, and the former no others")
    func contract() throws {
        let text = String(decoding: try Fixture.bytes("docs/contract.md"), as: UTF8.self)
        let finder = String(decoding: try Fixture.bytes("docs/find.md"), as: UTF8.self)
        let words = Set((text + finder).matches(of: /[A-Za-z]+/).map { String($0.0) })
        for name in KnownObject.names { #expect(words.contains(name), "\(name)") }
        let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Before expiration") })
        var described = 0
        for row in section.split(separator: "\n") where row.hasPrefix("| `") {
            guard let cell = row.split(separator: "|").first, !row.contains("∂"), !cell.contains("lambda") else {
                continue
            }
            for name in cell.matches(of: /`(?:legs\[\]\.)?([A-Za-z]+)`/) {
                #expect(KnownObject.names.contains(String(name.1)), "\(name.0)")
                described += 1
            }
        }
        #expect(described >= 23)
    }
}

/// The schemas of requests in the OpenAPI document.
private struct OpenAPISchemas {
    typealias Schema = [String: Any]
    private let schemas: [String: Schema]

    init() throws {
        let bytes = try Fixture.bytes("Sources/COptionsServer/openapi.json")
        let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? Schema
        schemas = try #require((document?["components"] as? Schema)?["schemas"] as? [String: Schema])
    }

    /// Returns a schema with the properties and required names of the schemas to which it refers.
    func schema(_ name: String) throws -> Schema { try resolved(try #require(schemas[name], "\(name)")) }

    private func resolved(_ schema: Schema) throws -> Schema {
        var result = schema
        var parts = (schema["allOf"] as? [Schema] ?? []).filter { $0["$ref"] != nil }
        if let name = schema["$ref"] as? String { parts.append(["$ref": name]) }
        // A value or null.
        parts += (schema["anyOf"] as? [Schema] ?? []).filter { $0["$ref"] != nil && schema["properties"] == nil }
        for part in parts {
            guard let reference = part["$ref"] as? String, let name = reference.split(separator: "/").last else {
                continue
            }
            let other = try self.schema(String(name))
            result = Self.merge(result, other)
            result["required"] = (result["required"] as? [String] ?? []) + (other["required"] as? [String] ?? [])
        }
        return result
    }

    /// Adds the keywords of `other`, also those of the properties and elements that both schemas have.
    private static func merge(_ schema: Schema, _ other: Schema) -> Schema {
        schema.merging(other) { own, other in
            guard let own = own as? Schema, let other = other as? Schema else { return own }
            return merge(own, other)
        }
    }

    func compare(_ table: MemberTable, _ schema: Schema, at path: String) throws {
        let properties = schema["properties"] as? [String: Schema] ?? [:]
        #expect(Set(properties.keys).subtracting(["id"]) == Set(table.members.map(\.name)), "\(path)")
        let required = Set(table.members.filter(\.isRequired).map(\.name))
        #expect(Set(schema["required"] as? [String] ?? []).isSubset(of: required), "\(path)")
        for member in table.members {
            try compare(member.kind, try resolved(properties[member.name] ?? [:]), at: "\(path).\(member.name)")
        }
    }

    private func compare(_ kind: MemberTable.Kind, _ schema: Schema, at path: String) throws {
        switch kind {
        case .number(.integer(let range)):
            // A range of a single price has one point.
            let lowest = path.hasSuffix(".points") ? 1 : range.lowerBound
            // A front may have more strategies.
            let highest =
                path == "FindRequest.limit" ? FindRequest.frontLimitRange.upperBound : range.upperBound
            #expect(schema["minimum"] as? Int == lowest && schema["maximum"] as? Int == highest, "\(path)")
        case .number(let rule): compareNumbers(rule, schema, at: path)
        case .flag: #expect(schema["type"] as? [String] == ["boolean", "null"], "\(path)")
        case .choice(let words), .oneOf(let words), .strategyName(let words):
            #expect((schema["enum"] as? [Any])?.compactMap { $0 as? String } == words, "\(path)")
        case .date, .timestamp: #expect(schema["pattern"] is String, "\(path)")
        case .valueDate: #expect((schema["anyOf"] as? [Schema])?.count == 2, "\(path)")
        case .object(let table): try compare(table, schema, at: path)
        case .list(let element, let count):
            #expect(
                schema["minItems"] as? Int == count.lowerBound && schema["maxItems"] as? Int == count.upperBound,
                "\(path)")
            try compare(element, try resolved(try #require(schema["items"] as? Schema, "\(path)")), at: "\(path)[]")
        }
    }

    /// Compares which numbers a rule and a schema allow.
    private func compareNumbers(_ rule: StrategyRule, _ schema: Schema, at path: String) {
        let largest = Double.greatestFiniteMagnitude
        // The normal model allows prices of either sign, and the prices of a curve are limited by the last one.
        let isWider =
            path.hasPrefix("PriceRequest") || path.hasPrefix("ImpliedVolatilityRequest")
            ? ["currentPrice", "forwardPrice", "strikePrice"].contains { path.hasSuffix($0) } : false
        let isNarrower = path.hasSuffix("curveRange.minimum")
        let values = [
            -largest, -2, (-1.0).nextDown, -1, -0.5, -1e-300, 0, 1e-300, 0.5, 1.0.nextDown, 1, 1.0.nextUp, 2, 1e15,
            1e15.nextUp, largest,
        ]
        for value in values where !(isWider && value <= 0) && !(isNarrower && value > 1e15) {
            #expect(rule.isBroken(by: value) != allows(value, schema), "\(path): \(value)")
        }
    }

    private func allows(_ value: Double, _ schema: Schema) -> Bool {
        func bound(_ name: String) -> Double? { schema[name] as? Double }
        return bound("minimum").map { value >= $0 } ?? true && bound("maximum").map { value <= $0 } ?? true
            && bound("exclusiveMinimum").map { value > $0 } ?? true
            && bound("exclusiveMaximum").map { value < $0 } ?? true
    }
}
