public import MarketData

extension MarketDataError {
    /// The reason in a sentence, without any key.
    public var sentence: String {
        switch self {
        case .unknownSymbol(let symbol): "\(symbol) is unknown"
        case .limitReached(let source, let seconds):
            "the limit of calls to \(source.rawValue) is reached; try again in \(seconds) s"
        case .timedOut(let source): "\(source.rawValue) did not answer in time"
        case .broken(let source, let reason): "\(source.rawValue) gave no usable answer: \(reason)"
        case .notInPlan(let source, let reason): "\(source.rawValue): \(reason)"
        case .keyRefused(let source): "\(source.rawValue): the key is refused"
        case .leftAlone(let source, let seconds):
            "\(source.rawValue) failed repeatedly; the next attempt is in \(seconds) s"
        case .noSource(let reason): reason
        case .cancelled: "the question was cancelled"
        }
    }
}
