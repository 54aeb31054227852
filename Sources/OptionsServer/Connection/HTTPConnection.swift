internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Sets up a connection with Hummingbird's handlers and ``ConnectionHandler``.
struct HTTPConnection: HTTPChannelHandler {
    /// A connection and the signals between it and the work on its requests.
    struct Value: ServerChildChannelValue {
        let asyncChannel: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
        let signals: ConnectionSignals
        var channel: any Channel { asyncChannel.channel }
    }

    let core: ServerCore
    let responder: Responder

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            var decoder = NIOHTTPDecoderLimitConfiguration()
            decoder.maxHeaderFieldSize = core.limits.headerBytes
            decoder.maxHeaderListSize = core.limits.headerBytes
            let signals = ConnectionSignals()
            // Connections that send much are read in larger pieces: a batch changes threads once for each of them.
            try channel.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2048, maximum: 1 << 18))
            let pipeline = channel.pipeline.syncOperations
            let connection = ConnectionHandler(core, signals, core.worker(of: channel.eventLoop))
            try pipeline.addHandlers([
                RepeatedRequestHandler(connection),
                ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoder)), connection,
            ])
            let asyncChannel = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(
                wrappingChannelSynchronously: channel,
                configuration: .init(
                    // High enough that an ordinary request, of three parts, does not pause reading.
                    backPressureStrategy: .init(lowWatermark: 2, highWatermark: 4), isOutboundHalfClosureEnabled: true))
            let value = Value(asyncChannel: asyncChannel, signals: signals)
            core.keep(value)
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        core.release(value)
        await ConnectionSignals.$current.withValue(value.signals) {
            await handleHTTP(asyncChannel: value.asyncChannel, logger: logger)
        }
    }
}
