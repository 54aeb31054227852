internal import MarketData

/// An error of CoinGecko, in one of several shapes: `{"status":{…}}`, `{"error":{"status":{…}}}` or `{"error":"…"}`.
private struct CoinGeckoErrors: Decodable {
    struct Status: Decodable {
        let code: Int?

        private enum Key: String, CodingKey { case code = "error_code" }

        init(from decoder: any Decoder) throws {
            code = try decoder.container(keyedBy: Key.self).integer(.code)
        }
    }

    let code: Int?
    let message: String?

    private enum Key: String, CodingKey { case status, error }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let nested = try? container.nestedContainer(keyedBy: Key.self, forKey: .error)
        // There is a coin `status` too, which has a price and no code.
        code =
            container.value(Status.self, .status)?.code ?? nested?.value(Status.self, .status)?.code
            ?? container.value(Status.self, .error)?.code
        message = container.text(.error)
    }
}

extension SourceReply {
    /// Checks whether a reply is an answer. Errors also come with the status 200.
    ///
    /// - Parameters:
    ///   - endpoint: The name of the request in messages.
    ///   - coin: The requested coin; `nil` for other requests.
    /// - Throws: The error.
    func checkCoinGecko(_ endpoint: String, coin: String? = nil) throws(SourceFailure) {
        let errors = isObject ? try? decoded(CoinGeckoErrors.self, endpoint) : nil
        switch errors?.code {
        case 10002, 10010, 10011: throw .keyRefused
        case 10005: throw .notInPlan("the plan of the key does not include \(endpoint)")
        case 10012: throw .notInPlan("the plan includes the last 365 days only")
        case 429: throw .limited(retryAfter: secondsUntilReset)
        case .some(let code): throw .broken("\(endpoint): CoinGecko answers the error \(code)")
        case nil: break
        }
        if let message = errors?.message?.lowercased() {
            if let coin, message.contains("not found") { throw .unknownSymbol(coin) }
            if status == 200 { throw .broken("\(endpoint): CoinGecko answers an error") }
        }
        // A plain-text reply comes from the gateway, which rejects the address and not the key.
        if let failed = failure(endpoint, keyRefused: isObject ? [401] : [], notInPlan: []) { throw failed }
    }
}
