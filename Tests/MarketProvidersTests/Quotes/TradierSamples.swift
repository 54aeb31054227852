/// Answers of Tradier, in the shape of the real ones.
enum TradierSamples {
    static let quote = #"""
        {"symbol":"ZZCO","description":"Zed Co","exch":"Q","type":"stock","last":165.12,"change":0.48,"volume":6674105,
         "open":164.0,"high":166.7,"low":163.4,"close":null,"bid":165.10,"ask":165.14,"change_percentage":0.29,
         "average_volume":54243871,"last_volume":100,
         "trade_date":1770757199914,"prevclose":164.64,"week_52_high":199.6,"week_52_low":131.6,"bidsize":2,
         "bidexch":"Q","bid_date":1770757199000,
         "asksize":3,"askexch":"Q","ask_date":1770757199000,"root_symbols":"ZZCO"}
        """#

    static let quotes = #"{"quotes":{"quote":[\#(quote)],"unmatched_symbols":{"symbol":["NOPE1","NOPE2"]}}}"#

    static let option = #"""
        {"symbol":"ZZCO260213C00165000","description":"ZZCO Feb 13 2026 $165.00 Call","exch":"Z","type":"option",
         "last":9.25,"change":0.4,
         "volume":88,"open":null,"high":null,"low":null,"close":null,"bid":9.2,"ask":9.3,"underlying":"ZZCO",
         "strike":165.0,"change_percentage":4.5,
         "average_volume":0,"last_volume":1,"trade_date":1770757190000,"prevclose":8.85,"week_52_high":0.0,
         "week_52_low":0.0,"bidsize":9,"bidexch":"C",
         "bid_date":1770757198000,"asksize":12,"askexch":"C","ask_date":1770757199000,"open_interest":2406,
         "contract_size":100,"expiration_date":"2026-02-13",
         "expiration_type":"standard","option_type":"call","root_symbol":"ZZCO",
         "greeks":{"delta":0.544,"gamma":0.012,"theta":-0.05,"vega":0.15,"rho":0.01,"phi":-0.01,"bid_iv":0.99,
         "mid_iv":1.04,"ask_iv":1.08,"smv_vol":1.02,"updated_at":"2026-02-10 15:59:03"}}
        """#

    static let chain = #"{"options":{"option":[\#(option)]}}"#

    static let expirations = #"{"expirations":{"date":["2026-02-13","2026-02-20"]}}"#

    static let detailedExpirations = #"""
        {"expirations":{"expiration":[{"date":"2026-02-13","contract_size":100,"expiration_type":"weeklys",
         "strikes":{"strike":[160.0,165.0]}}]}}
        """#

    static let invalidToken = #"""
        {"fault":{"faultstring":"Invalid Access Token",
         "detail":{"errorcode":"keymanagement.service.invalid_access_token"}}}
        """#

    static let expiredToken = #"""
        {"fault":{"faultstring":"Access Token expired",
         "detail":{"errorcode":"keymanagement.service.access_token_expired"}}}
        """#

    static let otherProduct = #"{"fault":{"faultstring":"Invalid API call as no apiproduct match found"}}"#

    static let quota = #"""
        {"fault":{"faultstring":"Rate limit quota violation. Quota limit exceeded. Identifier : x",
         "detail":{"errorcode":"policies.ratelimit.QuotaViolation"}}}
        """#

    static let datastore = #"{"fault":{"faultstring":"Datastore Error","detail":{"errorcode":"datastore.error"}}}"#
}
