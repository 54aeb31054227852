internal import NIOCore
internal import NIOHTTP1

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

    /// Returns the head of the response.
    func head(date: String) -> HTTPResponseHead {
        var headers = HTTPHeaders()
        headers.reserveCapacity(8)
        if hasLength {
            headers.add(name: "Content-Type", value: mediaType)
            headers.add(name: "Content-Length", value: String(body.readableBytes))
        }
        headers.add(name: "Date", value: date)
        for (name, value) in fields { headers.add(name: name, value: value) }
        return HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
    }
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
