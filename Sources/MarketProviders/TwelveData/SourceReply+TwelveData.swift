internal import MarketData

/// The daily prices of a share, as Twelve Data answers them.
struct TwelveDataSeries: Sendable {
    let currency: String?
    let kind: AssetKind?
    /// Ascending.
    let prices: [DailyPrice]
}

/// An answer of Twelve Data: a series, or an error of any status.
private struct TwelveDataAnswer: Decodable {
    struct Meta: Decodable {
        let currency, type: String?

        private enum Key: String, CodingKey { case currency, type }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            currency = container.text(.currency)
            type = container.text(.type)
        }

        var kind: AssetKind? {
            switch type {
            case "Common Stock", "Preferred Stock", "American Depositary Receipt", "Depositary Receipt", "REIT": .stock
            case "ETF", "Exchange-Traded Fund": .etf
            case "Mutual Fund": .fund
            default: nil
            }
        }
    }

    struct Row: Decodable {
        let price: DailyPrice

        private enum Key: String, CodingKey { case datetime, open, high, low, close, volume }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            // `2026-02-10`, or with a time after it
            let text = try container.decode(String.self, forKey: .datetime)
            guard let date = CalendarDate(String(text.prefix(10))), let close = container.price(.close) else {
                throw DecodingError.dataCorruptedError(forKey: .close, in: container, debugDescription: "no price")
            }
            price = DailyPrice(
                date: date, close: close, open: container.price(.open), high: container.price(.high),
                low: container.price(.low), volume: container.count(.volume))
        }
    }

    let meta: Meta?
    let values: Rows<Row>?
    let status, message: String?
    let code: Int?

    private enum Key: String, CodingKey { case meta, values, status, message, code }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        meta = container.value(Meta.self, .meta)
        values = try container.decodeIfPresent(Rows<Row>.self, forKey: .values)
        status = container.text(.status)
        message = container.text(.message)
        code = container.integer(.code)
    }
}

extension SourceReply {
    /// Decodes the daily prices of a ticker. The body contains the status of an error.
    ///
    /// - Parameters:
    ///   - ticker: The requested ticker.
    ///   - now: The present instant, for the time until the daily quota resets.
    /// - Returns: The days, including the current one.
    /// - Throws: The failure that the error means.
    func twelveDataSeries(of ticker: Ticker, now: Timestamp) throws(SourceFailure) -> TwelveDataSeries {
        let failed = failure("daily")
        guard isObject else { throw failed ?? .broken("daily: the answer is not JSON") }
        let answer = try decoded(TwelveDataAnswer.self, "daily", unless: failed)
        if answer.status?.lowercased() == "error" || answer.code.map({ $0 >= 300 }) ?? false || failed != nil {
            return try twelveDataError(answer, ticker, now)
        }
        guard let values = answer.values else { throw .broken("daily: values is missing") }
        if values.rows.isEmpty, values.unreadable > 0 { throw .broken("daily: no row of values can be read") }
        return TwelveDataSeries(
            currency: answer.meta?.currency, kind: answer.meta?.kind, prices: values.rows.map(\.price).ascending())
    }

    /// Returns the failure that an error means. Its text may repeat the key and is discarded.
    private func twelveDataError(
        _ answer: TwelveDataAnswer, _ ticker: Ticker, _ now: Timestamp
    ) throws(SourceFailure) -> TwelveDataSeries {
        let text = answer.message?.lowercased() ?? ""
        let code = answer.code ?? status
        switch code {
        case 429 where text.contains("for the day"): throw .limited(retryAfter: now.secondsToMidnight)
        case 429: throw .limited(retryAfter: secondsUntilReset ?? 60)
        case 400 where text.contains("no data is available"):
            return TwelveDataSeries(currency: nil, kind: nil, prices: [])
        case 401: throw .keyRefused
        case 400 where text.contains("apikey") || text.contains("api key"): throw .keyRefused
        case _ where code == 403 || code == 404 && text.contains("plan"):
            throw .notInPlan("the plan of the key does not include \(ticker)")
        case 404: throw .unknownSymbol(ticker.symbol)
        case 400 where text.contains("symbol"): throw .unknownSymbol(ticker.symbol)
        default: throw .broken("daily: the source answers the error \(code)")
        }
    }
}
