public import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import StrategyContract

/// Answers a request by the route that the connection has found, and makes JSON of every error.
public struct RouteResponder: HTTPResponder {
    let table: RouteTable

    /// Answers a request.
    public func respond(to request: Request, context: OptionsRequestContext) async throws -> Response {
        let path = request.uri.path
        let error: ServerError
        do {
            guard let index = context.signals.route, let respond = table.routes[index].respond else {
                throw ServerError.internalError
            }
            var context = context
            context.coreContext.parameters = table.parameters(of: index, in: path)
            return try await respond(request, context)
        } catch let failure as ServerError {
            error = failure
        } catch let failure as ContractError {
            error = ServerError(failure)
        } catch let failure {
            context.logger.error("a request failed", metadata: ["error": "\(failure)"])
            error = .internalError
        }
        return error.response(path: path)
    }
}
