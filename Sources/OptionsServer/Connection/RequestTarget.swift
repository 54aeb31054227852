/// The target of a request (RFC 9112, section 3.2), from its path on.
struct RequestTarget {
    /// The path and the query; the whole target if it has no path.
    let text: Substring
    /// The path without the query.
    let path: Substring

    /// Parses a target in origin form, or in absolute form, which a client sends to a proxy.
    init(_ target: String) {
        let text = Self.originForm(target)
        self.text = text
        let bytes = text.utf8.span
        var length = 0
        while length < bytes.count, bytes[length] != UInt8(ascii: "?") { length += 1 }
        path = text[..<text.utf8.index(text.startIndex, offsetBy: length)]
    }

    /// Returns a target without a scheme and a host.
    private static func originForm(_ target: String) -> Substring {
        if target.utf8.first == UInt8(ascii: "/") { return target[...] }
        for scheme in ["http://", "https://"] where target.prefix(scheme.count).lowercased() == scheme {
            let rest = target.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
            return rest.first == "/" ? rest : "/" + rest
        }
        return target[...]
    }
}
