import Logging
import MarketData

@testable import MarketProviders

extension SourceClient {
    /// A client of a source that answers from a script, without jitter: the factor of pauses is 1.
    static func scripted(
        _ source: MarketSource, transport: any SourceTransport, limits: [CallLimit] = [], timeout: Int = 10,
        clock: TestClock
    ) -> SourceClient {
        SourceClient(
            source: source, transport: transport, limits: limits, timeout: timeout, storage: nil, time: clock.time,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), random: { 0.5 })
    }
}
