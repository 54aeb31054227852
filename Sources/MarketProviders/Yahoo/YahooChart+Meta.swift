internal import MarketData

extension YahooChart {
    /// Yahoo's description of an asset. Any member may be absent.
    struct Meta: Decodable, Sendable {
        let currency, exchange, instrumentType, name: String?
        /// The clock of the exchange.
        let zone: YahooZone?
        /// The first instant of the first day with prices.
        let firstTrade: Timestamp?
        /// The price of the last trade, and its instant.
        let price: ExactDecimal?
        let priceTime: Timestamp?
        let dayHigh, dayLow, previousClose, yearHigh, yearLow: ExactDecimal?
        let dayVolume: Int?
        /// The end of the session of the present day.
        let sessionEnd: Timestamp?

        private enum Key: String, CodingKey {
            case currency, exchangeName, fullExchangeName, instrumentType, longName, shortName, exchangeTimezoneName,
                gmtoffset, firstTradeDate, regularMarketPrice, regularMarketTime, regularMarketDayHigh,
                regularMarketDayLow, regularMarketVolume, previousClose, chartPreviousClose, fiftyTwoWeekHigh,
                fiftyTwoWeekLow, currentTradingPeriod, regular, end
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            func instant(_ seconds: Int?) -> Timestamp? { seconds.flatMap { Timestamp(secondsSince1970: $0) } }
            func price(_ key: Key) -> ExactDecimal? { ExactDecimal(yahoo: container.number(key)) }
            currency = container.text(.currency)
            exchange = container.text(.fullExchangeName) ?? container.text(.exchangeName)
            instrumentType = container.text(.instrumentType)
            name = container.text(.longName) ?? container.text(.shortName)
            zone = YahooZone(name: container.text(.exchangeTimezoneName), offset: container.integer(.gmtoffset))
            firstTrade = instant(container.integer(.firstTradeDate))
            self.price = price(.regularMarketPrice)
            priceTime = instant(container.integer(.regularMarketTime))
            dayHigh = price(.regularMarketDayHigh)
            dayLow = price(.regularMarketDayLow)
            previousClose = price(.previousClose) ?? price(.chartPreviousClose)
            yearHigh = price(.fiftyTwoWeekHigh)
            yearLow = price(.fiftyTwoWeekLow)
            dayVolume = container.count(.regularMarketVolume)
            let regular = try? container.nestedContainer(keyedBy: Key.self, forKey: .currentTradingPeriod)
                .nestedContainer(keyedBy: Key.self, forKey: .regular)
            sessionEnd = instant(regular?.integer(.end))
        }

        /// The kind of the asset; `nil` for unsupported kinds.
        var kind: AssetKind? {
            switch instrumentType {
            case "EQUITY": .stock
            case "ETF": .etf
            case "MUTUALFUND": .fund
            case "CRYPTOCURRENCY": .coin
            default: nil
            }
        }
    }
}
