/// The version of the engine; the CHANGELOG's newest.
enum Version {
    static let text = "0.1.0"
}
