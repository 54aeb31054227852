import Foundation

extension OptionsServerClient {
    /// The answers of a call that has one for each line.
    func lines<Response: Decodable & Sendable>(_ call: Call, count: Int) async throws(OptionsClientError)
        -> [Result<Response, LineRefusal>]
    {
        var results: [Result<Response, LineRefusal>] = []
        results.reserveCapacity(count)
        try await eachLine(of: call, count: count) { results.append($0) }
        return results
    }

    /// Passes the answer of each line on as soon as it is complete.
    func eachLine<Response: Decodable & Sendable>(
        of call: Call, count: Int, _ pass: (Result<Response, LineRefusal>) -> Void
    ) async throws(OptionsClientError) {
        var passed = 0
        try await eachText(of: call) { line throws(OptionsClientError) in
            let result: LineResult<Response>
            do throws(OptionsClientError) {
                result = try call.read(line)
            } catch {
                guard case .undocumented(let endpoint, let member, let reason) = error else { throw error }
                throw .undocumented(
                    endpoint: endpoint, member: "[\(passed)]" + (member.map { ".\($0)" } ?? ""), reason: reason)
            }
            passed += 1
            pass(result.result)
        }
        guard passed == count else {
            throw .undocumented(
                endpoint: call.endpoint, member: nil, reason: "the body has \(passed) lines in place of \(count)")
        }
    }

    /// Passes each line of an answer on as soon as it is complete.
    func eachText(
        of call: Call, _ read: (Data) throws(OptionsClientError) -> Void
    ) async throws(OptionsClientError) {
        let answer = try await send(call)
        var splitter = LineSplitter()
        do {
            for try await piece in answer.body {
                for line in splitter.lines(piece) { try read(line) }
            }
            if let line = splitter.lastLine() { try read(line) }
        } catch {
            throw OptionsClientError(transporting: error, endpoint: call.endpoint)
        }
        if Task.isCancelled { throw .cancelled(endpoint: call.endpoint) }
    }

    /// Returns a sequence that a task produces. The task is cancelled when the sequence is released.
    func stream<Element: Sendable>(
        _ fill: @escaping @Sendable (AsyncThrowingStream<Element, any Error>.Continuation) async throws -> Void
    ) -> AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await fill(continuation)
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// A line of an answer: the response, or an error in its place.
private struct LineResult<Response: Decodable & Sendable>: Decodable {
    let result: Result<Response, LineRefusal>

    private enum CodingKeys: String, CodingKey {
        case error
    }

    init(from decoder: any Decoder) throws {
        let isRefused = try decoder.container(keyedBy: CodingKeys.self).contains(.error)
        result =
            isRefused ? .failure(try LineRefusal(from: decoder)) : .success(try Response(from: decoder))
    }
}
