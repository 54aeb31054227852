internal import MarketData

/// Actual splits of the shipped underlyings since 2014, as far as earlier closes can be adjusted exactly in decimals.
enum KnownSplits {
    /// The splits by ticker, ascending.
    static let splits: [String: [StockSplit]] = {
        var splits: [String: [StockSplit]] = [:]
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ").map(String.init)
            guard fields.count == 4, let date = CalendarDate(fields[1]), let numerator = Int(fields[2]),
                let denominator = Int(fields[3])
            else { continue }
            splits[fields[0], default: []].append(
                StockSplit(date: date, numerator: numerator, denominator: denominator))
        }
        return splits
    }()

    private static let table = """
        AAPL 2020-08-31 4 1
        AMZN 2022-06-06 20 1
        AVGO 2024-07-15 10 1
        CMG 2024-06-26 50 1
        GE 2021-08-02 1 8
        GME 2022-07-22 4 1
        GOOG 2022-07-18 20 1
        GOOGL 2022-07-18 20 1
        LRCX 2024-10-03 10 1
        MA 2014-01-22 10 1
        MSTR 2024-08-08 10 1
        NEE 2020-10-27 4 1
        NFLX 2025-11-17 10 1
        NKE 2015-12-24 2 1
        NOW 2025-12-18 5 1
        NVDA 2021-07-20 4 1
        NVDA 2024-06-10 10 1
        PANW 2024-12-16 2 1
        SBUX 2015-04-09 2 1
        SHOP 2022-06-29 10 1
        SMCI 2024-10-01 10 1
        TSLA 2020-08-31 5 1
        V 2015-03-19 4 1
        """
}
