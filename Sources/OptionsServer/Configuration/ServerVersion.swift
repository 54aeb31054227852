/// The version of the server, which is the newest in the CHANGELOG.
public enum ServerVersion {
    /// The version.
    public static let text = "0.1.0"
}
