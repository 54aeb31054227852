/// The address of a source: scheme, host, optional port and optional path, such as `https://api.tradier.com/v1`.
public struct SourceAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address without a slash at its end.
    public let description: String
    /// Scheme, host and port.
    let origin: String
    /// The path without a slash at its end; empty if there is none.
    let path: String
    /// The host in lower case, without a port; an IPv6 address in brackets.
    public let host: String

    /// Parses an address.
    ///
    /// - Parameter text: `http` or `https`, a host or an IP address, an optional port and an optional path; `nil` for
    ///   anything else, such as an address with a user, a query or a fragment.
    public init?(_ text: String) {
        guard text.utf8.count <= 2000, let separator = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<separator.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[separator.upperBound...]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let (host, port) = Self.authority(rest[..<slash].lowercased()) else { return nil }
        var path = rest[slash...]
        guard path.isEmpty || PercentEncoding.isPath(String(path)) else { return nil }
        while path.last == "/" { path.removeLast() }
        self.host = host
        origin = "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")"
        self.path = String(path)
        description = origin + path
    }

    /// Returns a host and its port, if they are well-formed.
    private static func authority(_ text: String) -> (host: String, port: Int?)? {
        let end: String.Index
        if text.first == "[" {
            guard let bracket = text.firstIndex(of: "]"), isIPv6(text[..<bracket].dropFirst()) else { return nil }
            end = text.index(after: bracket)
        } else {
            end = text.firstIndex(of: ":") ?? text.endIndex
            guard isName(text[..<end]) else { return nil }
        }
        if end == text.endIndex { return (text, nil) }
        let digits = text[end...].dropFirst()
        guard text[end] == ":", digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(digits), (1...65_535).contains(port)
        else { return nil }
        return (String(text[..<end]), port)
    }

    /// Whether a text is a name of a host or an address of version 4.
    private static func isName(_ text: Substring) -> Bool {
        guard (1...253).contains(text.utf8.count) else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count)
                && label.utf8.allSatisfy { PercentEncoding.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F }
        }
    }

    private static func isIPv6(_ text: Substring) -> Bool {
        text.utf8.count >= 2 && text.contains(":")
            && text.utf8.allSatisfy { PercentEncoding.isHexadecimal($0) || $0 == 0x3A || $0 == 0x2E }
    }
}
