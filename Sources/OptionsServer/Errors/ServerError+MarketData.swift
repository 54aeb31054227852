internal import MarketData
internal import MarketServices
internal import MarketStore

extension ServerError {
    /// Takes over the reason why no source answered.
    init(_ error: MarketDataError) {
        switch error {
        case .unknownSymbol: self.init(404, "Stock not found")
        case .limitReached(_, let seconds), .leftAlone(_, let seconds):
            self.init(503, error.sentence, fields: ["Retry-After": "\(max(1, seconds))"])
        case .timedOut: self.init(504, error.sentence)
        case .broken: self.init(502, error.sentence)
        case .notInPlan, .keyRefused, .noSource: self.init(503, error.sentence)
        case .cancelled: self = .busy
        }
    }

    /// Creates the error for a change that the store rejected; `nil` if the store failed for another reason.
    init?(_ error: StoreError) {
        switch error {
        case .full, .unwritable, .busy: self.init(503, error.sentence, fields: ["Retry-After": "60"])
        default: return nil
        }
    }
}
