internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import StrategyContract

/// Makes JSON of every error that a route throws.
struct ErrorMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: OptionsRequestContext,
        next: (Request, OptionsRequestContext) async throws -> Response
    ) async throws -> Response {
        let error: ServerError
        do {
            return try await next(request, context)
        } catch let failure as ServerError {
            error = failure
        } catch let failure as ContractError {
            error = ServerError(failure)
        } catch let failure as HTTPError where failure.status.code < 500 {
            error = ServerError(failure.status.code, failure.body ?? "the request was refused: \(failure.status)")
        } catch {
            context.logger.error("a request failed", metadata: ["error": "\(error)"])
            return ServerError.internalError.response(path: request.uri.path)
        }
        return error.response(path: request.uri.path)
    }
}

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
