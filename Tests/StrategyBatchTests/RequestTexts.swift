import _TestSupport

/// Random requests as text: the ways in which programs and users write them, and some that are refused.
struct RequestTexts {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A valid request.
    mutating func request() -> String {
        let scale = pick([1.0, 1, 1, 1, 0.01, 100, 1e-6, 1e5, 1e9])
        let legs = (0..<pick([1, 1, 2, 2, 3, 4, 4, 6, 12, 40])).map { _ in leg(scale) }
        var members = ["\"currentPrice\"\(colon)\(price(165 * scale))", "\"legs\"\(colon)[\(joined(legs))]"]
        if chance(0.3) { members.append("\"id\"\(colon)\(identifier())") }
        if chance(0.2) { members.append(otherMember()) }
        members.shuffle(using: &random)
        return "{\(space)\(joined(members))\(space)}"
    }

    /// The request with some of its bytes changed, removed, repeated or cut off.
    mutating func damaged(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<pick([1, 1, 1, 2, 5]) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch pick([0, 1, 2, 3, 4, 5]) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(bytes[place], at: place)
            case 3: bytes.removeSubrange(place...)
            case 4: bytes[place] = pick(Array("{}[]:,\"\\0123456789.eE+-tfn \t".utf8))
            default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
            }
        }
        return bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    }

    private mutating func leg(_ scale: Double) -> String {
        let type = pick(["call", "put", "call", "put", "stock"])
        var members = [
            "\"type\"\(colon)\"\(type)\"", "\"position\"\(colon)\"\(pick(["long", "short"]))\"",
            "\"premium\"\(colon)\(chance(0.1) ? pick(["0", "0.0", "0e5", "-0"]) : price(9 * scale))",
            "\"quantity\"\(colon)\(quantity())",
        ]
        if type != "stock" { members.append("\"strikePrice\"\(colon)\(price(165 * scale))") }
        if chance(0.6) {
            members.append("\"sharesPerContract\"\(colon)\(pick(["100", "100", "10", "1", "1000000", "100.0", "1e2"]))")
        }
        if chance(0.05) { members.append(otherMember()) }
        if chance(0.05) { members.append("\"sharesPerContract\"\(colon)null") }
        members.shuffle(using: &random)
        return "{\(space)\(joined(members))\(space)}"
    }

    private mutating func quantity() -> String {
        pick(["1", "1", "2", "10", "7", "3.0", "1e1", "1000000", "1000000000", "99999999", "12345678", "5.00"])
    }

    private mutating func price(_ magnitude: Double) -> String {
        let value = magnitude * Double.random(in: 0.5..<1.5, using: &random)
        switch pick([0, 0, 0, 1, 1, 2, 3, 4]) {
        case 0: return decimal(value, places: 2)
        case 1: return decimal(value, places: pick([0, 1, 3, 4]))
        case 2: return "\(value)"
        case 3: return decimal(value, places: pick([5, 6, 7, 8, 9, 12]))
        default: return "\(max(1, value.rounded()))"
        }
    }

    private func decimal(_ value: Double, places: Int) -> String {
        var power = 1.0
        for _ in 0..<places { power *= 10 }
        guard value * power < 1e15 else { return "\(value)" }
        let scaled = max(1, Int64((value * power).rounded()))
        let digits = "\(scaled)"
        guard places > 0 else { return digits }
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return padded.dropLast(places) + "." + padded.suffix(places)
    }

    private mutating func identifier() -> String {
        pick([
            "7", "-3.50", "\"a\"", "\"\"", "\"x,y\"", "\"tab\\t\"", "\"Ä\"", "1e5", "null", "true", "[1]", "{\"a\":1}",
            "12345678901234567890", "\"a b\"", "0.1000", "\"quo\\\"te\"",
        ])
    }

    private mutating func otherMember() -> String {
        let name = pick([
            "symbol", "note", "typ", "types", "premiums", "quantit", "legsx", "currentPric", "ident", "volatility",
            "\\u0069d",
            "strikePric", "sharesPerContracts", "", "exercise",
        ])
        let value = pick([
            "\"SPY\"", "1", "-1.5", "true", "false", "null", "\"\\n\"", "[]", "{}", "[1,[2]]", "1.5e3",
            "{\"id\":1,\"legs\" : [ ] }", "[ {\"a\":null} , -0.5,\"x\" ]", "[[[[[[[[[[1]]]]]]]]]]", "{ \"a\" :{}}",
            "\"é\"", "0", "\"european\"", "\"american\"",
            "123456789.123456789",
        ])
        return "\"\(name)\"\(colon)\(value)"
    }

    private var colon: String { mutating get { pick([":", ":", ": ", " :", " : ", "\t:"]) } }
    private var space: String { mutating get { pick(["", "", "", " ", "\t", "  "]) } }

    private mutating func joined(_ parts: [String]) -> String {
        var result = ""
        for (index, part) in parts.enumerated() {
            if index > 0 { result += pick([",", ",", ", ", " ,", " , "]) }
            result += part
        }
        return result
    }

    private mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < probability
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }
}
