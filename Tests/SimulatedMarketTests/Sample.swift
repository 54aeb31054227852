import MarketData
import SimulatedMarket
import Testing
import _TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A market whose clock is stopped at 12:00 in New York on 2026-03-04. Its paths are computed once for all tests.
func market() throws -> MarketSimulation { MarketSimulation.ofAllTests }

/// A market without cached paths.
func freshMarket() throws -> MarketSimulation {
    let instant = try utc("2026-03-04T17:00:00Z")
    return MarketSimulation(now: { instant })
}

extension MarketSimulation {
    fileprivate static let ofAllTests = MarketSimulation(now: {
        Timestamp("2026-03-04T17:00:00Z") ?? Timestamp(firstDay)
    })
}

/// The value of a variable of the environment.
func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

func ticker(_ symbol: String) throws -> Ticker { try #require(Ticker(symbol)) }

func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

func utc(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

extension ListedTicker {
    /// The shipped underlyings and the invented shares with options.
    static let withOptions: [ListedTicker] = {
        let market = MarketSimulation.ofAllTests
        return MarketSimulation.listedTickers.filter { listed in
            !(market.expirations(of: listed.ticker, at: market.calendar.firstOpenOf2026) ?? []).isEmpty
        }
    }()
}

extension ListedTicker {
    /// Each sixth share with options.
    static let someWithOptions = stride(from: 0, to: withOptions.count, by: 6).map { withOptions[$0] }
}

extension ExchangeCalendar {
    fileprivate var firstOpenOf2026: Timestamp {
        Timestamp("2026-01-02T14:30:00Z") ?? Timestamp(MarketSimulation.firstDay)
    }
}

extension SeededGenerator {
    /// A second between 2015 and 2029.
    mutating func second() throws -> Timestamp {
        try #require(Timestamp(secondsSince1970: Int.random(in: 1_420_070_400..<1_861_920_000, using: &self)))
    }

    /// A second within a session between 2015 and 2029.
    mutating func tradingSecond() throws -> Timestamp {
        while true {
            let second = try second()
            if ExchangeCalendar.newYork.isOpen(at: second) { return second }
        }
    }
}
