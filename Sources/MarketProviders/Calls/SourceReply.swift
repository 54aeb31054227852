internal import MarketData

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The HTTP reply of a source, decompressed.
struct SourceReply: Sendable {
    let status: Int
    /// The fields by their names in lower case. If a name repeats, the last field is kept.
    let fields: [String: String]
    let body: Data
    /// The instant of the answer.
    let received: Timestamp

    init(status: Int, fields: [String: String] = [:], body: Data, received: Timestamp) {
        self.status = status
        self.fields = fields
        self.body = body
        self.received = received
    }
}
