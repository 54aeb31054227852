internal import ExactPayoff
internal import StrategyRequests

/// Answers requests of `options margin`. Every response, including a refusal, repeats the `id` of its request.
package struct MarginAnswerer: LineAnswerer, ~Copyable {
    private let options: AnswerOptions
    private var reader: RequestReader

    package init(_ options: AnswerOptions) {
        self.options = options
        reader = RequestReader(options)
    }

    package mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError) {
        let request = try reader.readMarginRequest(request)
        let options = options
        let margin = try ContractError.wording { () throws(StrategyError) in
            try request.margin(limits: options.limits, isCancelled: options.isCancelled)
        }
        margin.write(to: &output, identifier: reader.identifierJSON, pretty: options.pretty)
    }

    package var identifierJSON: [UInt8]? { mutating get { reader.identifierJSON } }
}
