import Foundation
import Testing
import _TestSupport

@Suite("--price and --leg")
struct TypedRequestTests {
    /// Legs as users type them, and the JSON that they would write by hand.
    private static let legs: [(text: String, json: String)] = [
        (
            "long 1 call 165 @ 9.25",
            #"{"type":"call","position":"long","strikePrice":165,"premium":9.25,"quantity":1}"#
        ),
        (
            "-2 put 150 @ 3.1 2026-12-18",
            #"{"type":"put","position":"short","strikePrice":150,"premium":3.1,"quantity":2,"expirationDate":"2026-12-18"}"#
        ),
        ("+2 call 165 @ 9", #"{"type":"call","position":"long","strikePrice":165,"premium":9,"quantity":2}"#),
        ("+ 2 call 165 @ 9", #"{"type":"call","position":"long","strikePrice":165,"premium":9,"quantity":2}"#),
        ("- 2 call 165 @ 9", #"{"type":"call","position":"short","strikePrice":165,"premium":9,"quantity":2}"#),
        ("\u{2212}2 call 165 @ 9", #"{"type":"call","position":"short","strikePrice":165,"premium":9,"quantity":2}"#),
        ("long call 165 @ 9", #"{"type":"call","position":"long","strikePrice":165,"premium":9,"quantity":1}"#),
        ("+call 165@9", #"{"type":"call","position":"long","strikePrice":165,"premium":9,"quantity":1}"#),
        ("- put 165 @9", #"{"type":"put","position":"short","strikePrice":165,"premium":9,"quantity":1}"#),
        ("  Short  3\tPUTS 165@ 9 ", #"{"type":"put","position":"short","strikePrice":165,"premium":9,"quantity":3}"#),
        ("long 100 stock @ 97.5", #"{"type":"stock","position":"long","premium":97.5,"quantity":100}"#),
        ("-100 shares @ 97.5", #"{"type":"stock","position":"short","premium":97.5,"quantity":100}"#),
        ("long stocks @ 0", #"{"type":"stock","position":"long","premium":0,"quantity":1}"#),
        ("long share @ 0", #"{"type":"stock","position":"long","premium":0,"quantity":1}"#),
        // As traders type them.
        (
            "buy 1 165C 2026-12-18 @ 9.25",
            #"{"type":"call","position":"long","strikePrice":165,"premium":9.25,"quantity":1,"expirationDate":"2026-12-18"}"#
        ),
        ("sell 2 150P", #"{"type":"put","position":"short","strikePrice":150,"quantity":2}"#),
        ("Sell 2.0 1.5e2p@3.1", #"{"type":"put","position":"short","strikePrice":1.5e2,"premium":3.1,"quantity":2.0}"#),
        ("-165c @ 9", #"{"type":"call","position":"short","strikePrice":165,"premium":9,"quantity":1}"#),
        ("buy put 150 @ 3.1", #"{"type":"put","position":"long","strikePrice":150,"premium":3.1,"quantity":1}"#),
        ("100 shares @ 97", #"{"type":"stock","position":"long","premium":97,"quantity":100}"#),
        ("sell 100 shares @ 97", #"{"type":"stock","position":"short","premium":97,"quantity":100}"#),
        // Without a premium, and with the date first.
        ("long 1 call 165", #"{"type":"call","position":"long","strikePrice":165,"quantity":1}"#),
        (
            "long 1 call 165 2026-12-18",
            #"{"type":"call","position":"long","strikePrice":165,"quantity":1,"expirationDate":"2026-12-18"}"#
        ),
        (
            "long 1 call 165 2026-12-18 @ 9",
            #"{"type":"call","position":"long","strikePrice":165,"premium":9,"quantity":1,"expirationDate":"2026-12-18"}"#
        ),
        // Numbers keep their digits.
        (
            "long 1e2 call 165.000 @ 0.30000000000000004",
            #"{"type":"call","position":"long","strikePrice":165.000,"premium":0.30000000000000004,"quantity":1e2}"#
        ),
        (
            "long 1.0 call 1.65E+2 @ 9e-1",
            #"{"type":"call","position":"long","strikePrice":1.65E+2,"premium":9e-1,"quantity":1.0}"#
        ),
        // Numbers that break a rule of the request are refused there, by their path.
        (
            "long -2 calls -165 @ -0",
            #"{"type":"call","position":"long","strikePrice":-165,"premium":-0,"quantity":-2}"#
        ),
    ]

    @Test("--show-request prints the JSON that a user would write by hand")
    func request() throws {
        for leg in Self.legs {
            let run = try Run(["calculate", "--price", "165.12", "--leg", leg.text, "--show-request"])
            #expect(run.output == #"{"currentPrice":165.12,"legs":[\#(leg.json)]}"# + "\n")
            #expect(run.status == 0 && run.error == "")
        }
        let all = Self.legs.flatMap { ["--leg", $0.text] }
        let list = Self.legs.map(\.json).joined(separator: ",")
        for command in ["calculate", "scenario", "chart"] {
            let run = try Run([command, "--show-request"] + all + ["--price", "1.50"])
            #expect(run.output == #"{"currentPrice":1.50,"legs":[\#(list)]}"# + "\n")
        }
    }

    @Test("the other members, in any order of the options")
    func members() throws {
        let options = [
            "--dividend-yield", "-0.01", "--risk-free-rate", "-0.5", "--volatility=0.20", "--time-to-expiration",
            "1e-1",
            "--exercise", "american", "--dividend", "2026-12-11 0.240", "--dividend=0.25y 1.1%", "--valuation-date",
            "2026-11-21T15:30:00-05:00", "--leg=-1 put 90 @ 2",
            "--price=100",
        ]
        let run = try Run(
            ["calculate"] + options + ["--include", "greeks", "--include", "probability", "--show-request"])
        let leg = #"{"type":"put","position":"short","strikePrice":90,"premium":2,"quantity":1}"#
        let members =
            #""valuationDate":"2026-11-21T15:30:00-05:00","timeToExpiration":1e-1,"volatility":0.20,"riskFreeRate":-0.5,"#
            + #""dividendYield":-0.01,"exercise":"american","#
            + #""dividends":[{"exDate":"2026-12-11","amount":0.240},{"timeToExDate":0.25,"proportion":0.011}]"#
        #expect(
            run.output
                == #"{"currentPrice":100,"legs":[\#(leg)],\#(members),"include":["greeks","probability"]}"# + "\n")
        #expect(
            try Run(["scenario", "--show-request"] + options).output
                == #"{"currentPrice":100,"legs":[\#(leg)],\#(members)}"# + "\n")
    }

    @Test("--pretty indents the request")
    func pretty() throws {
        let legs = ["--leg", "long 1 call 165 @ 9.25", "--leg", "-2 put 150 @ 3.1 2026-12-18"]
        let run = try Run(
            [
                "calculate", "--pretty", "--show-request", "--price", "165.12", "--include", "value", "--include",
                "greeks",
            ]
                + legs)
        #expect(
            run.output == """
                {
                  "currentPrice": 165.12,
                  "legs": [
                    {"type": "call", "position": "long", "strikePrice": 165, "premium": 9.25, "quantity": 1},
                    {"type": "put", "position": "short", "strikePrice": 150, "premium": 3.1, "quantity": 2, "expirationDate": "2026-12-18"}
                  ],
                  "include": ["value", "greeks"]
                }

                """)
    }

    @Test("the answer is that to the request in JSON")
    func answers() throws {
        let market = #""timeToExpiration":0.5,"volatility":0.2"#
        let request = Data(
            #"{"currentPrice":100,"legs":[{"type":"call","position":"long","strikePrice":105,"premium":2.5,"quantity":3}],\#(market)}"#
                .utf8)
        let trade = [
            "--price", "100", "--leg", "+3 call 105 @ 2.5", "--time-to-expiration", "0.5", "--volatility", "0.2",
        ]
        for arguments in [
            ["calculate"], ["calculate", "--pretty"], ["calculate", "--metrics-only", "--strict", "--market-units"],
            ["scenario"], ["scenario", "--pretty", "--limits", "strict"], ["chart"], ["chart", "--limits", "strict"],
        ] {
            let typed = try Run(arguments + trade)
            let read = try Run(arguments, input: request)
            #expect(typed.status == 0 && typed.error == "")
            #expect(typed.output == read.output)
        }
        let folder = try TemporaryFolder()
        #expect(try folder.run(["chart", "-o", "payoff.svg"] + trade).status == 0)
        #expect(try folder.text("payoff.svg") == Run(["chart"], input: request).output)
    }

    @Test("standard input is not read")
    func standardInput() throws {
        let trade = ["calculate", "--metrics-only", "--price", "165.12", "--leg", "long 1 call 165 @ 9.25"]
        let run = try Run(trade, input: Data(#"{"currentPrice":1}"#.utf8))
        #expect(
            run.output == #"{"metrics":{"netCost":925,"maxProfit":null,"maxLoss":-925,"breakEvenPoints":[174.25]}}"#
                + "\n")
        #expect(try Run(shell: "options \(trade.map { "'\($0)'" }.joined(separator: " ")) <&-").status == 0)
    }

    @Test("a request that breaks a rule is refused as in JSON: status 1")
    func refused() throws {
        for (leg, path, rule) in [
            ("long -2 call 165 @ 9", "legs[1].quantity", "must be an integer from 1 to 1000000000, got -2"),
            ("long 1.5 call 165 @ 9", "legs[1].quantity", "must be an integer from 1 to 1000000000, got 1.5"),
            ("long 1 call 0 @ 9", "legs[1].strikePrice", "must be greater than 0, got 0"),
            ("long 1 call 165 @ -9", "legs[1].premium", "must be 0 or greater, got -9"),
            (
                "long 1 call 165 @ 9 2026-02-30", "legs[1].expirationDate",
                #"must be a date YYYY-MM-DD, got \"2026-02-30\""#
            ),
        ] {
            let run = try Run(["calculate", "--price", "165.12", "--leg", "long 1 call 165 @ 9", "--leg", leg])
            #expect(run.status == 1 && run.output == "")
            #expect(run.error == #"{"error":"\#(path) \#(rule)","code":"not_allowed","path":"\#(path)"}"# + "\n")
        }
        let run = try Run(["calculate", "--price", "-5", "--leg", "long 1 call 165 @ 9"])
        #expect(run.status == 1)
        #expect(
            run.error
                == #"{"error":"currentPrice must be greater than 0, got -5","code":"not_allowed","path":"currentPrice"}"#
                + "\n")
    }

    @Test(
        "a missing member of a typed request: the option that gives it",
        arguments: [
            (["--leg", "buy 1 165C 2026-12-18 @ 9", "--include", "greeks"], "valuationDate", "--valuation-date"),
            (["--leg", "buy 1 165C @ 9", "--include", "greeks"], "timeToExpiration", "--time-to-expiration"),
            (
                ["--leg", "100 shares @ 97", "--time-to-expiration", "1", "--include", "probability"], "volatility",
                "--volatility"
            ),
            (
                ["--leg", "buy 1 165C @ 9", "--leg", "100 shares"], "legs[1].premium", "@ and a number in --leg 2"
            ),
            (
                ["--leg", "buy 1 165C @ 9 2026-12-18", "--leg", "sell 170C @ 9", "--valuation-date", "2026-11-23"],
                "legs[1].expirationDate", "a date YYYY-MM-DD in --leg 2"
            ),
        ])
    func missing(arguments: [String], path: String, option: String) throws {
        let run = try Run(["calculate", "--price", "165"] + arguments)
        #expect(run.status == 1 && run.output == "")
        #expect(
            run.error == #"{"error":"\#(path) is required","code":"missing","path":"\#(path)"}"#
                + "\noptions: \(option) gives it\n")
    }

    @Test("a missing member of a request in JSON: no option")
    func missingInJSON() throws {
        let request = #"{"currentPrice":165,"legs":[{"type":"stock","position":"long","quantity":1}]}"#
        let run = try Run(["calculate"], input: Data(request.utf8))
        #expect(
            run.status == 1
                && run.error == #"{"error":"legs[0].premium is required","code":"missing","path":"legs[0].premium"}"#
                    + "\n"
        )
    }

    @Test(
        "an invalid leg: status 64, with its number, the position and the expected part",
        arguments: [
            ("", "buy, sell, long, short, + or - at the end"),
            ("   ", "buy, sell, long, short, + or - at the end"),
            ("2 call 165 @ 9", #"buy, sell, long, short, + or - at "2""#),
            ("bought 1 call 165 @ 9", #"buy, sell, long, short, + or - at "bought""#),
            ("2 165C", #"buy, sell, long, short, + or - at "2""#),
            ("100", #"buy, sell, long, short, + or - at "100""#),
            ("hundred shares", #"buy, sell, long, short, + or - at "hundred""#),
            ("sell 2 150X", #"call, put, stock or a contract such as 165C at "150X""#),
            ("sell 2 C", #"call, put, stock or a contract such as 165C at "C""#),
            ("sell 2 150 P", #"call, put, stock or a contract such as 165C at "150""#),
            ("sell 165C 150 @ 9", #"@ or an expiration date YYYY-MM-DD at "150""#),
            ("--price", #"buy, sell, long, short, + or - at "--price""#),
            ("+-2 call 165 @ 9", #"buy, sell, long, short, + or - at "+-2""#),
            ("@ 9", #"buy, sell, long, short, + or - at "@""#),
            ("-", "a quantity, call, put, stock or a contract such as 165C at the end"),
            ("long", "a quantity, call, put, stock or a contract such as 165C at the end"),
            ("long cal 165 @ 9", #"a quantity, call, put, stock or a contract such as 165C at "cal""#),
            ("-02 call 165 @ 9", #"a quantity, call, put, stock or a contract such as 165C at "02""#),
            ("long 1,000 call 165 @ 9", #"a quantity, call, put, stock or a contract such as 165C at "1,000""#),
            ("long nan call 165 @ 9", #"a quantity, call, put, stock or a contract such as 165C at "nan""#),
            ("-2", "call, put, stock or a contract such as 165C at the end"),
            ("-2 putt 150 @ 3.1", #"call, put, stock or a contract such as 165C at "putt""#),
            ("-2 3 put 150 @ 3.1", #"call, put, stock or a contract such as 165C at "3""#),
            ("long 1 call", "a strike price (such as 165) at the end"),
            ("long 1 call @ 9", #"a strike price (such as 165) at "@""#),
            ("long 1 call $165 @ 9", #"a strike price (such as 165) at "$165""#),
            ("long 1 call 1e400 @ 9", #"a strike price (such as 165) at "1e400""#),
            ("long 1 call inf @ 9", #"a strike price (such as 165) at "inf""#),
            ("long 1 call 0x10 @ 9", #"a strike price (such as 165) at "0x10""#),
            ("long 1 call +165 @ 9", #"a strike price (such as 165) at "+165""#),
            ("long 1 call 165. @ 9", #"a strike price (such as 165) at "165.""#),
            ("long 1 call 165e @ 9", #"a strike price (such as 165) at "165e""#),
            ("long 1 call 2026-12-18 165 @ 9", #"a strike price (such as 165) at "2026-12-18""#),
            ("long 1 call 165 9.25", #"@ or an expiration date YYYY-MM-DD at "9.25""#),
            ("long 100 stock 98 @ 97", #"@ or an expiration date YYYY-MM-DD at "98""#),
            ("long 1 call 165 @", "a premium (such as 0.5) at the end"),
            ("long 1 call 165 @ @ 9", #"a premium (such as 0.5) at "@""#),
            ("long 1 call 165 @ .5", #"a premium (such as 0.5) at ".5""#),
            ("long 1 call 165 @ 9,25", #"a premium (such as 0.5) at "9,25""#),
            ("long 1 call 165 @ 9 @ 9", #"an expiration date YYYY-MM-DD at "@""#),
            ("long 1 call 165 @ 9 18.12.2026", #"an expiration date YYYY-MM-DD at "18.12.2026""#),
            ("long 1 call 165 @ 9 2026-12-1", #"an expiration date YYYY-MM-DD at "2026-12-1""#),
            ("long 1 call 165 @ 9 2026-12-18Z", #"an expiration date YYYY-MM-DD at "2026-12-18Z""#),
            ("long 1 call 165 @ 9 \u{661}\u{662}-12-18", "an expiration date YYYY-MM-DD at \"\u{661}\u{662}-12-18\""),
            ("long 1 call 165 2026-12-18 9", #"@ at "9""#),
            ("long 1 call 165 2026-12-18 2027-01-15 @ 9", #"@ at "2027-01-15""#),
            ("long 1 call 165 @ 9 2026-12-18 now", #"the end at "now""#),
            ("long 1 call 165 @ 9 2026-12-18 2027-01-15", #"the end at "2027-01-15""#),
        ])
    func mistakes(leg: String, expected: String) throws {
        let run = try Run(["calculate", "--price", "165.12", "--leg", "long 1 call 165 @ 9", "--leg", leg])
        #expect(run.status == 64 && run.output == "")
        #expect(run.error.hasPrefix("Error: --leg 2 \"\(leg)\": expected \(expected)\nUsage: options calculate "))
    }

    @Test("a leg without quotes: status 64, with a hint", arguments: ["-2 put 150 @ 3.1", "long 1 call 165"])
    func unquoted(leg: String) throws {
        let words = leg.split(separator: " ").map(String.init)
        let run = try Run(["calculate", "--price", "100", "--leg"] + words)
        let expected = (words[0] == "long" ? "a quantity, " : "") + "call, put, stock or a contract such as 165C"
        #expect(run.status == 64 && run.output == "")
        #expect(
            run.error.hasPrefix(
                "Error: --leg 1 \"\(words[0])\": expected \(expected) at the end; write the leg in quotes\nUsage"))
    }

    @Test("messages truncate long texts and replace control characters")
    func harmless() throws {
        let control = try Run(["chart", "--price", "1", "--leg", "long 1 \u{1B}[31mcall 165 @ 9"])
        #expect(
            control.error.hasPrefix(
                #"Error: --leg 1 "long 1 ?[31mcall 165 @ 9": expected call, put, stock or a contract such as 165C at "?[31mcall""#
            ))
        let word = String(repeating: "x", count: 1000)
        let long = try Run(["scenario", "--price", "1", "--leg", word])
        #expect(
            long.error.hasPrefix(
                "Error: --leg 1 \"\(word.prefix(80))…\": expected buy, sell, long, short, + or - at \"\(word.prefix(40))…\"\nUsage"
            ))
    }

    @Test("options that do not fit together: status 64")
    func combinations() throws {
        let request = CalculateTests.request
        let leg = ["--leg", "long 1 call 165 @ 9"]
        func both(_ file: String) -> String {
            "a request is read from a file or typed with --leg, but not both; the file is \"\(file)\""
        }
        func needs(_ option: String, _ member: String) -> String {
            "\(option) needs --price and --leg; a request in JSON has the member \"\(member)\""
        }
        for (arguments, message) in [
            (["--price", "165.12"], "--price needs at least one --leg"),
            (["--price", "165.12", request], "--price needs at least one --leg"),
            (leg, "--leg needs --price, the current price of the underlying"),
            (leg + [request], "--leg needs --price, the current price of the underlying"),
            (leg + ["--price", "165.12", request], both(request)), (["-", "--price", "165.12"] + leg, both("-")),
            // The value of an option that no command has.
            (leg + ["--price", "165.12", "--settlement", "cash"], both("cash")),
            (["--show-request"], "--show-request needs --price and --leg"),
            ([request, "--show-request"], "--show-request needs --price and --leg"),
            ([request, "--volatility", "0.2"], needs("--volatility", "volatility")),
            (["--time-to-expiration", "0.5"], needs("--time-to-expiration", "timeToExpiration")),
            (["--valuation-date", "2026-11-21"], needs("--valuation-date", "valuationDate")),
            (["--risk-free-rate", "0.05"], needs("--risk-free-rate", "riskFreeRate")),
            (["--dividend-yield", "0.05"], needs("--dividend-yield", "dividendYield")),
            (["--exercise", "american"], needs("--exercise", "exercise")),
            (["--dividend", "0.25y 0.24"], needs("--dividend", "dividends")),
        ] {
            for command in ["calculate", "chart", "scenario"] {
                let run = try Run([command] + arguments)
                #expect(run.status == 64 && run.output == "")
                #expect(run.error.hasPrefix("Error: \(message)\nUsage: options \(command) "))
            }
        }
        let include = try Run(["calculate", request, "--include", "greeks"])
        #expect(include.status == 64)
        #expect(include.error.hasPrefix("Error: \(needs("--include", "include"))\n"))
    }

    @Test(
        "values that are not numbers, dates or names: status 64",
        arguments: [
            (["--price", "1,000"], "'1,000' is invalid for '--price <price>': expected a number such as 0.5"),
            (["--price", "1e400"], "'1e400' is invalid for '--price <price>': expected a number such as 0.5"),
            (["--price", ""], "'' is invalid for '--price <price>': expected a number such as 0.5"),
            (["--price", "nan"], "'nan' is invalid for '--price <price>': expected a number such as 0.5"),
            (["--volatility", "20%"], "'20%' is invalid for '--volatility <decimal>': expected a number such as 0.5"),
            (
                ["--valuation-date", #"2026","x":""#],
                #"'2026","x":"' is invalid for '--valuation-date <date>': expected a date YYYY-MM-DD or an instant as in RFC 3339"#
            ),
            (
                ["--include", "greek"],
                "'greek' is invalid for '--include <member>': expected greeks, "
            ),
        ])
    func values(arguments: [String], message: String) throws {
        let run = try Run(["calculate", "--leg", "long 1 call 165 @ 9", "--price", "100"] + arguments)
        #expect(run.status == 64 && run.output == "")
        #expect(run.error.hasPrefix("Error: The value \(message)"))
    }

    @Test("random legs give the JSON written by hand, and its response")
    func law() throws {
        var random = RandomLegs(seed: 5)
        for round in 0..<SampleCount.all(100) {
            // Calendars take long, so legs have one date, or few have several.
            let dates = round % 3 == 0 ? [] : round % 3 == 1 ? ["2026-12-18"] : ["2026-12-18", "2027-01-15"]
            let legs = (0..<100).map { _ in random.next(dates: dates) }
            let price = random.positive()
            let market = dates.isEmpty ? [] : ["--valuation-date", "2026-11-21", "--volatility", "0.2"]
            let json =
                #"{"currentPrice":\#(price),"legs":[\#(legs.map(\.json).joined(separator: ","))]"#
                + (dates.isEmpty ? "" : #","valuationDate":"2026-11-21","volatility":0.2"#) + "}"
            let options = ["--price", price] + legs.flatMap { ["--leg", $0.text] } + market
            try #require(try Run(["calculate", "--show-request"] + options).output == json + "\n")
            if dates.count > 1 { continue }
            let typed = try Run(["calculate"] + options)
            let read = try Run(["calculate"], input: Data(json.utf8))
            try #require(typed.status == 0)
            try #require(typed.output == read.output)
        }
    }

    @Test("random texts are answered, refused or reported as invalid legs, and never crash the program")
    func noise() throws {
        var random = RandomLegs(seed: 6)
        for _ in 0..<SampleCount.all(100) {
            let run = try Run(["calculate", "--metrics-only", "--price", "100", "--leg", random.noise()])
            try #require([0, 1, 64].contains(run.status))
            try #require((run.status == 0) == run.error.isEmpty)
        }
    }
}

/// Writes the same leg as users type it and in JSON.
private struct RandomLegs {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A positive number with up to six digits, written in one of several ways.
    mutating func number() -> String {
        let digits = Int.random(in: 1...999_999, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: return "\(digits)"
        case 1: return "\(digits / 100).\(digits % 10)\(digits % 7)"
        case 2: return "\(digits % 1000 + 1).50"
        case 3: return "\(digits)e-\(Int.random(in: 1...3, using: &generator))"
        default: return "0.\(digits)"
        }
    }

    mutating func next(dates: [String]) -> (text: String, json: String) {
        let type = pick(["call", "put", "stock"])
        let position = pick(["long", "short"])
        let quantity = Bool.random(using: &generator) ? Int.random(in: 1...99, using: &generator) : nil
        let strikePrice = positive()
        let premium = number()
        let date = type == "stock" ? nil : dates.randomElement(using: &generator)

        var text = pick(["", " ", "\t"])
        let side = position == "long" ? pick(["long", "Long", "LONG", "+", "+"]) : pick(["short", "SHORT", "-", "-"])
        text += side
        let isSign = side == "+" || side == "-"
        if !isSign || Bool.random(using: &generator) { text += space() }
        if let quantity { text += "\(quantity)" + space() }
        text += pick(["\(type)", "\(type)s", type.uppercased()] + (type == "stock" ? ["shares", "Share"] : []))
        if type != "stock" { text += space() + strikePrice }
        let entry = pick(["", space()]) + "@" + pick(["", space()]) + premium
        let expiration = date.map { space() + $0 } ?? ""
        text += Bool.random(using: &generator) ? entry + expiration : expiration + entry
        text += pick(["", " "])

        let json =
            #"{"type":"\#(type)","position":"\#(position)""#
            + (type == "stock" ? "" : #","strikePrice":\#(strikePrice)"#)
            + #","premium":\#(premium),"quantity":\#(quantity ?? 1)"#
            + (date.map { #","expirationDate":"\#($0)""# } ?? "")
            + "}"
        return (text, json)
    }

    /// A text of parts of legs, and of invalid characters.
    mutating func noise() -> String {
        let pieces = [
            "long", "short", "+", "-", "\u{2212}", "call", "put", "stock", "@", "165", "9.25", "1e9", "-1", "0",
            "2026-12-18",
            ".", "e", "\"", "\\", "{", "é", "\u{1F4C8}", "\n", "\u{7}", "1e308",
        ]
        let count = Int.random(in: 0...8, using: &generator)
        return (0..<count).map { _ in pick(pieces) + pick(["", " ", " "]) }.joined()
    }

    mutating func positive() -> String {
        let text = number()
        return (Double(text) ?? 0) > 0 ? text : "1"
    }

    private mutating func space() -> String { pick([" ", " ", "  ", "\t"]) }

    private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }
}
