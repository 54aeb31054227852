import MarketData
import Synchronization

@testable import MarketProviders

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A source that responds from a script, and records its requests.
final class ScriptedTransport: SourceTransport {
    private let recorded = Mutex<[SourceRequest]>([])
    private let script: @Sendable (_ request: SourceRequest, _ index: Int) throws(TransportFailure) -> SourceReply

    /// Creates a source whose script gets each request and its number, from 0.
    init(
        _ script: @escaping @Sendable (_ request: SourceRequest, _ index: Int) throws(TransportFailure) -> SourceReply
    ) {
        self.script = script
    }

    /// The recorded requests.
    var requests: [SourceRequest] { recorded.withLock { $0 } }

    func send(_ request: SourceRequest, seconds: Double) async throws(TransportFailure) -> SourceReply {
        let index = recorded.withLock { recorded in
            recorded.append(request)
            return recorded.count - 1
        }
        return try script(request, index)
    }
}

extension SourceReply {
    /// A reply with a text.
    static func text(_ body: String, status: Int = 200, fields: [String: String] = [:]) -> SourceReply {
        SourceReply(status: status, fields: fields, body: Data(body.utf8), received: .unixEpoch)
    }
}
