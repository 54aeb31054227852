internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

extension ServerError {
    /// Returns the response that carries the error.
    func response(path: String) -> Response {
        var headers: HTTPFields = [.contentType: "application/json"]
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return Response(
            status: .init(code: status), headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json(path: path))))
    }
}
