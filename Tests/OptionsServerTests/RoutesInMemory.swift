import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOHTTP1

@testable import OptionsServer

/// Endpoints that answer in memory, without the rules of a connection. Endpoints that the event loop answers alone are
/// called by its function.
struct RoutesInMemory: Sendable {
    /// The answer to a request.
    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let body: ByteBuffer
    }

    private let table: RouteTable

    init(_ routes: [Route]) { table = RouteTable(routes) }

    /// Returns the answer to a request for a target.
    func send(
        _ method: HTTPRequest.Method, _ target: String, fields: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> Answer {
        let match = table.match(HTTPMethod(rawValue: method.rawValue), RequestTarget(target).path)
        guard case .found(let index) = match else { throw ServerError(404, "no route matches \(method) \(target)") }
        if let answer = answerOfEventLoop(index, target, fields, body) { return answer }
        let signals = ConnectionSignals()
        signals.route = index
        return try await ConnectionSignals.$current.withValue(signals) {
            // Without the services of the market, which would run for every request.
            try await Application(responder: RouteResponder(table: table)).test(.router) { client in
                let response = try await client.execute(uri: target, method: method, headers: fields, body: body)
                return Answer(status: response.status, headers: response.headers, body: response.body)
            }
        }
    }

    /// Returns the answer of a route that the event loop answers alone; `nil` for all other routes.
    private func answerOfEventLoop(
        _ index: Int, _ target: String, _ fields: HTTPFields, _ body: ByteBuffer?
    ) -> Answer? {
        if table.routes[index].respond != nil { return nil }
        let request = ImmediateRequest(
            target: target, headers: HTTPHeaders(fields.map { ($0.name.rawName, $0.value) }), body: body ?? ByteBuffer()
        )
        return table.routes[index].immediately?(EventLoopWorker(), request).map { answer in
            var headers: HTTPFields = answer.mediaType.isEmpty ? [:] : [.contentType: answer.mediaType]
            for (name, value) in answer.fields {
                if let name = HTTPField.Name(name) { headers[name] = value }
            }
            return Answer(status: .init(code: answer.status), headers: headers, body: answer.body)
        }
    }
}
