/// The comparison of entity tags (RFC 9110, section 13.1.2).
enum EntityTag {
    /// Returns a weak tag of a body: its hash.
    static func weak(_ body: [UInt8]) -> String { "W/\"\(ContentHash.text(of: body))\"" }

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
