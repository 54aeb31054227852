public import MarketData
internal import OptionPricing

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension ServiceTime {
    /// The clock of the system.
    public static let system = ServiceTime(
        now: {
            let time = Date.now.timeIntervalSince1970
            let seconds = time.rounded(.down)
            // A double has no finer digits than microseconds.
            let microseconds = min(Int((time - seconds) * 1e6), 999_999)
            return Timestamp(secondsSince1970: Int(seconds), nanoseconds: 1000 * microseconds) ?? .unixEpoch
        },
        sleep: { seconds in try await Task.sleep(for: .seconds(seconds)) })
}
