package import MarketData

/// Parses command line values by the rules of requests.
package enum CommandInput {
    /// Returns an asset.
    ///
    /// - Throws: An error that names the rule and the value.
    package static func asset(_ text: String) throws(ConfigurationError) -> Asset {
        try refusing { () throws(ServerError) in try RequestParameters.asset(text, name: "an asset") }
    }

    /// Returns the days `--from` and `--to`. The first is not later than the second.
    ///
    /// - Throws: An error that names the flag, the rule and the value.
    package static func days(
        from first: String?, to last: String?
    ) throws(ConfigurationError) -> (first: CalendarDate?, last: CalendarDate?) {
        let (first, last) = (try day(first, "--from"), try day(last, "--to"))
        if let first, let last, first > last {
            throw ConfigurationError("--from must not be later than --to, got \(first) and \(last)")
        }
        return (first, last)
    }

    /// Rejects a first day that is later than today, the last possible day.
    package static func requireOrder(_ first: CalendarDate, today: CalendarDate) throws(ConfigurationError) {
        if first > today { throw ConfigurationError("--from must not be later than today, \(today), got \(first)") }
    }

    private static func day(_ text: String?, _ flag: String) throws(ConfigurationError) -> CalendarDate? {
        guard let text else { return nil }
        return try refusing { () throws(ServerError) in try RequestParameters.day(text, name: flag) }
    }

    private static func refusing<Value>(
        _ body: () throws(ServerError) -> Value
    ) throws(ConfigurationError) -> Value {
        do throws(ServerError) { return try body() } catch { throw ConfigurationError(error.message) }
    }
}
