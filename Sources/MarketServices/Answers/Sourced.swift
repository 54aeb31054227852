public import MarketData

/// Market data, where it is from, and from when.
public struct Sourced<Value: Sendable>: Sendable {
    /// The data.
    public var value: Value
    /// The source.
    public let source: MarketSource
    /// The instant to which the data applies, if the source gives it, otherwise that of the answer.
    public let asOf: Timestamp
    /// Whether the data is old because the sources did not answer.
    public var isStale: Bool
    /// The reason why no newer data is known, if a source failed.
    public var failure: MarketDataError?

    /// Creates an answer.
    public init(
        _ value: Value, source: MarketSource, asOf: Timestamp, isStale: Bool = false, failure: MarketDataError? = nil
    ) {
        self.value = value
        self.source = source
        self.asOf = asOf
        self.isStale = isStale
        self.failure = failure
    }

    /// Returns another value with the same origin.
    public func map<Other: Sendable, Failure: Error>(
        _ transform: (Value) throws(Failure) -> Other
    ) throws(Failure) -> Sourced<Other> {
        Sourced<Other>(
            try transform(value), source: source, asOf: asOf, isStale: isStale, failure: failure)
    }
}

extension Sourced: Equatable where Value: Equatable {}
