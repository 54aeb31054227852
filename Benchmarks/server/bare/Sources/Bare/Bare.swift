import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// A server that consists of HummingbirdCore alone and answers every request with the same bytes. It shows the cost of
/// connections without the code of options-server.
@main
struct Bare {
    static func main() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let logger = Logger(label: "bare") { _ in SwiftLogNoOpLogHandler() }
        let body = ByteBuffer(string: #"{"status":"live"}"#)
        let server = try HTTPServerBuilder.http1(configuration: .init(idleTimeout: .seconds(60))).buildServer(
            configuration: .init(address: .hostname("127.0.0.1", port: 0), backlog: 1024),
            eventLoopGroup: MultiThreadedEventLoopGroup(numberOfThreads: 1), logger: logger,
            responder: { _, writer, _ in
                let head = HTTPResponse(
                    status: .ok,
                    headerFields: [.contentType: "application/json", .contentLength: "\(body.readableBytes)"])
                try await writer.write(response: head, body: .init(byteBuffer: body))
            },
            onServerRunning: { channel in
                FileHandle.standardError.write(
                    Data("listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n".utf8))
            })
        try await ServiceGroup(
            configuration: .init(
                services: [.init(service: server)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        ).run()
    }
}
