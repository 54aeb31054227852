internal import MarketData

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What a source answered over HTTP, decompressed.
struct SourceReply: Sendable {
    let status: Int
    /// The fields by their names in small letters. Of several fields of a name the last counts.
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
