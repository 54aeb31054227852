import Foundation

/// The tables of `Fixtures/reference`.
enum ReferenceTable {
    /// The cases of a table, by its name.
    static func cases<Case: Decodable>(_ name: String) throws -> [Case] {
        let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let file = root.appending(path: "Fixtures/reference/\(name).json")
        return try JSONDecoder().decode(Table<Case>.self, from: Data(contentsOf: file)).cases
    }

    private struct Table<Case: Decodable>: Decodable {
        let cases: [Case]
    }
}
