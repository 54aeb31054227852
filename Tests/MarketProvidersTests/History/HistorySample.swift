import MarketData
import Testing

@testable import MarketProviders

/// Responses of the sources of daily prices, and the requests of the tests.
enum HistorySample {
    static func day(_ text: String) -> CalendarDate {
        guard let day = CalendarDate(text) else { preconditionFailure(text) }
        return day
    }

    static func instant(_ text: String) -> Timestamp {
        guard let instant = Timestamp(text) else { preconditionFailure(text) }
        return instant
    }

    static func seconds(_ text: String) -> Int { instant(text).secondsSince1970 }

    static func ticker(_ text: String) -> Ticker {
        guard let ticker = Ticker(text) else { preconditionFailure(text) }
        return ticker
    }

    static func decimal(_ text: String) -> ExactDecimal {
        guard let decimal = ExactDecimal(text) else { preconditionFailure(text) }
        return decimal
    }

    static let share = AssetRoute.share(ticker("ZZCO"))

    /// The chart of two days of which the second has no prices, 2026-02-09 and 2026-02-10.
    static let yahoo = #"""
        {"chart":{"result":[{"meta":{"currency":"USD","symbol":"ZZCO","exchangeName":"NMS","fullExchangeName":"NasdaqGS",
        "instrumentType":"EQUITY","firstTradeDate":345479400,"regularMarketTime":1770757201,"hasPrePostMarketData":true,
        "gmtoffset":-18000,"timezone":"EST","exchangeTimezoneName":"America/New_York","regularMarketPrice":165.12,
        "regularMarketDayHigh":166.4,"regularMarketDayLow":162.9,"regularMarketVolume":1200345,"chartPreviousClose":161.0,
        "priceHint":2,"currentTradingPeriod":{"pre":{"timezone":"EST","start":1770714000,"end":1770733800,"gmtoffset":-18000},
        "regular":{"timezone":"EST","start":1770733800,"end":1770757200,"gmtoffset":-18000},
        "post":{"timezone":"EST","start":1770757200,"end":1770771600,"gmtoffset":-18000}},
        "dataGranularity":"1d","range":"","validRanges":["1d","5d","1mo","max"]},
        "timestamp":[1770647400,1770733800],
        "events":{"dividends":{"1770647400":{"amount":0.2,"date":1770647400}},
        "splits":{"1770733800":{"date":1770733800,"numerator":4,"denominator":1,"splitRatio":"4:1"}}},
        "indicators":{"quote":[{"open":[163.2,null],"high":[166.4,null],"low":[162.9,null],
        "close":[165.12001037597656,null],"volume":[1200345,null]}],"adjclose":[{"adjclose":[164.9,null]}]}}],"error":null}}
        """#

    /// A chart with a row for each instant and text of a close.
    static func yahoo(
        _ rows: [(start: String, close: String)], zone: String = "America/New_York", offset: Int = -18_000,
        meta: String = ""
    ) -> String {
        let starts = rows.map { "\(seconds($0.start))" }.joined(separator: ",")
        let closes = rows.map(\.close).joined(separator: ",")
        return
            #"{"chart":{"result":[{"meta":{"currency":"USD","exchangeTimezoneName":"\#(zone)","gmtoffset":\#(offset)"#
            + #"\#(meta)},"timestamp":[\#(starts)],"indicators":{"quote":[{"close":[\#(closes)]}]}}],"error":null}}"#
    }

    /// Yahoo's response without data in the requested time.
    static let yahooEmpty = #"""
        {"chart":{"result":[{"meta":{"currency":"USD","symbol":"ZZCO","instrumentType":"ETF","firstTradeDate":345479400,
        "gmtoffset":-18000,"exchangeTimezoneName":"America/New_York"},"indicators":{"quote":[{}],"adjclose":[{}]}}],"error":null}}
        """#

    static let yahooUnknown =
        #"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}"#

    static let markets = #"""
        [{"id":"bitcoin","symbol":"btc","name":"Bitcoin","image":"https://x/y.png","current_price":77326.1,
        "market_cap":1530000000000,"market_cap_rank":1,"total_volume":45000000000,"high_24h":78000,"low_24h":76000.5,
        "price_change_24h":-900.1,"price_change_percentage_24h":-1.15,"ath":126080,"roi":null,
        "last_updated":"2026-02-10T21:00:00.000Z","price_change_percentage_24h_in_currency":-1.15}]
        """#

    static let prices =
        #"{"bitcoin":{"usd":77326.1,"usd_24h_change":-1.2,"last_updated_at":1770757199},"ethereum":{"usd":2000}}"#

    /// The price at the beginning of 2026-02-10, and the current one.
    static let chart = #"""
        {"prices":[[1770681600000,77000.1],[1770757199123,77326.1]],"market_caps":[[1770681600000,1.5e12]],"total_volumes":[]}
        """#

    /// The error of CoinGecko in one of its shapes.
    static func coinGeckoError(_ code: Int) -> String {
        #"{"error":{"status":{"timestamp":"2026-02-10T21:00:00Z","error_code":\#(code),"error_message":"A message."}}}"#
    }

    static let alphaVantage = #"""
        {"Meta Data":{"2. Symbol":"X","3. Last Refreshed":"2026-02-10","5. Time Zone":"US/Eastern"},"Time Series (Daily)":{
        "2026-02-10":{"1. open":"163.2000","2. high":"166.4000","3. low":"162.9000","4. close":"165.1200","5. volume":"1200345"},
        "2026-02-06":{"1. open":"160.0000","2. high":"162.0000","3. low":"159.5000","4. close":"161.5000","5. volume":"900000"},
        "2026-02-09":{"1. open":"161.0000","2. high":"164.0000","3. low":"160.5000","4. close":"163.0000","5. volume":"1000000"}}}
        """#

    static let twelveData = #"""
        {"meta":{"symbol":"X","interval":"1day","currency":"USD","exchange_timezone":"America/New_York","exchange":"NASDAQ",
        "mic_code":"XNGS","type":"Common Stock"},"values":[
        {"datetime":"2026-02-10","open":"163.2","high":"166.4","low":"162.9","close":"165.12","volume":"1200345"},
        {"datetime":"2026-02-09","open":"161","high":"164","low":"160.5","close":"163","volume":"1000000"},
        {"datetime":"2026-02-06","open":"160","high":"162","low":"159.5","close":"161.5","volume":"900000"}],"status":"ok"}
        """#
}

/// A source at an instant, with one reply or a script of replies.
struct HistoryFixture: Sendable {
    let clock: TestClock
    let transport: ScriptedTransport
    private let makeClient: @Sendable (MarketSource) -> SourceClient

    init(
        at now: String, _ script: @escaping @Sendable (SourceRequest, Int) -> SourceReply
    ) {
        let clock = TestClock(HistorySample.instant(now))
        let transport = ScriptedTransport { request, index throws(TransportFailure) in script(request, index) }
        self.clock = clock
        self.transport = transport
        makeClient = { SourceClient.scripted($0, transport: transport, clock: clock) }
    }

    init(at now: String, _ body: String, status: Int = 200, fields: [String: String] = [:]) {
        self.init(at: now) { _, _ in .text(body, status: status, fields: fields) }
    }

    var yahoo: YahooSource { YahooSource(client: makeClient(.yahoo), calendar: .newYork, time: clock.time) }
    var alphaVantage: AlphaVantageSource {
        AlphaVantageSource(client: makeClient(.alphaVantage), calendar: .newYork, time: clock.time)
    }
    var twelveData: TwelveDataSource {
        TwelveDataSource(client: makeClient(.twelveData), calendar: .newYork, time: clock.time)
    }

    func coinGecko(_ plan: CoinGeckoPlan = .keyless) -> CoinGeckoSource {
        CoinGeckoSource(client: makeClient(.coinGecko), plan: plan, time: clock.time)
    }
}

extension SourceRequest {
    /// The value of a parameter of the query.
    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

extension HistoryProvider {
    /// Makes a background call.
    func history(_ route: AssetRoute, _ from: String, _ through: String) async throws(MarketDataError) -> PriceHistory {
        try await history(
            of: route, from: HistorySample.day(from), through: HistorySample.day(through), priority: .background)
    }
}

extension PriceHistory {
    /// The days and closes as texts.
    var closes: [String] { prices.map { "\($0.date) \($0.close)" } }
}
