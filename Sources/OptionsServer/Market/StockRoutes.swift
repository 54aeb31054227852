internal import MarketData
internal import MarketServices

/// The endpoints about one share.
struct StockRoutes {
    let stocks: StockService
    let tickers: TickerService
    let volatilities: VolatilityService
    let dividends: DividendService

    var routes: [Route] {
        let (stocks, tickers, volatilities, dividends) = (stocks, tickers, volatilities, dividends)
        return [
            .reading("/api/rest/stocks/{ticker}/price", "The price of a share.") { parameters in
                let quote = try await stocks.quote(of: parameters.ticker())
                var json = JSONText()
                json.object { json in
                    json.member("ticker", quote.value.ticker.symbol)
                    json.member("price", quote.value.price)
                    json.origin(of: quote)
                }
                return json
            },
            .reading("/api/rest/stocks/{ticker}", "The details of a share.") { parameters in
                let ticker = try parameters.ticker()
                guard var quote = try await stocks.details(of: [ticker])[ticker]?.get() else {
                    throw ServerError.busy
                }
                let listed = try? await tickers.ticker(ticker)
                quote.value.name = quote.value.name ?? listed?.name
                quote.value.exchange = quote.value.exchange ?? listed?.exchange
                quote.value.kind = quote.value.kind ?? listed?.kind
                var json = JSONText()
                json.append(quote, try await volatilities.volatilities(of: [ticker])[ticker])
                return json
            },
            .reading("/api/rest/stocks/{ticker}/dividends", "The dividends of a share.") { parameters in
                let ticker = try parameters.ticker()
                let answer = try await dividends.dividends(of: ticker)
                var json = JSONText()
                json.object { json in
                    json.member("ticker", ticker.symbol)
                    json.member("dividends", objects: answer.value) { json, dividend in
                        json.member("exDate", dividend.exDate)
                        json.member("payDate", dividend.payDate)
                        json.member("amount", dividend.amount)
                        json.member("currency", dividend.currency)
                        json.member("type", dividend.type.rawValue)
                        json.member("status", dividend.status.rawValue)
                        json.member("source", dividend.source)
                    }
                    json.member("asOf", answer.asOf)
                    json.member("stale", answer.isStale)
                }
                return json
            },
        ]
    }
}

extension JSONText {
    /// Writes `asOf`, `source` and `stale`.
    mutating func origin<Value>(of answer: Sourced<Value>) {
        member("asOf", answer.asOf)
        member("source", answer.source)
        member("stale", answer.isStale)
    }

    /// Writes the row of a share.
    mutating func append(_ answer: Sourced<StockQuote>, _ volatility: MonthVolatility?) {
        append(answer.value, volatility, asOf: answer.asOf, source: answer.source, isStale: answer.isStale)
    }

    mutating func append(
        _ quote: StockQuote, _ volatility: MonthVolatility?, asOf: Timestamp?, source: MarketSource?, isStale: Bool
    ) {
        object { json in
            json.member("ticker", quote.ticker.symbol)
            json.member("name", quote.name)
            json.member("exchange", quote.exchange)
            json.member("type", quote.kind?.rawValue)
            json.member("price", quote.price)
            json.member("previousClose", quote.previousClose)
            json.member("change", quote.change)
            json.member("changePercent", quote.changePercent)
            json.member("open", quote.open)
            json.member("high", quote.high)
            json.member("low", quote.low)
            json.member("volume", quote.volume)
            json.member("yearLow", quote.yearLow)
            json.member("yearHigh", quote.yearHigh)
            json.member("nextEarnings", quote.nextEarnings)
            json.member("volatility", volatility?.value)
            json.member("volatilityRank", volatility?.rank)
            json.member("volatilityPercentile", volatility?.percentile)
            json.member("asOf", asOf)
            json.member("source", source)
            json.member("stale", isStale)
        }
    }
}
