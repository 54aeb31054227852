internal import Logging
internal import NIOCore
internal import NIOHTTP1

extension ServerCore {
    /// Counts and logs a finished exchange. `isAborted` is whether its response is incomplete.
    func report(_ exchange: Exchange, _ signals: ConnectionSignals, isAborted: Bool, now: NIODeadline) {
        let duration = (now - exchange.start).nanoseconds
        exchange.places?.giveBack()
        if isAborted {
            metrics.requestAborted()
        } else {
            metrics.count(
                route: exchange.route, status: exchange.status, nanoseconds: duration, received: exchange.receivedBytes,
                sent: exchange.sentBytes, isImmediate: exchange.isImmediate)
        }
        guard logger.logLevel <= .info else { return }
        var metadata: Logger.Metadata = [
            "id": .string(exchange.identifier.description),
            "method": .string(exchange.method.rawValue),
            "path": .string(String(exchange.path)),
            "status": .stringConvertible(exchange.status),
            "received": .stringConvertible(exchange.receivedBytes),
            "sent": .stringConvertible(exchange.sentBytes),
            "ms": .stringConvertible(Double(duration / 1000) / 1000),
        ]
        if let route = exchange.route { metadata["route"] = .string(table.routes[route].path) }
        if let legs = exchange.legs ?? (exchange.isTakenOn ? signals.legs : nil) {
            metadata["legs"] = .stringConvertible(legs)
            metadata["immediate"] = .stringConvertible(exchange.isImmediate)
        }
        logger.info(isAborted ? "aborted" : "request", metadata: metadata)
    }
}
