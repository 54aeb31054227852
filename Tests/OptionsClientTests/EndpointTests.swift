import Foundation
import OptionsClient
import Testing

@Suite("Endpoints")
struct EndpointTests {
    @Test("there is a method for every endpoint of the OpenAPI document, and errors name it; each sends one request")
    func all() async throws {
        let transport = ScriptedTransport(503, ["Retry-After": "1"], #"{"error":"busy"}"#)
        let client = OptionsServerClient(transport)
        var endpoints: Set<String> = []
        for call in ClientCall.all {
            let error = try #require(await failure { try await call.send(client) })
            #expect(error.status == 503 && error.retryAfter == 1)
            endpoints.insert("\(error.endpoint) \(call.operation)")
        }
        #expect(await transport.requests.count == ClientCall.all.count)
        let file = URL(filePath: #filePath).appending(path: "../../../Sources/COptionsServer/openapi.json").standardized
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        var documented: Set<String> = []
        for case let (path, operations as [String: Any]) in document?["paths"] as? [String: Any] ?? [:] {
            for case let (method, operation as [String: Any]) in operations {
                documented.insert("\(method.uppercased()) \(path) \(operation["operationId"] ?? "")")
            }
        }
        #expect(endpoints == documented)
    }
}
