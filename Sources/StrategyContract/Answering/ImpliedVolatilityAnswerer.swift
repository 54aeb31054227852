internal import ExactPayoff
package import OptionPricing
internal import StrategyRequests
internal import StrategyValuation

/// Answers the lines of `options implied-volatility`. A response repeats the `id` of its request. Of the options, `strict`,
/// `greekUnits` and `exercise` have an effect.
package struct ImpliedVolatilityAnswerer: LineAnswerer, ~Copyable {
    private var reader: OptionReader
    private let greeks: GreekSelection?
    private let units: GreekUnits

    /// Creates an answerer, whose responses include the given values at the volatility.
    package init(greeks: GreekSelection? = nil, _ options: AnswerOptions = AnswerOptions()) {
        reader = OptionReader(strict: options.strict, exercise: options.exercise, dividends: options.dividends)
        self.greeks = greeks
        units = options.greekUnits
    }

    package mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError) {
        let request = try reader.readImpliedVolatilityRequest(request)
        let (greeks, units) = (greeks, units)
        let response = try ContractError.wording { () throws(StrategyError) in
            try request.impliedVolatility(greeks: greeks, units: units)
        }
        let identifier = reader.identifierJSON
        JSONWriter.append(to: &output) { response.write(to: &$0, identifier: identifier) }
    }

    package var identifierJSON: [UInt8]? { mutating get { reader.identifierJSON } }

    package var identifierText: [UInt8]? { mutating get { reader.identifierText } }

    package var oddities: UInt64 { mutating get { reader.oddities } }
}
