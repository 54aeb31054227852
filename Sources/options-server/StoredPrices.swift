internal import Logging
internal import MarketData
internal import MarketServices
internal import MarketStore
internal import OptionsServer
internal import _OptionsMath

/// The daily prices of a data folder, for reading only: a server may change them concurrently.
struct StoredPrices {
    let sources: MarketSources
    /// The prices; `nil` before anything made the database.
    let service: PriceService?

    /// Opens the database.
    init(_ configuration: ServerConfiguration) {
        sources = MarketSources(
            configuration, time: .system, logger: Logger(label: "options-server") { _ in SwiftLogNoOpLogHandler() })
        do throws(StoreError) {
            let store = try MarketDatabase(
                readingFrom: configuration.dataFolder, market: configuration.servedMarket)
            service = PriceService(sources, store: store, calendar: .newYork, time: .system)
        } catch .missing {
            service = nil
        } catch {
            Process.fail(error, folder: configuration.dataFolder)
        }
    }
}
