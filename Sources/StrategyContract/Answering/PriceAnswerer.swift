internal import ExactPayoff
internal import StrategyRequests
internal import StrategyValuation

/// Answers the lines of `options price`. A response repeats the `id` of its request. Of the options, `strict`, `greekUnits` and
/// `exercise` have an effect.
package struct PriceAnswerer: LineAnswerer, ~Copyable {
    private var reader: OptionReader
    private let allGreeks: Bool
    private let units: GreekUnits

    package init(allGreeks: Bool = false, _ options: AnswerOptions = AnswerOptions()) {
        reader = OptionReader(strict: options.strict, exercise: options.exercise, dividends: options.dividends)
        self.allGreeks = allGreeks
        units = options.greekUnits
    }

    package mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError) {
        let request = try reader.readPriceRequest(request)
        let (allGreeks, units) = (allGreeks, units)
        let response = try ContractError.wording { () throws(StrategyError) in
            try request.price(allGreeks: allGreeks, units: units)
        }
        let identifier = reader.identifierJSON
        JSONWriter.append(to: &output) { response.write(to: &$0, identifier: identifier) }
    }

    package var identifierJSON: [UInt8]? { mutating get { reader.identifierJSON } }

    package var identifierText: [UInt8]? { mutating get { reader.identifierText } }

    package var oddities: UInt64 { mutating get { reader.oddities } }
}
