import Testing

@Suite("--limits strict")
struct LimitsTests {
    private static let refused =
        #"{"error":"the request must take at most 30000000 valuations, got more","code":"work_exceeded"}"# + "\n"
    private static let leg = #"{"type":"call","position":"long","strikePrice":100,"premium":5,"quantity":1}"#
    private static let wideLeg = #"{"type":"call","position":"long","strikePrice":100,"premium":5e-324,"quantity":1}"#
    private static let market = #""currentPrice":100,"timeToExpiration":0.5,"volatility":0.2"#
    private static let small = #"{\#(market),"legs":[\#(leg)]}"#

    /// A curve of integers of 1,000 bits, and 400 legs in 100,000 scenarios.
    private static let wide =
        #"{\#(market),"legs":[\#(wideLeg)],"curveRange":{"minimum":0,"maximum":1000,"points":90000}}"#
    private static let scenarios: String = {
        let shifts = (0..<1000).map { "\(Double($0) / 1000)" }.joined(separator: ",")
        let dates = (0..<100).map { "\(Double($0) / 1000)" }.joined(separator: ",")
        let legs = (0..<400).map {
            #"{"type":"call","position":"long","strikePrice":\#(50 + $0),"premium":5,"quantity":1}"#
        }.joined(separator: ",")
        return #"{\#(market),"legs":[\#(legs)],"scenarioGrid":{"spotShifts":[\#(shifts)],"dates":[\#(dates)]}}"#
    }()

    @Test(
        "calculate and scenario refuse on standard error, with status 1",
        arguments: ["calculate", "scenario"])
    func refusal(_ command: String) throws {
        let folder = try TemporaryFolder()
        let request = command == "calculate" ? Self.wide : Self.scenarios
        let run = try folder.run([command, "--limits", "strict"], input: request)
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(run.error == Self.refused)
    }

    @Test("batch refuses on the line of the request, and answers the others", arguments: [[], ["--metrics-only"]])
    func batch(_ options: [String]) throws {
        let folder = try TemporaryFolder()
        let input = Self.small + "\n" + Self.wide + "\n" + Self.small + "\n"
        let run = try folder.run(["batch", "--quiet", "--limits", "strict"] + options, input: input)
        let lines = run.output.split(separator: "\n").map { $0 + "\n" }
        #expect(lines.count == 3)
        let answer = try folder.run(["batch", "--quiet"] + options, input: Self.small + "\n").output
        #expect(lines.first == answer[...])
        #expect(lines.last == answer[...])
        // Without a curve, no request is expensive.
        #expect(run.status == (options.isEmpty ? 1 : 0))
        if options.isEmpty { #expect(lines.dropFirst().first == Self.refused[...]) }
    }

    @Test("small requests have the same bytes under both presets", arguments: ["calculate", "scenario"])
    func small(_ command: String) throws {
        let folder = try TemporaryFolder()
        let strict = try folder.run([command, "--limits", "strict"], input: Self.small)
        let generous = try folder.run([command, "--limits", "generous"], input: Self.small)
        #expect(strict.status == 0)
        #expect(strict.output == generous.output)
        #expect(try folder.run([command], input: Self.small).output == strict.output)
    }

    @Test("an unknown preset is incorrect usage")
    func usage() throws {
        #expect(try TemporaryFolder().run(["calculate", "--limits", "lax"]).status == 64)
    }
}
