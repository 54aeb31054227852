import Foundation
import OptionsClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport that answers requests by a closure, and records them.
actor ScriptedTransport: OptionsTransport {
    private let respond: @Sendable (URLRequest, Int) async throws -> TransportAnswer
    private(set) var requests: [URLRequest] = []

    init(_ respond: @escaping @Sendable (_ request: URLRequest, _ number: Int) async throws -> TransportAnswer) {
        self.respond = respond
    }

    /// Answers every request with the same status and body.
    init(_ status: Int = 200, _ headers: [String: String] = [:], _ body: String) {
        respond = { _, _ in TransportAnswer(status: status, headers: headers, body: Data(body.utf8)) }
    }

    func answer(to request: URLRequest) async throws -> TransportAnswer {
        requests.append(request)
        return try await respond(request, requests.count)
    }
}

extension OptionsServerClient {
    /// A client of a transport, at an address that does not exist.
    init(_ transport: any OptionsTransport, token: String? = nil, baseAddress: String = "https://options.invalid") {
        self.init(
            baseAddress: URL(string: baseAddress) ?? URL(filePath: "/"), token: token, transport: transport)
    }
}

/// The error of a call that must fail.
func failure<Value: Sendable>(
    _ call: () async throws -> Value
) async -> OptionsClientError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? OptionsClientError
    }
}
