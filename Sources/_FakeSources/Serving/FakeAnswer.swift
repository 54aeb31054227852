/// An answer, before a fault changes it.
struct FakeAnswer: Sendable {
    var status: Int
    var fields: [(name: String, value: String)]
    var body: [UInt8]
    /// Whether the length is omitted, so that the body is chunked.
    var isChunked = false

    init(_ json: JSON, status: Int = 200) {
        self.init(bytes: json.bytes, type: "application/json", status: status)
    }

    init(text: String, type: String = "text/plain", status: Int) {
        self.init(bytes: Array(text.utf8), type: type, status: status)
    }

    init(bytes: [UInt8], type: String, status: Int) {
        self.status = status
        fields = [("content-type", type)]
        body = bytes
    }

    func adding(_ name: String, _ value: String) -> FakeAnswer {
        var answer = self
        answer.fields.append((name, value))
        return answer
    }

    static func page(_ status: Int) -> FakeAnswer {
        FakeAnswer(
            text:
                "<!DOCTYPE html><html><head><title>\(status)</title></head><body>"
                + "<h1>We will be right back</h1></body></html>",
            type: "text/html; charset=utf-8", status: status)
    }
}

/// The parts of a source that differ between sources.
protocol FakeSourcePlayer: Sendable {
    /// Returns the true answer.
    func answer(_ request: FakeRequest, _ state: FakeState) -> FakeAnswer
    /// Returns the source's body for a status. `isOther` selects the second shape, if there is one.
    func failure(_ status: Int, isOther: Bool) -> FakeAnswer
    /// Returns an error with status 200.
    func twin() -> FakeAnswer
    /// Returns the response to a request with a wrong key; `nil` if the key is accepted.
    func refusal(_ request: FakeRequest) -> FakeAnswer?
    /// Returns the response with the source's rate limit fields.
    func addingLimits(_ answer: FakeAnswer, used: Int, allowed: Int?, end: Double) -> FakeAnswer
}

extension FakeSourcePlayer {
    func twin() -> FakeAnswer { failure(200, isOther: false) }
    func refusal(_ request: FakeRequest) -> FakeAnswer? {
        request.keyPlace == nil ? failure(401, isOther: false) : nil
    }
    func addingLimits(_ answer: FakeAnswer, used: Int, allowed: Int?, end: Double) -> FakeAnswer { answer }
}
