/// The host and the port of a `Host` field or an origin.
struct HostName: Hashable {
    /// The name or address in lower case, without brackets.
    let name: String
    /// The port, if it is given.
    let port: Int?

    /// Parses `localhost:8080`, `127.0.0.1` or `[::1]:8080`; an IPv6 address needs brackets only before a port.
    init?(_ text: some StringProtocol) {
        var rest = text[...]
        let address: String
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            address = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
            guard address.contains(":") else { return nil }
        } else if rest.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1 {
            address = String(rest)
            rest = ""
        } else {
            let end = rest.firstIndex(of: ":") ?? rest.endIndex
            address = String(rest[..<end])
            rest = rest[end...]
        }
        if rest.isEmpty {
            port = nil
        } else {
            guard rest.first == ":", let port = UInt16(rest.dropFirst()) else { return nil }
            self.port = Int(port)
        }
        var name = address.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.name = name
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    /// Whether a name or an address denotes this machine only.
    static func isLoopback(_ text: String) -> Bool {
        guard let name = HostName(text)?.name else { return false }
        if name == "localhost" || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether a text is an origin: a scheme, a host and an optional port.
    static func isOrigin(_ text: String) -> Bool { host(ofOrigin: text) != nil }

    /// Returns the host and the port of an origin.
    static func host(ofOrigin text: String) -> HostName? {
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme) {
            return HostName(text.dropFirst(scheme.count))
        }
        return nil
    }
}
