import Foundation
import Testing
import _TestSupport

@Suite("options margin")
struct MarginTests {
    private static let request = "Fixtures/extended/account.json"

    @Test("answers a file, standard input and - alike")
    func sources() throws {
        let expected = String(decoding: try Fixture.bytes("Fixtures/extended/account.response.json"), as: UTF8.self)
        let input = Data(try Fixture.bytes(Self.request))
        for run in [
            try Run(["margin", "--pretty", Self.request]), try Run(["margin", "--pretty"], input: input),
            try Run(["margin", "--pretty", "-"], input: input),
        ] {
            #expect(run.status == 0 && run.error == "" && run.output == expected)
        }
    }

    @Test("a request that breaks a rule is refused on standard error, from a file and from standard input")
    func refused() throws {
        let folder = try TemporaryFolder()
        for (request, arguments, message, members) in [
            ("", [], "the request is not valid JSON: it is empty", #""code":"malformed""#),
            ("[]", [], "the request must be a JSON object, got an array", #""code":"wrong_type""#),
            (#"{"currentPrice":95}"#, [], "accountType is required", #""code":"missing","path":"accountType""#),
            (
                #"{"acountType":"cash"}"#, ["--strict"], "acountType is not a known member; did you mean accountType?",
                #""code":"unknown_member","path":"acountType""#
            ),
            (
                #"{"accountType":"cash","valuationDate":"2026-01-02","currentPrice":-95}"#, [],
                "currentPrice must be greater than 0, got -95", #""code":"not_allowed","path":"currentPrice""#
            ),
        ] {
            try folder.write(request, to: "account.json")
            for run in [
                try folder.run(["margin", "account.json"] + arguments),
                try folder.run(["margin"] + arguments, input: request),
            ] {
                #expect(run.status == 1 && run.output == "")
                #expect(run.error == #"{"error":"\#(message)",\#(members)}"# + "\n")
            }
        }
        let identified = try folder.run(["margin"], input: #"{"id":7,"accountType":"ira"}"#)
        #expect(
            identified.error
                == #"{"id":7,"error":"accountType must be \"margin\" or \"cash\", got \"ira\"","code":"not_allowed","path":"accountType"}"#
                + "\n")
        #expect(try folder.run(["margin", "no-such-file.json"]).status == 66)
    }
}
