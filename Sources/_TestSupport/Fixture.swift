public import Foundation

/// Access to the files of the `Fixtures` folder.
public enum Fixture {
    /// The root folder of the package.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the URL of a file at a path relative to the root.
    public static func url(_ path: String) -> URL {
        root.appending(path: path)
    }

    /// Reads the bytes of a file.
    public static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: url(path)))
    }

    /// Decodes the value of a JSON file.
    public static func decode<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: url(path)))
    }

    /// Returns the sorted names of the files in a folder that end in `suffix`.
    public static func names(in folder: String, suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url(folder).path)
            .filter { $0.hasSuffix(suffix) }.sorted()
    }
}
