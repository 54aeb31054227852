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
    ///   - timeLimit: The seconds after which the search ends with the best so far, unless the request has a smaller `timeLimit`.
    ///   - elapsed: The seconds since the beginning, for time limits and `progress`.
    ///   - progress: Called as the search proceeds, at most every 100 ms.
    /// - Returns: UTF-8, without a line end.
    /// - Throws: ``ContractError`` naming the first broken rule.
    public static func find(
        _ json: [UInt8], _ options: AnswerOptions = AnswerOptions(), jobs: Int = 1, timeLimit: Double? = nil,
        elapsed: (@Sendable () -> Double)? = nil, progress: (@Sendable (FindProgress) -> Void)? = nil
    ) throws(ContractError) -> [UInt8] {
        try findResponse(
            json, options, jobs: jobs, timeLimit: timeLimit, elapsed: elapsed, progress: progress
        ).json
    }

    /// Answers a request of `options find`, and returns the response as a value as well.
    package static func findResponse(
        _ json: [UInt8], _ options: AnswerOptions, jobs: Int, timeLimit: Double? = nil,
        elapsed: (@Sendable () -> Double)? = nil, progress: (@Sendable (FindProgress) -> Void)? = nil
    ) throws(ContractError) -> (response: FindResponse, json: [UInt8]) {
        var reader = RequestReader(options)
        var request = try reader.readFindRequest(json.span)
        if let timeLimit { request.timeLimit = min(request.timeLimit ?? timeLimit, timeLimit) }
        let finder = StrategyFinder(
            jobs: jobs, limits: options.limits, isCancelled: options.isCancelled, elapsed: elapsed,
            progress: progress)
        let response = try ContractError.wording { () throws(StrategyError) in try finder.find(valid: request) }
        var output: [UInt8] = []
        guard
            response.write(
                to: &output, identifier: reader.identifierJSON, pretty: options.pretty,
                isCancelled: options.isCancelled)
        else { throw .cancelled }
        return (response, output)
    }
}
