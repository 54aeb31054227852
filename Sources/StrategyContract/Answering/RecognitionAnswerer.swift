internal import ExactPayoff
internal import StrategyRequests

/// Answers requests of `options recognise`. Every response, including a refusal, repeats the `id` of its request.
package struct RecognitionAnswerer: LineAnswerer, ~Copyable {
    private let options: AnswerOptions
    private var reader: RequestReader

    package init(_ options: AnswerOptions) {
        self.options = options
        reader = RequestReader(options)
    }

    package mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError) {
        let request = try reader.readRecognitionRequest(request)
        let options = options
        let split = try ContractError.wording { () throws(StrategyError) in
            try request.recognise(limits: options.limits, isCancelled: options.isCancelled)
        }
        split.write(to: &output, identifier: reader.identifierJSON, pretty: options.pretty)
    }

    package var identifierJSON: [UInt8]? { mutating get { reader.identifierJSON } }
}
