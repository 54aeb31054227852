/// The comparison of entity tags (RFC 9110, section 13.1.2).
enum EntityTag {
    /// A weak tag of a body: its length and its FNV-1a hash (Fowler, Noll and Vo).
    static func weak(_ body: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return "W/\"\(String(body.count, radix: 16))-\(String(hash, radix: 16))\""
    }

    /// Whether a field `If-None-Match` names a tag, compared weakly.
    static func matches(_ fields: some Sequence<some StringProtocol>, _ tag: String) -> Bool {
        let opaque = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
        return fields.contains { field in
            field.split(separator: ",").contains { element in
                let element = element.trimmed
                return element == "*" || (element.hasPrefix("W/") ? element.dropFirst(2) : element[...]) == opaque
            }
        }
    }
}
