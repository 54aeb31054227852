internal import ExactPayoff
package import StrategyRequests
public import StrategySearch

extension JSONContract {
    /// Answers a request of `options find`: the best strategies of a chain. The response repeats the `id` of the request. The format of
    /// the options has no effect.
    ///
    /// - Parameters:
    ///   - json: The request.
    ///   - options: The options.
    ///   - jobs: The number of threads. The response does not depend on it.
    ///   - elapsed: The seconds since the beginning, for time limits and `progress`.
    ///   - progress: Called as the search proceeds, at most every 100 ms.
    /// - Returns: UTF-8, without a line end.
    /// - Throws: ``ContractError`` naming the first broken rule.
    public static func find(
        _ json: [UInt8], _ options: AnswerOptions = AnswerOptions(), jobs: Int = 1,
        elapsed: (@Sendable () -> Double)? = nil, progress: (@Sendable (FindProgress) -> Void)? = nil
    ) throws(ContractError) -> [UInt8] {
        try FindQuestion(json, options).answer(jobs: jobs, elapsed: elapsed, progress: progress).json
    }
}

/// A valid request of `options find`, and how it is answered.
package struct FindQuestion: Sendable {
    /// The request.
    package var request: FindRequest
    private let identifier: [UInt8]?
    private let options: AnswerOptions

    /// Reads a request.
    package init(_ json: [UInt8], _ options: AnswerOptions) throws(ContractError) {
        var reader = RequestReader(options)
        request = try reader.readFindRequest(json.span)
        identifier = reader.identifierJSON
        self.options = options
    }

    /// Searches, and returns the response as a value and as JSON.
    package func answer(
        jobs: Int, elapsed: (@Sendable () -> Double)?, progress: (@Sendable (FindProgress) -> Void)?
    ) throws(ContractError) -> (response: FindResponse, json: [UInt8]) {
        let finder = StrategyFinder(
            jobs: jobs, limits: options.limits, isCancelled: options.isCancelled, elapsed: elapsed,
            progress: progress)
        let response = try ContractError.wording { () throws(StrategyError) in try finder.find(valid: request) }
        var output: [UInt8] = []
        guard
            response.write(
                to: &output, identifier: identifier, pretty: options.pretty, isCancelled: options.isCancelled)
        else { throw .cancelled }
        return (response, output)
    }
}
