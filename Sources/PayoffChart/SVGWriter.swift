/// Appends SVG elements to a text. Attributes keep their order, so the bytes depend on the calls only.
struct SVGWriter {
    private(set) var bytes: [UInt8] = []
    /// The number of open elements.
    private var depth = 0

    typealias Attributes = KeyValuePairs<String, String>

    /// An element without content.
    mutating func element(_ name: String, _ attributes: Attributes) {
        begin(name, attributes)
        append("/>\n")
    }

    /// An element that contains only text.
    mutating func element(_ name: String, _ attributes: Attributes, text: String) {
        begin(name, attributes)
        append(">\(Self.escaped(text))</\(name)>\n")
    }

    /// An element with the elements that `content` appends.
    mutating func element(_ name: String, _ attributes: Attributes, _ content: (inout SVGWriter) -> Void) {
        begin(name, attributes)
        append(">\n")
        depth += 1
        content(&self)
        depth -= 1
        indent()
        append("</\(name)>\n")
    }

    /// A coordinate, rounded to hundredths.
    static func coordinate(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let (whole, fraction) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let sign = hundredths < 0 ? "-" : ""
        if fraction == 0 { return "\(sign)\(whole)" }
        if fraction.isMultiple(of: 10) { return "\(sign)\(whole).\(fraction / 10)" }
        return "\(sign)\(whole).\(fraction < 10 ? "0" : "")\(fraction)"
    }

    /// The path through `places`.
    static func path(_ places: [Place], isClosed: Bool = false) -> String {
        var path = ""
        var last = ""
        for place in places {
            let point = "\(coordinate(place.x)) \(coordinate(place.y))"
            if point == last { continue }
            path += path.isEmpty ? "M\(point)" : "L\(point)"
            last = point
        }
        return isClosed ? path + "Z" : path
    }

    /// Escapes reserved characters of XML, and replaces characters that XML 1.0 cannot contain.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private mutating func begin(_ name: String, _ attributes: Attributes) {
        indent()
        append("<\(name)")
        for (name, value) in attributes { append(" \(name)=\"\(Self.escaped(value))\"") }
    }

    private mutating func indent() { append(String(repeating: "  ", count: depth)) }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
