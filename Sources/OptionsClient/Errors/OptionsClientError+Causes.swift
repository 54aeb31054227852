import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension OptionsClientError {
    /// The error of a transport, in the terms of the client.
    init(transporting error: any Error, endpoint: String) {
        if let error = error as? OptionsClientError {
            self = error
        } else if Task.isCancelled || error is CancellationError {
            self = .cancelled(endpoint: endpoint)
        } else if let error = error as? URLError {
            switch error.code {
            case .timedOut: self = .timedOut(endpoint: endpoint)
            case .cancelled: self = .cancelled(endpoint: endpoint)
            default:
                self = .transport(endpoint: endpoint, code: error.code, reason: error.localizedDescription)
            }
        } else {
            self = .transport(endpoint: endpoint, code: nil, reason: String(describing: error))
        }
    }

    /// Creates an error from one of `JSONDecoder`.
    init(decoding error: any Error, endpoint: String) {
        guard let error = error as? DecodingError else {
            self = .undocumented(endpoint: endpoint, member: nil, reason: String(describing: error))
            return
        }
        let (path, reason): ([any CodingKey], String) =
            switch error {
            case .keyNotFound(let key, let context): (context.codingPath + [key], "is absent")
            case .valueNotFound(let type, let context): (context.codingPath, "is null in place of \(Self.name(type))")
            case .typeMismatch(let type, let context): (context.codingPath, "is not \(Self.name(type))")
            case .dataCorrupted(let context):
                (context.codingPath, context.codingPath.isEmpty ? "the body is not JSON" : context.debugDescription)
            @unknown default: ([], String(describing: error))
            }
        self = .undocumented(endpoint: endpoint, member: Self.member(path), reason: reason)
    }

    /// Creates an error from one of `JSONEncoder`.
    init(encoding error: any Error, endpoint: String) {
        guard case EncodingError.invalidValue(let value, let context)? = error as? EncodingError else {
            self = .invalidRequest(endpoint: endpoint, member: nil, reason: String(describing: error))
            return
        }
        self = .invalidRequest(
            endpoint: endpoint, member: Self.member(context.codingPath), reason: "\(value) is not a value of JSON")
    }

    private static func name(_ type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "a Boolean"
        case is Int.Type: "an integer"
        case is Double.Type, is Decimal.Type: "a number"
        case is [Any].Type: "an array"
        case is [String: Any].Type: "an object"
        default: "\(type)"
        }
    }

    /// The path in the words of the server: `results[3].last`.
    private static func member(_ path: [any CodingKey]) -> String? {
        guard !path.isEmpty else { return nil }
        return path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
