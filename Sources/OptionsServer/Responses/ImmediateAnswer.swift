internal import NIOCore

/// An answer that was made on the event loop.
struct ImmediateAnswer {
    let status: Int
    let mediaType: String
    let body: ByteBuffer
    /// The number of legs of a calculation.
    var legs: Int?
    /// Further header fields.
    var fields: [String: String] = [:]

    /// Whether its length is written.
    var hasLength: Bool { status != 204 && status != 304 }
}

extension ImmediateAnswer {
    /// Creates the answer that carries an error.
    init(_ error: ServerError, path: some StringProtocol) {
        self.init(
            status: error.status, mediaType: "application/json",
            body: error.status == 204 ? ByteBuffer() : ByteBuffer(bytes: error.json(path: path)),
            fields: error.fields)
    }
}
