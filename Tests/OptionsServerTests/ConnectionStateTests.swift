import Testing

@testable import OptionsServer

/// The rules of a connection (docs/server.md, Errors and Limits), without sockets and clocks.
@Suite("State of a connection")
struct ConnectionStateTests {
    /// Heads are names, and pieces of a body are known by their length.
    typealias State = ConnectionState<String, Int>

    /// A rule: what a connection does at each of some events.
    struct Rule: CustomTestStringConvertible {
        let testDescription: String
        /// Events at the time 0, at which other rules say what happens.
        let before: [State.Event]
        /// Times in seconds, events, and the actions that they cause.
        let steps: [(time: Double, event: State.Event, actions: [State.Action])]
        var limits = ServerLimits()

        init(
            _ description: String, after before: [State.Event] = [],
            _ steps: [(time: Double, event: State.Event, actions: [State.Action])]
        ) {
            testDescription = description
            self.before = before
            self.steps = steps
        }
    }

    // MARK: Events

    static let opened: [State.Event] = [.opened(isStopping: false)]

    static func head(_ traits: RequestTraits = RequestTraits(), _ ruling: Ruling = .collect(limit: 100))
        -> [State.Event]
    {
        [.part(.head("head")), .admitted(traits, ruling)]
    }

    static func body(_ count: Int) -> State.Event { .part(.body(count, count: count)) }
    static let end = State.Event.part(.end)
    /// A complete request without a body, and one that a task answers.
    static let request = opened + head() + [end]
    static let takenOn = request + [.takenOn]
    /// A batch that arrives, and one that is being answered.
    static let batch = opened + head(RequestTraits(isChunked: true), .stream) + [.takenOn]
    static let answeredBatch = batch + [.read, body(10), .responseHead(hasLength: false)]
    /// A connection that has ended and waits for the client.
    static let drained = opened + head(RequestTraits(keepsAlive: false)) + [end, .answered(hasLength: true), .written]

    // MARK: Actions

    static let answer: [State.Action] = [.respond(nil, isLast: false), .report(isAborted: false), .flush]
    static let lastAnswer: [State.Action] = [.respond(nil, isLast: true), .report(isAborted: false), .flush, .measure]
    static let late = ServerError(408, "the request must arrive within 30 seconds")
    static let malformed = ServerError(400, "the request must be HTTP/1.1")
    static let unknown = ServerError(404, "there is no /x")
    static let megabyte = 1 << 20

    static func time(_ seconds: Double) -> State.Action { .schedule(.seconds(seconds)) }

    static func timer(pending: Int = 0, taken: Int = 0) -> State.Event {
        .timer(Output(pending: pending, taken: taken))
    }

    // MARK: Rules

    static let requests = [
        Rule(
            "a request is collected, and the event loop answers it", after: opened,
            [
                (1, .part(.head("head")), [time(31), .begin("head")]),
                (1, .admitted(RequestTraits(contentLength: 5), .collect(limit: 5)), []),
                (1, body(3), [.collect(3)]), (1, body(2), [.collect(2)]), (1, end, [.dispatch]),
                (1, .answered(hasLength: true), answer),
            ]),
        Rule(
            "a request with a known head is answered at once, and the next one is awaited", after: opened,
            [
                (1, .repeated(RequestTraits(contentLength: 5), hasLength: true), answer),
                (2, .part(.head("next")), [time(32), .begin("next")]),
            ]),
        Rule(
            "while the server stops, it is the last", after: opened + [.stopping],
            [(0, .repeated(RequestTraits(), hasLength: true), lastAnswer)]),
        Rule(
            "a task answers what the event loop does not", after: request,
            [
                (0, .takenOn, [.pass(isComplete: true)]),
                (5, .responseHead(hasLength: true), [.writeHead(isLast: false)]), (5, .responseBody, [.writeBody]),
                (5, .responseEnd, [.writeEnd(isLast: false), .report(isAborted: false), .flush]),
            ]),
        Rule(
            "a batch is answered while it arrives", after: opened + head(RequestTraits(isChunked: true), .stream),
            [
                (0, .takenOn, [.pass(isComplete: false)]), (1, body(7), [.passBody(7)]),
                (1, .responseHead(hasLength: false), [.writeHead(isLast: false)]), (1, .responseBody, [.writeBody]),
                (2, body(8), [.passBody(8)]), (2, end, [.passEnd]),
                (3, .responseEnd, [.writeEnd(isLast: false), .report(isAborted: false), .flush]),
            ]),
        Rule(
            "a request that breaks a rule is refused, and the next one is read", after: opened,
            [
                (0, .part(.head("head")), [time(30), .begin("head")]),
                (0, .admitted(RequestTraits(), .refuse(unknown)), [.respond(unknown, isLast: false), .flush]),
                (0, end, [.report(isAborted: false)]), (0, .part(.head("next")), [.begin("next")]),
            ]),
        Rule(
            "the body of a refused request is discarded, up to 1 MiB",
            after: opened + head(RequestTraits(contentLength: megabyte), .refuse(unknown)),
            [(0, body(megabyte), [.discard(megabyte)]), (0, end, [.report(isAborted: false)])]),
        Rule(
            "a refused request with a longer body ends the connection", after: opened + [.part(.head("head"))],
            [
                (
                    0, .admitted(RequestTraits(contentLength: megabyte + 1), .refuse(unknown)),
                    [.respond(unknown, isLast: true), .flush]
                ), (0, body(megabyte), [.discard(megabyte)]),
                (0, body(1), [.discard(1), .closeOutput, time(2)]),
            ]),
        Rule(
            "a refused request with chunks ends the connection", after: opened + [.part(.head("head"))],
            [
                (
                    0, .admitted(RequestTraits(isChunked: true), .refuse(unknown)),
                    [.respond(unknown, isLast: true), .flush]
                )
            ]),
        Rule(
            "a body of the longest length is collected, one that grows longer is 413",
            after: opened + head(RequestTraits(isChunked: true)),
            [
                (0, body(100), [.collect(100)]),
                (0, body(1), [.discard(1), .respond(.tooLarge(limit: 100), isLast: true), .flush]),
                (0, end, [.report(isAborted: false), .measure]),
            ]),
        Rule(
            "without memory for its body, a request is 503, and ends the connection",
            after: opened + head(RequestTraits(contentLength: 9)) + [body(9)],
            [(0, .refused(.busy), [.respond(.busy, isLast: true), .flush])]),
        Rule(
            "without a place, a complete request is 503, and the next one is read", after: request,
            [
                (0, .refused(.busy), [.respond(.busy, isLast: false), .report(isAborted: false), .flush]),
                (0, .part(.head("next")), [.begin("next")]),
            ]),
        Rule(
            "without a place, a batch is 503, and ends the connection", after: opened + [.part(.head("head"))],
            [
                (0, .admitted(RequestTraits(isChunked: true), .stream), [.dispatch]),
                (0, .refused(.busy), [.respond(.busy, isLast: true), .flush]), (0, body(4), [.discard(4)]),
            ]),
    ]

    static let expectations = [
        Rule(
            "100 is sent before the body comes", after: opened + [.part(.head("head"))],
            [
                (
                    0, .admitted(RequestTraits(expectsContinue: true, contentLength: 1), .collect(limit: 1)),
                    [.sendContinue]
                )
            ]),
        Rule(
            "100 is sent before a batch", after: opened + [.part(.head("head"))],
            [
                (
                    0, .admitted(RequestTraits(expectsContinue: true, isChunked: true), .stream),
                    [.sendContinue, .dispatch]
                )
            ]
        ),
        Rule(
            "100 is not sent without a body", after: opened + [.part(.head("head"))],
            [(0, .admitted(RequestTraits(expectsContinue: true), .collect(limit: 1)), [])]),
        Rule(
            "100 is not sent to HTTP/1.0", after: opened + [.part(.head("head"))],
            [
                (
                    0,
                    .admitted(
                        RequestTraits(isVersion10: true, expectsContinue: true, contentLength: 1), .collect(limit: 1)),
                    []
                )
            ]),
        Rule(
            "refusing a request that expects 100 ends the connection", after: opened + [.part(.head("head"))],
            [
                (
                    0, .admitted(RequestTraits(expectsContinue: true, contentLength: 1), .refuse(unknown)),
                    [.respond(unknown, isLast: true), .flush]
                )
            ]),
    ]

    static let order = [
        Rule(
            "a request that arrives early waits for the response to the one before", after: takenOn,
            [
                (0, .part(.head("next")), []), (0, end, []),
                (0, .responseHead(hasLength: true), [.writeHead(isLast: false)]),
                (
                    0, .responseEnd,
                    [.writeEnd(isLast: false), .report(isAborted: false), .flush, .begin("next"), .deliver]
                ), (0, .admitted(RequestTraits(), .collect(limit: 0)), [.dispatch, .deliver]),
            ]),
        Rule(
            "the parts of a batch that arrived early are passed on together",
            after: takenOn + [.part(.head("next")), body(5), end, .responseHead(hasLength: true), .responseEnd],
            [
                (0, .admitted(RequestTraits(contentLength: 5), .stream), [.dispatch]),
                (0, .takenOn, [.pass(isComplete: false), .passBody(5), .passEnd, .deliver]),
            ]),
        Rule(
            "a client that does not read its responses is not answered further", after: opened + [.writable(false)],
            [(0, .part(.head("head")), []), (9, .writable(true), [time(39), .begin("head"), .deliver])]),
        Rule(
            "a connection with more than 64 waiting parts is not read until they are fewer",
            after: takenOn + (0..<32).flatMap { _ in [.part(.head("next")), end] },
            [
                (0, .read, [.read]), (0, .part(.head("next")), []), (0, .read, []),
                (0, .responseHead(hasLength: true), [.writeHead(isLast: false)]),
                (
                    0, .responseEnd,
                    [.writeEnd(isLast: false), .report(isAborted: false), .flush, .begin("next"), .deliver, .read]
                ),
            ]),
    ]

    static let malformedRequests = [
        Rule(
            "bytes that are no request are refused, and end the connection", after: opened,
            [
                (
                    0, .part(.malformed(malformed)),
                    [
                        .beginWithoutHead, .respond(malformed, isLast: true), .report(isAborted: false), .flush,
                        .measure,
                    ]
                ), (0, .part(.head("next")), []),
            ]),
        Rule(
            "a malformed body is refused", after: opened + head(RequestTraits(isChunked: true)),
            [
                (
                    0, .part(.malformed(malformed)),
                    [.respond(malformed, isLast: true), .report(isAborted: false), .flush, .measure]
                )
            ]),
        Rule(
            "a malformed batch is refused before its response, and the task's response is discarded", after: batch,
            [
                (
                    0, .part(.malformed(malformed)),
                    [.respond(malformed, isLast: true), .report(isAborted: false), .flush, .measure]
                ), (0, .responseHead(hasLength: false), [.discardWrite]), (0, .responseEnd, [.discardWrite]),
            ]),
        Rule(
            "a malformed batch ends the connection in the middle of its response", after: answeredBatch,
            [(0, .part(.malformed(malformed)), [.close])]),
        Rule(
            "a malformed rest of a refused request ends the connection",
            after: opened + head(RequestTraits(contentLength: 9), .refuse(unknown)),
            [(0, .part(.malformed(malformed)), [.closeOutput, time(2)])]),
        Rule(
            "bytes that are no request wait for the responses before", after: takenOn,
            [
                (0, .part(.malformed(malformed)), []),
                (0, .responseHead(hasLength: true), [.writeHead(isLast: false)]),
                (
                    0, .responseEnd,
                    [
                        .writeEnd(isLast: false), .report(isAborted: false), .flush, .beginWithoutHead,
                        .respond(malformed, isLast: true), .report(isAborted: false), .flush, .measure, .deliver,
                    ]
                ),
            ]),
    ]

    static let times = [
        Rule(
            "a connection that sends nothing is closed after 60 seconds", after: [],
            [(0, .opened(isStopping: false), [time(60)]), (60, timer(), [.close])]),
        Rule(
            "a connection without a further request is closed 60 seconds after its response", after: request,
            [(9, .answered(hasLength: true), answer), (30, timer(), [time(69)]), (69, timer(), [.close])]),
        Rule(
            "an idle connection whose client still reads stays", after: opened,
            [(60, timer(pending: 9, taken: 1), [time(90)]), (90, timer(), [time(120)]), (120, timer(), [.close])]),
        Rule(
            "a head must arrive within 30 seconds of its first byte", after: opened,
            [
                (5, .fragment, [time(35)]), (20, .fragment, []),
                (35, timer(), [.beginWithoutHead, .respond(late, isLast: true), .flush]),
                (35, .written, [.closeOutput, time(37)]),
            ]),
        Rule(
            "the body must arrive within 30 seconds of the first byte of the head", after: opened,
            [
                (5, .fragment, [time(35)]), (20, .part(.head("head")), [.begin("head")]),
                (20, .admitted(RequestTraits(contentLength: 9), .collect(limit: 9)), []), (34, body(8), [.collect(8)]),
                (35, timer(), [.respond(late, isLast: true), .flush]),
            ]),
        Rule(
            "a complete request has any time", after: takenOn,
            [(30, timer(), []), (300, .responseHead(hasLength: true), [.writeHead(isLast: false)])]),
        Rule(
            "a batch may pause for 30 seconds", after: batch,
            [
                (0, .read, [.read]), (29, body(5), [.passBody(5)]), (29, .read, [.read]),
                (30, timer(), [time(59)]), (59, timer(), [.respond(late, isLast: true), .flush]),
                (60, .responseHead(hasLength: false), [.discardWrite]),
            ]),
        Rule(
            "the time in which the server does not read a batch does not count", after: batch + [.read, body(5)],
            [(30, timer(), []), (100, .read, [time(130), .read])]),
        Rule(
            "a batch that pauses longer ends the connection in the middle of its response",
            after: answeredBatch + [.read], [(30, timer(), [.close])]),
        Rule(
            "the rest of a refused request must arrive in time",
            after: opened + head(RequestTraits(contentLength: 9), .refuse(unknown)), [(30, timer(), [.close])]),
        Rule(
            "a client must take 64 KiB in 30 seconds while more waits",
            after: takenOn + [.responseHead(hasLength: false)],
            [
                (5, .output(Output(pending: 99_999, taken: 1000)), []),
                (30, timer(pending: 99_999, taken: 1000), [time(35)]),
                (35, timer(pending: 99_999, taken: 1000 + 65_536), [time(65)]),
                (65, timer(pending: 99_999, taken: 1000 + 2 * 65_536 - 1), [.close]),
            ]),
        Rule(
            "a client that has taken everything has any time", after: takenOn + [.responseHead(hasLength: false)],
            [
                (5, .output(Output(pending: 99_999)), []), (30, timer(), [time(35)]), (35, timer(), []),
                (300, .responseBody, [.writeBody]),
            ]),
        Rule(
            "a client that has got the last response has 2 seconds to close", after: drained, [(2, timer(), [.close])]),
    ]

    static let ends = [
        Rule(
            "the client can ask for the end", after: opened + [.part(.head("head"))],
            [
                (0, .admitted(RequestTraits(keepsAlive: false), .collect(limit: 0)), []), (0, end, [.dispatch]),
                (0, .answered(hasLength: true), lastAnswer), (0, .part(.head("next")), []),
                (0, .written, [.closeOutput, time(2)]), (1, body(megabyte), []), (1, body(1), [.close]),
                (1, .closed, [.cancelWork]),
            ]),
        Rule(
            "HTTP/1.0 goes on after a response with a length",
            after: opened + head(RequestTraits(isVersion10: true)) + [end],
            [(0, .answered(hasLength: true), answer)]),
        Rule(
            "the end of the connection is the end of a response without a length to HTTP/1.0",
            after: opened + head(RequestTraits(isVersion10: true)) + [end, .takenOn],
            [
                (0, .responseHead(hasLength: false), [.writeHead(isLast: true)]),
                (0, .responseEnd, [.writeEnd(isLast: true), .report(isAborted: false), .flush, .measure]),
            ]),
        Rule(
            "chunks from HTTP/1.0 end the connection",
            after: opened + head(RequestTraits(isVersion10: true, isChunked: true)) + [end],
            [(0, .answered(hasLength: true), lastAnswer)]),
        Rule(
            "a request for another protocol is read and answered, and nothing after it",
            after: opened + head(RequestTraits(isUpgrade: true, contentLength: 5)),
            [
                (0, .read, [.read]), (0, body(5), [.collect(5)]), (0, end, [.dispatch]), (0, .read, []),
                (0, .answered(hasLength: true), lastAnswer), (0, .written, [.closeOutput, time(2)]), (0, .read, []),
            ]),
        Rule(
            "a response that is complete before a batch ends the connection, and the rest is discarded", after: batch,
            [
                (0, .responseHead(hasLength: true), [.writeHead(isLast: true)]), (0, .responseBody, [.writeBody]),
                (0, .responseEnd, [.passEnd, .deliver, .writeEnd(isLast: true), .flush]), (0, body(9), [.discard(9)]),
                (0, end, [.report(isAborted: false), .measure]),
            ]),
        Rule(
            "a response in chunks that ends before a batch ends the connection", after: answeredBatch,
            [(0, .responseEnd, [.passEnd, .deliver, .writeEnd(isLast: true), .flush])]),
        Rule(
            "a client that closes its sending side gets its response", after: takenOn,
            [
                (0, .inputClosed, [.tellInputClosed]),
                (9, .responseHead(hasLength: true), [.writeHead(isLast: false)]),
                (9, .responseEnd, [.writeEnd(isLast: false), .report(isAborted: false), time(9.5), .flush, .measure]),
                (9, .output(Output()), [.close]),
            ]),
        Rule(
            "it gets the responses to all of its requests", after: takenOn + [.part(.head("next")), end],
            [
                (0, .inputClosed, [.tellInputClosed]),
                (0, .responseHead(hasLength: true), [.writeHead(isLast: false)]),
                (
                    0, .responseEnd,
                    [
                        .writeEnd(isLast: false), .report(isAborted: false), time(0.5), .flush, .begin("next"),
                        .deliver,
                    ]
                ), (0, .admitted(RequestTraits(), .collect(limit: 0)), [.dispatch, .deliver]),
                (0, .answered(hasLength: true), answer + [.measure]),
            ]),
        Rule(
            "it may take its time for the last bytes", after: takenOn + [.inputClosed, .responseHead(hasLength: true)],
            [
                (9, .responseEnd, [.writeEnd(isLast: false), .report(isAborted: false), time(9.5), .flush, .measure]),
                (9, .output(Output(pending: 99_999)), []), (9.5, timer(pending: 9, taken: 99_990), [time(10)]),
                (10, timer(), [.close]),
            ]),
        Rule(
            "it gets nothing after the last response, however slowly it reads",
            after: opened + head(RequestTraits(keepsAlive: false)) + [end, .takenOn, .inputClosed],
            [
                (9, .responseHead(hasLength: true), [.writeHead(isLast: true)]),
                (9, .responseEnd, [.writeEnd(isLast: true), .report(isAborted: false), .flush, .measure]),
                (9, .output(Output(pending: 99_999)), []), (30, timer(pending: 99_999, taken: 0), [time(39)]),
                (39, timer(pending: 9, taken: 99_990), [time(69)]), (40, .written, [.close]),
            ]),
        Rule(
            "a client without a request that closes its sending side is gone", after: opened,
            [(0, .inputClosed, [.tellInputClosed, .measure]), (0, .output(Output()), [.close])]),
        Rule(
            "a client that closes its side after the last response is gone", after: drained,
            [(0, .inputClosed, [.tellInputClosed, .close])]),
        Rule("a reset ends the connection", after: takenOn, [(0, .failed, [.close])]),
        Rule(
            "the work for a client that has gone is cancelled", after: takenOn,
            [
                (1, .closed, [.cancelWork, .report(isAborted: true)]),
                (2, .responseHead(hasLength: true), [.discardWrite]),
            ]),
        Rule(
            "a client may go before the rest of its refused request",
            after: opened + head(RequestTraits(contentLength: 9), .refuse(unknown)),
            [(1, .closed, [.cancelWork, .report(isAborted: false)])]),
    ]

    static let stops = [
        Rule(
            "while the server stops, a connection without a request has half a second", after: opened,
            [(9, .stopping, [time(9.5)]), (9.5, timer(), [.close])]),
        Rule(
            "a connection that opens then has it too", after: [],
            [(9, .opened(isStopping: true), [time(9.5)]), (9.5, timer(), [.close])]),
        Rule(
            "a request that has begun to arrive keeps its time", after: opened,
            [(9, .fragment, [time(39)]), (10, .stopping, []), (38, .part(.head("head")), [.begin("head")])]),
        Rule(
            "a response then ends the connection", after: request,
            [(9, .stopping, []), (9, .answered(hasLength: true), lastAnswer)]),
        Rule(
            "a request in progress is answered then", after: takenOn,
            [
                (9, .stopping, []), (18, .responseHead(hasLength: true), [.writeHead(isLast: true)]),
                (18, .responseEnd, [.writeEnd(isLast: true), .report(isAborted: false), .flush, .measure]),
            ]),
        Rule(
            "requests that wait are answered then, and the last response ends the connection",
            after: takenOn + [.part(.head("next")), end, .stopping],
            [
                (0, .responseHead(hasLength: true), [.writeHead(isLast: false)]),
                (
                    0, .responseEnd,
                    [
                        .writeEnd(isLast: false), .report(isAborted: false), time(0.5), .flush, .begin("next"),
                        .deliver,
                    ]
                ), (0, .admitted(RequestTraits(), .collect(limit: 0)), [.dispatch, .deliver]),
                (0, .answered(hasLength: true), lastAnswer),
            ]),
    ]

    static let rules = requests + expectations + order + malformedRequests + times + ends + stops

    @Test("every rule", arguments: rules)
    func rule(_ rule: Rule) {
        var state = State(rule.limits)
        for event in rule.before {
            state.handle(event, now: .zero)
            while state.next() != nil {}
        }
        for (time, event, expected) in rule.steps {
            state.handle(event, now: .seconds(time))
            var actions: [State.Action] = []
            while let action = state.next() { actions.append(action) }
            #expect(actions == expected, "after \(event) at \(time) s")
        }
    }

    // MARK: Between requests

    /// Events, and whether the next request may be answered at once after them.
    static let moments: [(events: [State.Event], isBetweenRequests: Bool)] = [
        (opened, true), (request, false), (request + [.answered(hasLength: true)], true), (takenOn, false),
        (takenOn + [.responseHead(hasLength: true)], false),
        (takenOn + [.responseHead(hasLength: true), .responseEnd], true), (opened + [.fragment], false),
        (opened + [.writable(false)], false), (opened + [.writable(false), .writable(true)], true),
        (opened + [.writable(false), .part(.head("head"))], false), (takenOn + [.part(.head("next"))], false),
        (opened + head(RequestTraits(), .refuse(unknown)), false), (drained, false), (opened + [.closed], false),
    ]

    @Test("no request is answered at once while another one is in progress or waits", arguments: moments.indices)
    func betweenRequests(_ index: Int) {
        var state = State(ServerLimits())
        for event in Self.moments[index].events {
            state.handle(event, now: .zero)
            while state.next() != nil {}
        }
        #expect(state.isBetweenRequests == Self.moments[index].isBetweenRequests)
    }
}
