/// The place of a page: the path and the query of the address that Polygon gives for it.
///
/// The host of the address is ignored: it may differ from the configured one, and must not receive the key.
struct PolygonPlace: Hashable, Sendable {
    /// The path and the query without a key, percent-encoded.
    let text: String
    private let path: String
    private let parameters: [SourceParameter]

    /// Parses an address, or the text of a place; `nil` without a valid path.
    init?(_ address: String) {
        guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else { return nil }
        let address = address.prefix { $0 != "#" }
        let halves = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = halves.first.flatMap(Self.path), PercentEncoding.isPath(path) else { return nil }
        let pairs = (halves.count == 2 ? halves[1] : "").split(separator: "&").filter {
            Self.parameter($0).name.lowercased() != "apikey"
        }
        self.path = path
        parameters = pairs.map(Self.parameter)
        text = pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
    }

    /// Returns the request for the page, with the name of its endpoint for messages.
    func request(_ endpoint: String) -> SourceRequest {
        SourceRequest(endpoint, path: path, query: parameters)
    }

    /// Returns the part after the host. It begins with a slash; otherwise it would extend the host to which it is
    /// appended.
    private static func path(_ address: Substring) -> String? {
        var rest = address
        if let slash = address.firstIndex(of: "/"), slash > address.startIndex {
            let scheme = address[..<slash]
            guard scheme.last == ":", address[slash...].hasPrefix("//") else { return nil }
            rest = address[slash...]
        }
        if rest.hasPrefix("//") { rest = rest.dropFirst(2).drop { $0 != "/" } }
        return rest.utf8.count > 1 && rest.hasPrefix("/") && !rest.hasPrefix("//") ? String(rest) : nil
    }

    private static func parameter(_ pair: Substring) -> SourceParameter {
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return SourceParameter(decoded(sides.first ?? ""), decoded(sides.count == 2 ? sides[1] : ""))
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(PercentEncoding.isHexadecimal),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
