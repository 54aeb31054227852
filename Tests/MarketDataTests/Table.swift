import _TestSupport

/// The rows of a CSV file of the fixtures, without its header. No field contains a comma.
func table(_ path: String) throws -> [[String]] {
    let text = String(decoding: try Fixture.bytes(path), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().map { line in
        line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
}
