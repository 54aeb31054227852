internal import ArgumentParser
internal import OptionPricing
internal import StrategyContract
internal import _OptionsProcess

/// The request of a command: JSON in a file or from standard input, or a trade typed as `--price` and `--leg`.
struct RequestInput: ParsableArguments {
    @Argument(
        help: "A file with one JSON request. Standard input if absent or -, unless --leg is given.",
        completion: .file(extensions: ["json"]))
    var file: String?

    @Option(
        parsing: .unconditional, help: "The current price of the underlying, for --leg.",
        transform: JSONNumber.argument)
    var price: JSONNumber?

    @Option(
        name: .customLong("leg"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            A leg, in quotes: buy or sell (or long or short, or + or -), quantity (1 if absent), contract such as 165C \
            (or call, put or stock, and strike price, not of stock), @ premium per share, expiration date. "100 shares" \
            are held. Repeat the option for each leg.
            """),
        completion: .list(["buy", "sell", "long", "short"]))
    var legTexts: [String] = []

    @Option(
        help: ArgumentHelp(
            "The date or instant of the valuation, for --leg: \"valuationDate\".", valueName: "date"),
        transform: Self.date)
    var valuationDate: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Years to the expiration of legs without a date, for --leg: \"timeToExpiration\".", valueName: "years"),
        transform: JSONNumber.argument)
    var timeToExpiration: JSONNumber?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The volatility of the underlying (0.2 is 20 %), for --leg: \"volatility\".", valueName: "decimal"),
        transform: JSONNumber.argument)
    var volatility: JSONNumber?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The rate per year (0.05 is 5 %), for --leg: \"riskFreeRate\".", valueName: "decimal"),
        transform: JSONNumber.argument)
    var riskFreeRate: JSONNumber?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The dividend yield per year, for --leg: \"dividendYield\".", valueName: "decimal"),
        transform: JSONNumber.argument)
    var dividendYield: JSONNumber?

    @OptionGroup var exercise: ExerciseOption

    @OptionGroup var dividend: DividendOption

    @Flag(help: "Write the JSON request that --price and --leg stand for, and exit.")
    var showRequest = false

    func validate() throws {
        if legTexts.isEmpty {
            if price != nil { throw ValidationError("--price needs at least one --leg") }
            for member in members where member.json != nil { try requireLegs(for: member.option, member.name) }
            if showRequest { throw ValidationError("--show-request needs --price and --leg") }
            return
        }
        guard price != nil else { throw ValidationError("--leg needs --price, the current price of the underlying") }
        _ = try legs()
        if let file {
            // A word after an option that the command does not have is taken as the file too, so the message shows it.
            throw ValidationError(
                "a request is read from a file or typed with --leg, but not both; the file is \(Self.quoted(file, 40))")
        }
    }

    /// Throws a message for `option` unless there are legs.
    func requireLegs(for option: String, _ member: String) throws {
        guard legTexts.isEmpty else { return }
        throw ValidationError("\(option) needs --price and --leg; a request in JSON has the member \"\(member)\"")
    }

    /// Reads the request from the file or standard input, or writes the typed one.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes; one more is read to detect a longer request.
    ///   - pretty: Whether `--show-request` indents.
    ///   - further: Additional members of a typed request, with their JSON.
    /// - Returns: The JSON of the request.
    /// - Throws: Exit status 0 after the request has been shown, or 66 if the input cannot be read.
    func read(limit: Int, pretty: Bool = false, adding further: [(name: String, json: String)] = []) throws -> [UInt8] {
        guard let price else { return try Input.read(file, limit: limit) }
        let given = members.compactMap { member in member.json.map { (name: member.name, json: $0) } }
        let request = TypedRequest(currentPrice: price, legs: try legs(), members: given + further)
        let json = Array(request.json(pretty: pretty).utf8)
        if showRequest {
            try StandardOutput.write(json)
            throw ExitCode.success
        }
        return json
    }

    /// Writes the error object of the request to standard error and, if a typed request lacks a member, the option that
    /// gives it.
    ///
    /// - Returns: Exit status 1.
    func refuse(_ error: ContractError) -> ExitCode {
        StandardError.write(error.json())
        if price != nil, error.code == .missing, let option = option(giving: error.path) {
            StandardError.write("options: \(option) gives it")
        }
        return .failure
    }

    /// Returns the option that gives the member at `path`, or the part of a leg.
    private func option(giving path: String) -> String? {
        if let member = members.first(where: { $0.name == path }) { return member.option }
        for index in legTexts.indices where path.hasPrefix("legs[\(index)].") {
            switch path.split(separator: ".").last {
            case "premium": return "@ and a number in --leg \(index + 1)"
            case "expirationDate", "timeToExpiration": return "a date YYYY-MM-DD in --leg \(index + 1)"
            case "impliedVolatility": return "--volatility"
            default: return nil
            }
        }
        return nil
    }

    /// The members of a request other than price and legs, with their options.
    private var members: [(option: String, name: String, json: String?)] {
        let rows = dividend.dividends.map(\.json).joined(separator: ",")
        return [
            ("--valuation-date", "valuationDate", valuationDate.map { "\"\($0)\"" }),
            ("--time-to-expiration", "timeToExpiration", timeToExpiration?.text),
            ("--volatility", "volatility", volatility?.text),
            ("--risk-free-rate", "riskFreeRate", riskFreeRate?.text),
            ("--dividend-yield", "dividendYield", dividendYield?.text),
            ("--exercise", "exercise", exercise.style.map { "\"\($0.rawValue)\"" }),
            ("--dividend", "dividends", dividend.dividends.isEmpty ? nil : "[\(rows)]"),
        ]
    }

    private func legs() throws -> [TypedLeg] {
        try legTexts.enumerated().map { index, text in
            do throws(TypedLeg.Mistake) {
                return try TypedLeg(text)
            } catch {
                let place = error.word.map { "at \(Self.quoted($0, 40))" } ?? "at the end"
                // A leg without quotes ends at its first space, so its next word is parsed as the file.
                let hint = error.word == nil && file != nil ? "; write the leg in quotes" : ""
                throw ValidationError(
                    "--leg \(index + 1) \(Self.quoted(text, 80)): expected \(error.expected) \(place)\(hint)")
            }
        }
    }

    /// Parses a date or an instant. Whether the day exists is checked with the request; here, the text must not end the
    /// JSON string.
    private static func date(_ text: String) throws -> String {
        let isDate =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
            }
        guard isDate else { throw ValidationError("expected a date YYYY-MM-DD or an instant as in RFC 3339") }
        return text
    }

    private static func quoted(_ text: String, _ limit: Int) -> String {
        let printable = TerminalText.printable(text)
        return "\"" + (printable.count > limit ? printable.prefix(limit) + "…" : printable) + "\""
    }
}
