internal import ArgumentParser
internal import ExactPayoff
internal import StrategyContract

extension Options {
    /// `options margin [FILE] [--pretty]`
    struct Margin: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compute the least margin that an account requires.",
            discussion: """
                Reads an account of options and shares on one underlying, up to 1000 legs, from FILE or standard input: \
                accountType ("margin" or "cash"), valuationDate, currentPrice, underlying and legs. A leg is written as for \
                options calculate, with its expirationDate and, if it differs from the premium, its marketValue per share. \
                Writes what opening the account requires, and what it requires every day afterwards: the least over all \
                groupings that US rules permit, with the groups, a lower bound, and the proof. If a request has an id (a \
                string or a number), the response repeats it. If the request breaks a rule, writes {"error": …} to standard \
                error and exits with status 1.

                "include": ["certificate"] adds the multipliers by which the bound can be checked. "method": "portfolio" \
                computes risk-based margin instead.

                EXAMPLES:
                  options margin --pretty account.json
                  options margin account.json | jq .initialDeposit
                  echo '{"accountType": "margin", "valuationDate": "2026-01-02",
                  "currentPrice": 95, "legs": [{"type": "put", "position": "short",
                  "strikePrice": 80, "premium": 2, "quantity": 1,
                  "expirationDate": "2026-03-20"}]}' | options margin
                """
        )

        @Argument(
            help: "A file with one JSON request. Standard input if absent or -.",
            completion: .file(extensions: ["json"]))
        var file: String?

        @Flag(help: "Indent the JSON, with one group per line.")
        var pretty = false

        @OptionGroup var strict: StrictOption
        @OptionGroup var limits: LimitsOption

        func run() throws {
            let json = try Input.read(file, limit: limits.limits.bytes)
            var answerer = MarginAnswerer(
                AnswerOptions(
                    pretty: pretty, limits: limits.limits, strict: strict.isStrict, isCancelled: LimitsOption.notice))
            var answer: [UInt8] = []
            do throws(ContractError) {
                try answerer.appendAnswer(to: json.span, &answer)
            } catch {
                answerer.appendRefusal(error, wasRead: true, &answer)
                StandardError.write(answer)
                throw ExitCode.failure
            }
            try StandardOutput.write(answer)
        }
    }
}
