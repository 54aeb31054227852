internal import NIOHTTP1

extension ServerCore {
    /// Applies the rules for the head of a request (docs/server.md).
    ///
    /// `exchange` receives the route and the origin that may read the response, even if a rule is violated.
    /// `acceptedHost` is the value of `Host` that was last accepted on the connection.
    func ruling(
        _ head: HTTPRequestHead, _ fields: RequestFields, _ exchange: inout Exchange, acceptedHost: inout String?
    ) -> Ruling {
        do throws(ServerError) {
            let route = try admit(head, fields, &exchange, acceptedHost: &acceptedHost)
            if case .streamed = route.body { return .stream }
            return .collect(limit: limits.bodyBytes(of: route))
        } catch {
            return .refuse(error)
        }
    }

    private func admit(
        _ head: HTTPRequestHead, _ fields: RequestFields, _ exchange: inout Exchange, acceptedHost: inout String?
    ) throws(ServerError) -> Route {
        let path = exchange.path
        guard fields.hostCount <= 1 else {
            throw ServerError(400, "Host must be given once, got it \(fields.hostCount) times")
        }
        // A client sends the same name with every request.
        if head.version != .http1_0 || fields.host != nil, fields.host == nil || fields.host != acceptedHost {
            try access.check(host: fields.host)
            acceptedHost = fields.host
        }
        if let origin = fields.origin, access.isAllowed(origin: origin) { exchange.allowedOrigin = origin }
        let match = table.match(head.method, path)
        if head.method == .OPTIONS, let origin = fields.origin, fields.isPreflight {
            throw try preflight(match, origin, exchange)
        }
        if let coding = fields.unknownTransferEncoding {
            throw ServerError(400, "Transfer-Encoding must be chunked, got \(coding)")
        }
        var route: Route?
        if case .found(let index) = match {
            exchange.route = index
            route = table.routes[index]
        }
        if route?.isOpen != true { try access.check(authorization: fields.authorization) }
        guard let route else {
            guard case .otherMethods(let allow) = match else {
                throw ServerError(
                    404, path.first == "/" ? "there is no \(path)" : "the request target must be a path, got \(path)")
            }
            throw ServerError(
                405, "\(path) must be asked for by \(allow), got \(head.method.rawValue)", fields: ["Allow": allow])
        }
        if route.changesState { try access.check(origin: fields.origin, host: fields.host) }
        if let types = route.body.mediaTypes, fields.hasBody {
            if let type = fields.contentType, !types.contains(where: { RequestFields.isMediaType(type, $0) }) {
                throw ServerError(415, "Content-Type must be \(types.joined(separator: " or ")), got \(type)")
            }
            if let encoding = fields.contentEncoding, !RequestFields.isEqual(encoding, "identity") {
                throw ServerError(415, "Content-Encoding must be identity, got \(encoding)")
            }
        }
        if case .streamed = route.body { return route }
        let limit = limits.bodyBytes(of: route)
        if (fields.contentLength ?? 0) > limit { throw .tooLarge(limit: limit) }
        return route
    }

    /// Returns the response to a CORS preflight (Fetch standard, section 3.2.2). It is thrown because it has no route.
    private func preflight(
        _ match: RouteTable.Match, _ origin: String, _ exchange: Exchange
    ) throws(ServerError) -> ServerError {
        guard exchange.allowedOrigin != nil else {
            throw ServerError(403, "Origin must be one that --allowed-origin lists, got \(origin)")
        }
        guard case .otherMethods(let allow) = match else {
            throw ServerError(404, "there is no \(exchange.path)")
        }
        return ServerError(
            204, "",
            fields: [
                "Access-Control-Allow-Methods": allow,
                "Access-Control-Allow-Headers":
                    "Authorization, Content-Type, If-None-Match, Last-Event-ID, X-Request-ID",
                "Access-Control-Max-Age": "600",
            ])
    }
}
