/// Elements with weights of fields such as `Accept` (RFC 9110, section 12.4.2).
enum HTTPWeights {
    /// Returns the elements of the fields, in lowercase and without their parameters. A weight that is not a number is 0.
    static func elements(of fields: some Sequence<some StringProtocol>) -> [(name: String, weight: Double)] {
        fields.flatMap { field in
            field.split(separator: ",").compactMap { element -> (name: String, weight: Double)? in
                let parts = element.split(separator: ";")
                guard let name = parts.first?.trimmed.lowercased() else { return nil }
                let weight = parts.dropFirst().compactMap { part -> Double? in
                    let part = part.trimmed
                    return part.hasPrefix("q=") || part.hasPrefix("Q=") ? Double(part.dropFirst(2)) ?? 0 : nil
                }.first
                return (name, weight ?? 1)
            }
        }
    }

    /// The greatest weight of an element of `Accept` that JSON matches; 0 if none does.
    static func weightOfJSON(_ elements: [(name: String, weight: Double)]) -> Double {
        let names = ["application/json", "application/*", "*/*"]
        return elements.filter { names.contains($0.name) }.map(\.weight).max() ?? 0
    }
}
