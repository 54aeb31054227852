internal import Logging
internal import MarketData
internal import MarketServices
internal import MarketStore
internal import OptionsServer
internal import _OptionsMath

extension Process {
    /// Returns the value that `body` parses from the command line; an invalid value ends the process with exit status
    /// 64.
    static func checkingUsage<Value>(_ body: () throws(ConfigurationError) -> Value) -> Value {
        do throws(ConfigurationError) {
            return try body()
        } catch {
            fail("\(error)", status: EX_USAGE)
        }
    }

    /// Locks the data folder; a folder that cannot be used ends the process with exit status 73.
    ///
    /// - Parameters:
    ///   - configuration: Names the folder.
    ///   - advice: The end of the error message if another process uses the folder.
    /// - Returns: The lock.
    static func openFolder(_ configuration: ServerConfiguration, advice: String = "") -> DataFolder {
        let folder = configuration.dataFolder
        do throws(StoreError) {
            return try DataFolder(folder)
        } catch .busy {
            fail("the data folder '\(folder)' is used by another process\(advice)", status: EX_CANTCREAT)
        } catch .unwritable(let reason) {
            fail("the data folder '\(folder)' cannot be used: \(reason)", status: EX_CANTCREAT)
        } catch {
            fail(error, folder: folder)
        }
    }

    /// Opens the database for changes; an unusable one ends the process with exit status 73.
    static func openStore(_ configuration: ServerConfiguration, _ logger: Logger) -> MarketDatabase {
        do throws(StoreError) {
            let store = try MarketDatabase(
                folder: configuration.dataFolder, market: configuration.servedMarket, now: ServiceTime.system.now())
            for notice in store.notices { logger.warning("\(notice.sentence)") }
            return store
        } catch {
            fail(error, folder: configuration.dataFolder)
        }
    }

    /// Ends the process with exit status 73 because the databases in a folder are unusable.
    static func fail(_ error: StoreError, folder: String) -> Never {
        fail("the data folder '\(folder)' cannot be used: \(error.sentence)", status: EX_CANTCREAT)
    }
}
