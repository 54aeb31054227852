internal import MarketData
internal import MarketServices
internal import MarketStore
internal import StrategyContract

extension ServerError {
    /// Takes over the reason why no source answered.
    init(_ error: MarketDataError) {
        switch error {
        case .unknownSymbol: self.init(404, "Stock not found")
        case .limitReached(_, let seconds): self.init(error, .sourceLimit, retryAfter: seconds)
        case .leftAlone(_, let seconds): self.init(error, .sourceBroken, retryAfter: seconds)
        case .timedOut: self.init(504, error.sentence, code: .sourceTimeout)
        case .broken: self.init(502, error.sentence, code: .sourceBroken)
        case .notInPlan: self.init(503, error.sentence, code: .notInPlan)
        case .keyRefused: self.init(503, error.sentence, code: .keyRefused)
        case .noSource: self.init(503, error.sentence, code: .noSource)
        case .cancelled: self = .busy
        }
    }

    private init(_ error: MarketDataError, _ code: ContractError.Code, retryAfter seconds: Int) {
        self.init(503, error.sentence, code: code, fields: ["Retry-After": "\(max(1, seconds))"])
    }

    /// Creates the error for a change that the store rejected; `nil` if the store failed for another reason.
    init?(_ error: StoreError) {
        switch error {
        case .full, .unwritable: self.init(503, error.sentence, code: .storageFull, fields: ["Retry-After": "60"])
        case .busy: self.init(503, error.sentence, fields: ["Retry-After": "60"])
        default: return nil
        }
    }
}
