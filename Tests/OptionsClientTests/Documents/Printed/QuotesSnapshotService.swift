// swift-format-ignore-file
// From the REST documentation, "Quotes Snapshot API": the service class, as printed below the line.
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
// ----
import Foundation

class QuotesSnapshotService {
    private let baseURL: String
    
    init(baseURL: String) {
        self.baseURL = baseURL
    }
    
    // MARK: - Get All Quotes
    
    func getAllQuotes() async throws -> QuotesSnapshotResponse {
        let url = URL(string: "\(baseURL)/v1/markets/quotes/snapshot")!
        return try await fetchQuotes(url: url)
    }
    
    // MARK: - Get Quotes for Specific Symbols
    
    func getQuotes(for symbols: [String]) async throws -> QuotesSnapshotResponse {
        let symbolsString = symbols.joined(separator: ",")
        let urlString = "\(baseURL)/v1/markets/quotes/snapshot?symbols=\(symbolsString)"
        guard let url = URL(string: urlString) else {
            throw APIError.invalidURL
        }
        return try await fetchQuotes(url: url)
    }
    
    // MARK: - Get Last Update Info
    
    func getLastUpdate() async throws -> LastUpdateResponse {
        let url = URL(string: "\(baseURL)/v1/markets/quotes/last_update")!
        
        let (data, response) = try await URLSession.shared.data(from: url)
        
        guard let httpResponse = response as? HTTPURLResponse else {
            throw APIError.invalidResponse
        }
        
        guard httpResponse.statusCode == 200 else {
            throw APIError.httpError(statusCode: httpResponse.statusCode)
        }
        
        let decoder = JSONDecoder()
        return try decoder.decode(LastUpdateResponse.self, from: data)
    }
    
    // MARK: - Private Helpers
    
    private func fetchQuotes(url: URL) async throws -> QuotesSnapshotResponse {
        let (data, response) = try await URLSession.shared.data(from: url)
        
        guard let httpResponse = response as? HTTPURLResponse else {
            throw APIError.invalidResponse
        }
        
        guard httpResponse.statusCode == 200 else {
            throw APIError.httpError(statusCode: httpResponse.statusCode)
        }
        
        let decoder = JSONDecoder()
        return try decoder.decode(QuotesSnapshotResponse.self, from: data)
    }
}

enum APIError: Error {
    case invalidURL
    case invalidResponse
    case httpError(statusCode: Int)
    case decodingError(Error)
}
