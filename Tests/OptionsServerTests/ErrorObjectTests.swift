import MarketData
import NIOCore
import StrategyContract
import Testing

@testable import OptionsServer

/// Whether a body is the error object of a sentence. The sentence of a parameter or member begins with its path.
func isErrorObject(_ body: ByteBuffer, _ sentence: String, status: Int = 400, isWrongType: Bool = false) -> Bool {
    let code =
        switch status {
        case 400 where sentence.contains(" is required"): "missing"
        case 400 where sentence.contains(" is unknown; members"): "unknown_member"
        case 400 where sentence.contains(" is not valid JSON") || sentence.hasPrefix("the query must be"): "malformed"
        case 400: isWrongType ? "wrong_type" : "not_allowed"
        case 404: "not_found"
        case 413: "too_large"
        default: "busy"
        }
    let word = sentence.split(separator: " ").first.map(String.init) ?? ""
    var json = JSONText()
    json.object {
        $0.member("error", sentence)
        $0.member("code", code)
        if status == 400, word != "the" { $0.member("path", word) }
    }
    return body.readableBytesView.elementsEqual(json.bytes)
}

@Suite("Error objects")
struct ErrorObjectTests {
    @Test(
        "a status that has one meaning determines the code",
        arguments: [
            (401, "unauthorized"), (403, "forbidden"), (404, "not_found"), (405, "method_not_allowed"),
            (408, "timeout"), (409, "too_many"), (413, "too_large"), (415, "unsupported_media_type"),
            (431, "headers_too_large"), (500, "internal"), (503, "busy"),
        ])
    func statuses(_ status: Int, _ code: String) {
        let error = ServerError(status, "no")
        #expect(String(decoding: error.json(path: "/api/rest"), as: UTF8.self) == #"{"error":"no","code":"\#(code)"}"#)
        #expect(String(decoding: error.json(path: "/v1/x"), as: UTF8.self) == #"{"detail":"no","code":"\#(code)"}"#)
    }

    @Test(
        "the failure of a source has a code of its own",
        arguments: [
            (.unknownSymbol("X"), 404, "not_found"), (.limitReached(.polygon, retryAfter: 7), 503, "source_limit"),
            (.leftAlone(.polygon, retryAfter: 7), 503, "source_broken"), (.timedOut(.polygon), 504, "source_timeout"),
            (.broken(.polygon, reason: "x"), 502, "source_broken"),
            (.notInPlan(.polygon, reason: "x"), 503, "not_in_plan"),
            (.keyRefused(.polygon), 503, "key_refused"), (.noSource(reason: "x"), 503, "no_source"),
            (.cancelled, 503, "busy"),
        ] as [(MarketDataError, Int, String)])
    func sources(_ failure: MarketDataError, _ status: Int, _ code: String) {
        let error = ServerError(failure)
        #expect(error.status == status && error.code.rawValue == code && error.path.isEmpty)
    }
}
