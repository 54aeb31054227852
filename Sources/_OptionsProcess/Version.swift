/// The version of the engine and of the server, which is the latest in the CHANGELOG.
package enum Version {
    package static let text = "0.1.0"
}
