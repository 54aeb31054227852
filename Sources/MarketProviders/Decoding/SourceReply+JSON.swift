#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension SourceReply {
    /// Decodes the body as JSON.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - endpoint: The name of the request in messages.
    ///   - failed: The failure that the status means, if it explains an unreadable body.
    /// - Returns: The value.
    /// - Throws: `failed`; otherwise ``SourceFailure/broken(_:)`` with the endpoint and the unreadable member.
    func decoded<Value: Decodable>(
        _ type: Value.Type = Value.self, _ endpoint: String, unless failed: SourceFailure? = nil
    ) throws(SourceFailure) -> Value {
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            throw failed ?? .broken("\(endpoint): \(Self.sentence(error))")
        } catch {
            throw failed ?? .broken("\(endpoint): the answer is not JSON")
        }
    }

    private static func sentence(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(path(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(path(context.codingPath)) has another type"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty ? "the answer is not JSON" : "\(path(context.codingPath)) cannot be read"
        @unknown default: "the answer cannot be read"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        if keys.isEmpty { return "the answer" }
        return keys.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }.joined(separator: ".")
    }
}
