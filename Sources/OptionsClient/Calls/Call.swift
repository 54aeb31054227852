import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request to an endpoint, before it has an address.
struct Call: Sendable {
    let method: String
    /// The path in the OpenAPI document.
    let template: String
    /// The path with its values, percent-encoded.
    let path: String
    private(set) var query: [String] = []
    private(set) var headers: [String: String] = [:]
    private(set) var body: Data?
    /// The media type of the answer.
    private(set) var mediaType = "application/json"

    /// The method and the path in the OpenAPI document, for errors.
    var endpoint: String { "\(method) \(template)" }

    /// Fills the parameters of a path, `{ticker}`, with values.
    init(_ method: String, _ template: String, _ values: [String: String] = [:]) throws(OptionsClientError) {
        self.method = method
        self.template = template
        var path = template
        for (name, value) in values {
            guard !value.isEmpty, value != ".", value != ".." else {
                throw .invalidRequest(
                    endpoint: "\(method) \(template)", member: name, reason: "must be a name, got \"\(value)\"")
            }
            path = path.replacingOccurrences(of: "{\(name)}", with: Self.encoded(value))
        }
        self.path = path
    }

    /// Adds a query parameter, unless it is `nil`.
    func query(_ name: String, _ value: String?) -> Call {
        guard let value else { return self }
        var call = self
        call.query.append("\(name)=\(Self.encoded(value))")
        return call
    }

    /// Adds a switch, if it is on.
    func query(_ name: String, _ value: Bool) -> Call { query(name, value ? "true" : nil) }

    /// Adds a header, unless it is `nil`.
    func header(_ name: String, _ value: String?) -> Call {
        var call = self
        call.headers[name] = value
        return call
    }

    /// Sets the media type of the answer.
    func answered(_ mediaType: String) -> Call {
        var call = self
        call.mediaType = mediaType
        return call
    }

    /// Sets the body to a value in JSON.
    func body(_ value: some Encodable) throws(OptionsClientError) -> Call {
        var call = header("Content-Type", "application/json")
        call.body = try encoded(value)
        return call
    }

    /// Sets the body to lines of JSON.
    func lines(_ values: [some Encodable]) throws(OptionsClientError) -> Call {
        var call = header("Content-Type", "application/x-ndjson")
        var body = Data()
        for (index, value) in values.enumerated() {
            do {
                body.append(try encoded(value))
            } catch {
                guard case .invalidRequest(let endpoint, let member, let reason) = error else { throw error }
                throw .invalidRequest(
                    endpoint: endpoint, member: "[\(index)]" + (member.map { ".\($0)" } ?? ""), reason: reason)
            }
            body.append(0x0A)
        }
        call.body = body
        return call
    }

    private func encoded(_ value: some Encodable) throws(OptionsClientError) -> Data {
        do {
            return try JSONEncoder().encode(value)
        } catch {
            throw OptionsClientError(encoding: error, endpoint: endpoint)
        }
    }

    /// Percent-encodes all but the unreserved characters of RFC 3986.
    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension Call {
    /// Reads a value from JSON.
    func read<Value: Decodable>(_ body: Data, as type: Value.Type = Value.self) throws(OptionsClientError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: body)
        } catch {
            throw OptionsClientError(decoding: error, endpoint: endpoint)
        }
    }
}
