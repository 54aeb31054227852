internal import COptionsVersion

/// The version of the engine and of the server, which is the latest in the CHANGELOG.
package enum Version {
    package static let text = "1.0.0"

    /// The version, and in brackets the commit of which the program was built, if the build knows it.
    package static var description: String {
        // SAFETY: a constant text that ends with a zero.
        let commit = unsafe String(cString: options_commit)
        return commit.isEmpty ? text : "\(text) (\(commit))"
    }
}
