internal import ExactPayoff
public import PayoffChart
internal import StrategyRequests

/// Answers single requests from bytes to bytes. To answer many, keep a ``CalculationAnswerer``.
///
/// Each function takes a JSON request in UTF-8, and throws a ``ContractError`` naming the first broken rule. The asynchronous forms
/// run off the caller's actor, and end within 10 ms of the cancellation of the task, apart from the exceptions for large texts in
/// `docs/decisions/0009-bounded-work.md`; they replace ``AnswerOptions/isCancelled``.
public enum JSONContract {
    /// Answers a request of `POST /options/calculate`. The response does not repeat the `id` of the request. In the format
    /// ``AnswerFormat/csv``, it is the row without a header.
    ///
    /// - Returns: UTF-8, without a line end.
    public static func calculate(
        _ json: [UInt8], _ options: AnswerOptions = AnswerOptions()
    ) throws(ContractError) -> [UInt8] {
        var answerer = CalculationAnswerer(options, repeatsIdentifier: false)
        return try answer(json, by: &answerer)
    }

    /// Answers a request of `options scenario`: the profits of a strategy, or of a book of positions, over prices,
    /// volatilities and dates. The format of the options has no effect.
    ///
    /// - Returns: UTF-8, without a line end.
    public static func scenario(
        _ json: [UInt8], _ options: AnswerOptions = AnswerOptions()
    ) throws(ContractError) -> [UInt8] {
        var reader = RequestReader(options)
        let request = try reader.readScenarioRequest(json.span)
        let response = try ContractError.wording { () throws(StrategyError) in
            try request.scenarios(limits: options.limits, isCancelled: options.isCancelled)
        }
        var output: [UInt8] = []
        guard response.write(to: &output, pretty: options.pretty, isCancelled: options.isCancelled)
        else { throw .cancelled }
        return output
    }

    /// Answers a request of `options recognise`: the legs of an account, split into named strategies. The response repeats
    /// the `id` of the request. The format and the units of the options have no effect.
    ///
    /// - Returns: UTF-8, without a line end.
    public static func recognise(
        _ json: [UInt8], _ options: AnswerOptions = AnswerOptions()
    ) throws(ContractError) -> [UInt8] {
        var answerer = RecognitionAnswerer(options)
        return try answer(json, by: &answerer)
    }

    /// Answers a request of `options risk`: the value at risk and the expected shortfall of positions on several underlyings. The format
    /// and the units of the options have no effect.
    ///
    /// - Returns: UTF-8, without a line end.
    public static func risk(
        _ json: [UInt8], _ options: AnswerOptions = AnswerOptions()
    ) throws(ContractError) -> [UInt8] {
        var reader = RequestReader(options)
        let request = try reader.readRiskRequest(json.span)
        let response = try ContractError.wording { () throws(StrategyError) in
            try request.risk(limits: options.limits, isCancelled: options.isCancelled)
        }
        var output: [UInt8] = []
        guard response.write(to: &output, pretty: options.pretty, isCancelled: options.isCancelled)
        else { throw .cancelled }
        return output
    }

    /// Answers a request of `options margin`: the margin that an account requires. The response repeats the `id` of the
    /// request. The format and the units of the options have no effect.
    ///
    /// - Returns: UTF-8, without a line end.
    public static func margin(
        _ json: [UInt8], _ options: AnswerOptions = AnswerOptions()
    ) throws(ContractError) -> [UInt8] {
        var answerer = MarginAnswerer(options)
        return try answer(json, by: &answerer)
    }

    /// Draws the profit at expiration of a request of `POST /options/calculate` as SVG: the bytes of `options chart` and of
    /// `POST /options/chart`.
    ///
    /// A request is refused if and only if `calculate` refuses it, with the same error.
    ///
    /// - Returns: A document of type `image/svg+xml` in UTF-8, with a line feed at the end.
    public static func chart(
        _ json: [UInt8], _ options: AnswerOptions = AnswerOptions()
    ) throws(ContractError) -> [UInt8] {
        try diagram(json, options).svg()
    }

    /// Returns the diagram that `chart` draws, for other renderings.
    public static func diagram(
        _ json: [UInt8], _ options: AnswerOptions = AnswerOptions()
    ) throws(ContractError) -> PayoffDiagram {
        var reader = RequestReader(options)
        var request = try reader.read(json.span)
        request.extensions?.exclude = []
        let response = try ContractError.wording { () throws(StrategyError) in
            try request.calculate(limits: options.limits, isCancelled: options.isCancelled)
        }
        return PayoffDiagram(request, response)
    }

    private static func answer<Answerer: LineAnswerer & ~Copyable>(
        _ json: [UInt8], by answerer: inout Answerer
    ) throws(ContractError) -> [UInt8] {
        var output: [UInt8] = []
        try answerer.appendAnswer(to: json.span, &output)
        return output
    }
}
