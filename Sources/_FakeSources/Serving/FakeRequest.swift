internal import HTTPTypes

/// A request, decoded.
struct FakeRequest: Sendable {
    let source: FakeSource
    let method: String
    /// The path below the source, as sent.
    let path: String
    let rawQuery: String
    let headers: HTTPFields
    let body: String
    /// The address of the server, for redirects.
    let port: Int

    /// The parts of the path, decoded.
    var parts: [String] { path.split(separator: "/").map { Self.decoded($0) } }
    var query: [String: String] { Self.form(rawQuery) }
    var form: [String: String] { Self.form(body) }

    func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

    /// The sources whose keys are anywhere in the request.
    var keys: [FakeSource] {
        let text = ([path, rawQuery, body] + headers.map(\.value)).joined(separator: "\n")
        return FakeSource.allCases.filter { source in source.key.map { text.contains($0) } ?? false }
    }

    /// The place of the source's key, if it is a documented one.
    var keyPlace: String? {
        guard let key = source.key else { return nil }
        let bearer = header("authorization")
        let (field, name): (String?, String?) =
            switch source {
            case .polygon: (bearer == "Bearer \(key)" ? key : nil, "apiKey")
            case .tradier: (bearer == "Bearer \(key)" ? key : nil, nil)
            case .coingecko: (header("x-cg-demo-api-key"), "x_cg_demo_api_key")
            case .twelvedata: (bearer == "apikey \(key)" ? key : nil, "apikey")
            default: (nil, "apikey")
            }
        if field == key { return "header" }
        return name.flatMap { query[$0] } == key ? "query" : nil
    }

    static func form(_ text: String) -> [String: String] {
        var members: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            members[decoded(parts[0], isForm: true)] = parts.count > 1 ? decoded(parts[1], isForm: true) : ""
        }
        return members
    }

    static func decoded(_ text: some StringProtocol, isForm: Bool = false) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
