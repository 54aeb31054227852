internal import MarketData

/// No data, for replies of which only the error is read.
private struct TradierNothing: TradierMember {
    static let name = "nothing"
}

extension SourceReply {
    /// Decodes the data of a Tradier response.
    ///
    /// - Parameters:
    ///   - type: The member with the data.
    ///   - endpoint: The name of the request in messages.
    /// - Returns: The data; `nil` if there is none.
    /// - Throws: The failure that the reply means.
    func tradier<Member: TradierMember>(
        _ type: Member.Type = Member.self, _ endpoint: String
    ) throws(SourceFailure) -> Member? {
        try requireTradierAnswer(endpoint)
        let body = try decoded(TradierBody<Member>.self, endpoint)
        if let fault = body.fault { throw failure(of: fault, endpoint) }
        if let member = body.member { return member }
        if body.hasErrors { throw .broken("\(endpoint): an error instead of an answer") }
        guard body.hasMember else { throw .broken("\(endpoint): \(Member.name) is missing") }
        return nil
    }

    /// Throws the failure that the status means, or that the body is no JSON.
    func requireTradierAnswer(_ endpoint: String) throws(SourceFailure) {
        if status == 401 { throw .keyRefused }
        // Without the field Accept, answers are XML.
        let first = body.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
        let isMarkup = first == UInt8(ascii: "<")
        if !(200..<300).contains(status) {
            if !isMarkup { try throwTradierFault(endpoint) }
            throw failure(endpoint, keyRefused: [401], notInPlan: [403]) ?? .broken("\(endpoint): HTTP \(status)")
        }
        if isMarkup { throw .broken("\(endpoint): the answer is markup instead of JSON") }
    }

    /// Throws the failure that a body means if it is an error of the gateway.
    func throwTradierFault(_ endpoint: String) throws(SourceFailure) {
        guard let body = try? decoded(TradierBody<TradierNothing>.self, endpoint), let fault = body.fault else {
            return
        }
        throw failure(of: fault, endpoint)
    }

    private func failure(of fault: TradierFault, _ endpoint: String) -> SourceFailure {
        if fault.isKeyRefused { return .keyRefused }
        // Some gateways answer limits with another status.
        if fault.isLimit || status == 429 { return .limited(retryAfter: secondsUntilReset) }
        return .broken("\(endpoint): an error of the gateway (HTTP \(status))")
    }
}
