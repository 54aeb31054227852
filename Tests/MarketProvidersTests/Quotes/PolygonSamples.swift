/// Answers of Polygon, in the shape of the real ones.
enum PolygonSamples {
    static let tickers = #"""
        {"results":[{"ticker":"ZZCO","name":"Zed Co. Class A Common Stock","market":"stocks","locale":"us",
         "primary_exchange":"XNAS",
         "type":"CS","active":true,"currency_name":"usd","cik":"0000000001","composite_figi":"BBG000000001",
         "share_class_figi":"BBG001S00001",
         "last_updated_utc":"2026-02-10T00:00:00Z"}],"status":"OK","request_id":"r1","count":1,
         "next_url":"https://api.massive.com/v3/reference/tickers?cursor=YWN0"}
        """#

    static let previous = #"""
        {"ticker":"ZZCO","queryCount":1,"resultsCount":1,"adjusted":true,
         "results":[{"T":"ZZCO","v":1200345.0,"vw":164.8801,"o":163.2,"c":165.12,"h":166.4,"l":162.9,
         "t":1770757200000,"n":20111}],
         "status":"OK","request_id":"r2","count":1}
        """#

    static let noPrevious = #"""
        {"ticker":"NOPE","queryCount":0,"resultsCount":0,"adjusted":true,"status":"OK","request_id":"r2"}
        """#

    /// The list form of the snapshot.
    static let snapshot = #"""
        {"status":"OK","request_id":"r3","count":1,"tickers":[{"ticker":"ZZCO","todaysChange":1.2,
         "todaysChangePerc":0.73,"updated":1770757199000000000,
         "day":{"o":164,"h":166,"l":163,"c":165.1,"v":900000,"vw":164.9},"prevDay":{"o":163,"h":165,"l":162,"c":163.9,
         "v":800000,"vw":163.7},
         "lastTrade":{"p":165.12,"s":100,"t":1770757199310617300,"x":12,"i":"1","c":null},"lastQuote":{"p":165.10,
         "s":3,"P":165.14,"S":5,"t":1770757199000000000},
         "min":{"c":165.1,"t":1770757140000,"av":900000}}]}
        """#

    static let contracts = #"""
        {"results":[{"cfi":"OCASPS","contract_type":"call","exercise_style":"american","expiration_date":"2026-02-13",
         "primary_exchange":"BATO",
         "shares_per_contract":100,"strike_price":165,"ticker":"O:ZZCO260213C00165000","underlying_ticker":"ZZCO"}],
         "status":"OK","request_id":"r4"}
        """#

    static let chain = #"""
        {"request_id":"r5","status":"OK","results":[{"break_even_price":174.25,
         "day":{"change":-0.4,"change_percent":-4.1,"close":9.25,"high":9.9,"last_updated":1770757200000000000,
         "low":8.8,"open":9.6,"previous_close":9.65,"volume":88,"vwap":9.31},
         "details":{"contract_type":"call","exercise_style":"american","expiration_date":"2026-02-13",
         "shares_per_contract":100,"strike_price":165,"ticker":"O:ZZCO260213C00165000"},
         "greeks":{"delta":0.544,"gamma":0.012,"theta":-0.05,"vega":0.15},"implied_volatility":1.0465,
         "last_quote":{"ask":9.3,"ask_size":12,"ask_exchange":302,"bid":9.2,"bid_size":9,"bid_exchange":302,
         "last_updated":1770757199000000000,"midpoint":9.25,"timeframe":"REAL-TIME"},
         "last_trade":{"price":9.26,"sip_timestamp":1770757190000000000,"size":1,"conditions":[209],"exchange":316,
         "timeframe":"REAL-TIME"},
         "open_interest":2406,"underlying_asset":{"change_to_break_even":9.13,"last_updated":1770757199000000000,
         "price":165.12,"ticker":"ZZCO","timeframe":"DELAYED"}}]}
        """#

    /// A page of contracts with these fields, and the address of the page that follows.
    static func contractPage(_ rows: [String], next: String? = nil) -> String {
        let next = next.map { #","next_url":"\#($0)""# } ?? ""
        return #"{"results":[\#(rows.joined(separator: ","))],"status":"OK","request_id":"r"\#(next)}"#
    }

    static func contract(_ type: String, _ expiration: String, _ strike: String, symbol: String) -> String {
        #"{"contract_type":"\#(type)","expiration_date":"\#(expiration)","strike_price":\#(strike),"#
            + #""ticker":"\#(symbol)","underlying_ticker":"ZZCO","shares_per_contract":100}"#
    }
}
