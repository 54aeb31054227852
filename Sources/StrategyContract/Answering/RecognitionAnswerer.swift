package import StrategyAnalytics

/// Answers requests of `options recognise`. Every response, including a refusal, repeats the `id` of its request.
package struct RecognitionAnswerer: LineAnswerer, ~Copyable {
    private var reader: RequestReader
    private let pretty: Bool
    private let limits: WorkLimits
    private let isCancelled: (@Sendable () -> Bool)?

    package init(
        pretty: Bool = false, limits: WorkLimits = .generous, strict: Bool = false,
        isCancelled: (@Sendable () -> Bool)? = nil
    ) {
        reader = RequestReader(maximumBytes: limits.bytes, strict: strict, isCancelled: isCancelled)
        self.pretty = pretty
        self.limits = limits
        self.isCancelled = isCancelled
    }

    package mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError) {
        let request = try reader.readRecognitionRequest(request)
        let (limits, isCancelled) = (limits, isCancelled)
        let split = try ContractError.wording { () throws(StrategyError) in
            try request.recognise(limits: limits, isCancelled: isCancelled)
        }
        split.write(to: &output, identifier: reader.identifierJSON, pretty: pretty)
    }

    /// Appends the error, with the identifier of the last request if the error belongs to it.
    package mutating func appendRefusal(_ error: ContractError, wasRead: Bool, _ output: inout [UInt8]) {
        error.append(to: &output, identifier: wasRead ? reader.identifierJSON : nil)
    }
}
