// swift-format-ignore-file
// From the REST documentation, "Quotes Snapshot API": the model structures, as printed below the line.
// ----
import Foundation

struct QuotesSnapshotResponse: Codable {
    let lastUpdate: String
    let count: Int
    let results: [Quote]
    
    enum CodingKeys: String, CodingKey {
        case lastUpdate = "last_update"
        case count
        case results
    }
}

struct Quote: Codable {
    let symbol: String
    let description: String
    let last: Double
    let bid: Double
    let ask: Double
    let volume: Int
}

struct LastUpdateResponse: Codable {
    let lastUpdate: String
    let count: Int
    
    enum CodingKeys: String, CodingKey {
        case lastUpdate = "last_update"
        case count
    }
}
