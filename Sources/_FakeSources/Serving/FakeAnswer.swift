/// An answer, before a fault changes it.
struct FakeAnswer: Sendable {
    var status: Int
    var fields: [(name: String, value: String)]
    var body: [UInt8]
    /// Whether the length is left open, so that the body comes in chunks.
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

/// A source, as far as all of them differ.
protocol FakeSourcePlayer: Sendable {
    /// Returns the true answer.
    func answer(_ request: FakeRequest, _ state: FakeState) -> FakeAnswer
    /// Returns the body that the source has for a status. `isOther` asks for the second shape, if there is one.
    func failure(_ status: Int, isOther: Bool) -> FakeAnswer
    /// Returns an error with status 200.
    func twin() -> FakeAnswer
    /// Returns the answer to a request with a wrong key; `nil` if it may go on.
    func refusal(_ request: FakeRequest) -> FakeAnswer?
    /// Returns the answer with what the source tells about limits.
    func addingLimits(_ answer: FakeAnswer, used: Int, allowed: Int?, end: Double) -> FakeAnswer
}

extension FakeSourcePlayer {
    func twin() -> FakeAnswer { failure(200, isOther: false) }
    func refusal(_ request: FakeRequest) -> FakeAnswer? {
        request.keyPlace == nil ? failure(401, isOther: false) : nil
    }
    func addingLimits(_ answer: FakeAnswer, used: Int, allowed: Int?, end: Double) -> FakeAnswer { answer }
}
