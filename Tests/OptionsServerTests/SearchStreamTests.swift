import Testing

@testable import OptionsServer

@Suite struct SearchStreamTests {
    @Test(
        "the heaviest form counts",
        arguments: [
            (["application/x-ndjson"], SearchStream.lines), (["text/event-stream"], .events),
            (["*/*"], nil), ([], nil), (["application/json"], nil),
            (["text/event-stream;q=0"], nil), (["text/event-stream;q=0.5, application/json"], nil),
            (["application/json;q=0.5, Text/Event-Stream; q=0.8"], .events),
            (["text/event-stream;q=0.3", "application/x-ndjson;q=0.4"], .lines),
            (["text/event-stream, */*"], .events), (["text/event-stream;q=high"], nil),
        ] as [([String], SearchStream?)])
    func acceptedForms(_ fields: [String], _ form: SearchStream?) {
        #expect(SearchStream(accept: fields) == form)
    }
}
