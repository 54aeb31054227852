/// The version of the engine, which is the newest in the CHANGELOG.
enum Version {
    static let text = "0.1.0"
}
