import StrategyContract
import Testing

@Suite("Values of JSON")
struct JSONValueTests {
    private func value(_ json: String, maximumElements: Int = .max) throws -> JSONValue {
        try JSONValue(json: Array(json.utf8).span, maximumElements: maximumElements)
    }

    private func array(_ elements: [JSONValue]) -> JSONValue { .array(elements, count: elements.count) }

    @Test("every kind of value is read")
    func kinds() throws {
        let json = #"""
            {"null":null,"no":false,"yes":true,"text":"a\"\u00e9\n","list":[1,[],["x"],{}],"object":{"":{"b c":2}}}
            """#
        let expected = JSONValue.object([
            "null": .null, "no": .bool(false), "yes": .bool(true), "text": .string("a\"é\n"),
            "list": array([.number(1, written: "1"), array([]), array([.string("x")]), .object([:])]),
            "object": .object(["": .object(["b c": .number(2, written: "2")])]),
        ])
        #expect(try value(json) == expected)
        #expect(try value("\u{FEFF} \(json)\r\n") == expected)
        #expect(try value("null") == .null)
        #expect(try value(#" "x" "#) == .string("x"))
    }

    @Test(
        "a number comes with its text",
        arguments: [
            ("1.50", 1.5), ("-0", 0), ("1E+2", 100), ("1e400", .infinity), ("-1e400", -.infinity), ("1e-400", 0),
            ("99999999999999999999", 1e20), ("0.1000000000000000000000000001", 0.1),
        ])
    func numbers(_ text: String, _ number: Double) throws {
        #expect(try value(text) == .number(number, written: text))
        #expect(try value("[\(text)]") == array([.number(number, written: text)]))
    }

    @Test("of a name that occurs twice, the last one counts")
    func duplicates() throws {
        #expect(try value(#"{"a":1,"b":2,"\u0061":{"c":3,"c":null}}"#) == value(#"{"b":2,"a":{"c":null}}"#))
    }

    @Test("long lists and objects are read in full")
    func long() throws {
        let count = 20_000
        let list = try value("[" + (0..<count).map { "\"\($0)\"" }.joined(separator: ",") + "]")
        #expect(list == array((0..<count).map { .string("\($0)") }))
        let object = try value("{" + (0..<count).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}")
        let members = (0..<count).map { ("\($0)", JSONValue.number(Double($0), written: "\($0)")) }
        #expect(object == .object(Dictionary(uniqueKeysWithValues: members)))
    }

    @Test("elements beyond the maximum are counted and validated")
    func maximumElements() throws {
        let json = #"{"a":[1,[2,2],{"b":[3]}],"c":["x","y"]}"#
        let expected = JSONValue.object([
            "a": .array([.number(1, written: "1")], count: 3), "c": .array([.string("x")], count: 2),
        ])
        #expect(try value(json, maximumElements: 1) == expected)
        #expect(throws: ContractError.self) { try value("[1,[2,]]", maximumElements: 1) }
    }

    @Test(
        "invalid JSON is refused with the messages of a request",
        arguments: [
            ("", "it is empty"), (" \n", "it is empty"), ("{", "it ends too early"), ("07", "a number is malformed"),
            (#"{"a":1} x"#, "something follows the value"), ("[1,]", "misplaced"), (#"{"a":1,}"#, "misplaced"),
            ("[NaN]", "missing or misplaced"), ("[nul]", "none of true, false and null"),
            (#"{"a":"x"#, "a string has no end"), ("{\"a\":\"\t\"}", "a string holds a control character"),
            (#"{"a":"\ud800"}"#, "a string holds a wrong escape"), ("{\"a\":1 /* b */}", "misplaced"),
        ])
    func refused(_ json: String, _ reason: String) throws {
        let error = try #require(throws: ContractError.self) { try value(json) }
        let request = try #require(throws: ContractError.self) { try JSONContract.calculate(Array(json.utf8)) }
        #expect(error == request)
        #expect(error.message.hasPrefix("the request is not valid JSON: ") && error.message.contains(reason))
    }

    @Test("text in another encoding is refused")
    func encodings() throws {
        let texts: [[UInt8]] = [
            [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0x7B, 0, 0x7D, 0], [0, 0x7B, 0, 0x7D],
            [0x7B, 0x22, 0xE9, 0x22, 0x3A, 0x31, 0x7D],
        ]
        for text in texts {
            #expect(throws: ContractError.self) { try JSONValue(json: text.span, maximumElements: .max) }
        }
    }

    @Test("512 levels are read, and no more")
    func nesting() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try value(nested(512)) }
        let error = try #require(throws: ContractError.self) { try value(nested(513)) }
        #expect(error.message.hasPrefix("the request must be nested at most 512 levels deep, got more"))
    }
}
