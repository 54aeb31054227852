import ExactPayoff
import StrategyContract
import Testing

/// Each rule of the members of `docs/margin.md`: the message names the member, the rule and the value.
@Suite("Refusals of margin")
struct MarginRefusalTests {
    private static let option = [
        ("type", #""put""#), ("position", #""short""#), ("strikePrice", "80"), ("premium", "2"), ("marketValue", "3"),
        ("quantity", "1"), ("sharesPerContract", "100"), ("expirationDate", #""2026-03-20""#),
        ("impliedVolatility", "0.3"),
    ]
    private static let shares = [
        ("type", #""stock""#), ("position", #""long""#), ("premium", "90"), ("quantity", "100"),
    ]
    private static let underlying = [
        ("class", #""equity""#), ("leverageFactor", "1"), ("exerciseStyle", #""american""#),
        ("settlement", #""physical""#), ("portfolioClass", #""equity""#),
    ]
    private static let range = [("down", "-0.1"), ("up", "0.1")]
    private static let account = [
        ("accountType", #""margin""#), ("valuationDate", #""2026-01-02""#), ("currentPrice", "95"),
    ]

    private static func object(_ members: [(String, String)], _ change: (name: String, value: String?)? = nil) -> String
    {
        var members = members
        if let change {
            members.removeAll { $0.0 == change.name }
            if let value = change.value { members.append((change.name, value)) }
        }
        return "{\(members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}"
    }

    /// The objects of a request, in which a case changes one member.
    enum Place: String {
        case request, underlying, option, shares, portfolio, range
    }

    /// A request for risk-based margin; `nil` removes the member.
    private static func request(_ place: Place, _ name: String, _ value: String?) -> String {
        func object(_ members: [(String, String)], at other: Place) -> String {
            Self.object(members, other == place ? (name, value) : nil)
        }
        let range = object(Self.range, at: .range)
        let portfolio = object([("range", range), ("points", "10"), ("minimumPerContract", "37.5")], at: .portfolio)
        return object(
            account + [
                ("underlying", object(underlying, at: .underlying)),
                ("legs", "[\(object(option, at: .option)),\(object(shares, at: .shares))]"),
                ("method", #""portfolio""#), ("portfolio", portfolio),
            ], at: .request)
    }

    private func message(_ json: String) -> String? {
        do {
            _ = try JSONContract.margin(Array(json.utf8))
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("a request without the change is answered")
    func answered() { #expect(message(Self.request(.request, "id", "1")) == nil) }

    @Test(
        "a value of another type",
        arguments: [
            (Place.request, "", ["accountType", "valuationDate", "method"], "must be a string"),
            (.request, "", ["currentPrice", "riskFreeRate", "dividendYield"], "must be a number"),
            (.request, "", ["underlying", "portfolio"], "must be an object"),
            (.request, "", ["legs", "include", "dividends"], "must be an array"),
            (
                .underlying, "underlying.", ["class", "exerciseStyle", "settlement", "portfolioClass"],
                "must be a string"
            ),
            (.underlying, "underlying.", ["leverageFactor"], "must be a number"),
            (.option, "legs[0].", ["type", "position", "expirationDate"], "must be a string"),
            (
                .option, "legs[0].",
                ["strikePrice", "premium", "marketValue", "quantity", "sharesPerContract", "impliedVolatility"],
                "must be a number"
            ),
            (.portfolio, "portfolio.", ["range"], "must be an object"),
            (.portfolio, "portfolio.", ["points", "minimumPerContract"], "must be a number"),
            (.range, "portfolio.range.", ["down", "up"], "must be a number"),
        ])
    func type(_ place: Place, _ path: String, _ names: [String], _ rule: String) {
        for name in names {
            #expect(message(Self.request(place, name, "true")) == "\(path)\(name) \(rule), got true")
        }
        #expect(message(Self.request(.request, "strict", "1")) == "strict must be true or false, got 1")
    }

    @Test("a required member that is absent or null")
    func required() {
        for (place, path, names) in [
            (Place.request, "", ["accountType", "valuationDate", "currentPrice", "legs"]),
            (.option, "legs[0].", ["type", "position", "strikePrice", "premium", "quantity", "expirationDate"]),
            (.shares, "legs[1].", ["type", "position", "premium", "quantity"]),
        ] {
            for name in names {
                #expect(message(Self.request(place, name, nil)) == "\(path)\(name) is required")
                #expect(message(Self.request(place, name, "null")) == "\(path)\(name) is required")
            }
        }
    }

    @Test(
        "a value outside of its range",
        arguments: [
            (Place.request, "accountType", #""Margin""#, #"accountType must be "margin" or "cash""#),
            (.request, "accountType", #""cash""#, ""),
            (
                .request, "valuationDate", #""2026-02-30""#,
                "valuationDate must be a date YYYY-MM-DD or an instant as in RFC 3339"
            ),
            (.request, "currentPrice", "0", "currentPrice must be greater than 0"),
            (.request, "method", #""tims""#, #"method must be "strategy" or "portfolio""#),
            (.request, "include", #"["bound"]"#, #"include[0] must be "certificate""#),
            (.request, "riskFreeRate", "1e999", "riskFreeRate must be finite"),
            (.request, "dividendYield", "-1e999", "dividendYield must be finite"),
            (
                .request, "dividends", #"[{"exDate":"2026-02-10","amount":-1}]"#,
                "dividends[0].amount must be 0 or greater"
            ),
            (.underlying, "class", #""index""#, #"underlying.class must be "equity", "narrowIndex" or "broadIndex""#),
            (.underlying, "leverageFactor", "0.5", "underlying.leverageFactor must be 1 or greater"),
            (
                .underlying, "exerciseStyle", #""bermudan""#,
                #"underlying.exerciseStyle must be "european" or "american""#
            ),
            (.underlying, "settlement", #""shares""#, #"underlying.settlement must be "physical" or "cash""#),
            (
                .underlying, "portfolioClass", #""broad""#,
                #"underlying.portfolioClass must be "equity", "narrowIndex", "highCapBroadIndex" or "broadIndex""#
            ),
            (.option, "type", #""warrant""#, #"legs[0].type must be "call", "put" or "stock""#),
            (.option, "position", #""buy""#, #"legs[0].position must be "long" or "short""#),
            (.option, "strikePrice", "0", "legs[0].strikePrice must be greater than 0"),
            (.option, "premium", "-1", "legs[0].premium must be 0 or greater"),
            (.option, "marketValue", "-1", "legs[0].marketValue must be 0 or greater"),
            (.option, "quantity", "1.5", "legs[0].quantity must be an integer from 1 to 1000000000"),
            (.option, "sharesPerContract", "0", "legs[0].sharesPerContract must be an integer from 1 to 1000000"),
            (.option, "impliedVolatility", "-0.1", "legs[0].impliedVolatility must be 0 or greater"),
            (.option, "expirationDate", #""2026-13-01""#, "legs[0].expirationDate must be a date YYYY-MM-DD"),
            (.option, "expirationDate", #""2026-01-01""#, "legs[0].expirationDate must not be before valuationDate"),
            (.shares, "strikePrice", "95", #"legs[1].strikePrice must not be given for type "stock""#),
            (.shares, "marketValue", "-1", "legs[1].marketValue must be 0 or greater"),
            (.portfolio, "points", "5", "portfolio.points must be an even integer from 2 to 1000"),
            (.portfolio, "points", "1002", "portfolio.points must be an even integer from 2 to 1000"),
            (.portfolio, "minimumPerContract", "-1", "portfolio.minimumPerContract must be 0 or greater"),
            (.range, "down", "0.1", "portfolio.range.down must lie between -1 and 0"),
            (.range, "down", "-1.1", "portfolio.range.down must lie between -1 and 0"),
            (.range, "up", "-0.1", "portfolio.range.up must be 0 or greater"),
        ])
    func range(_ place: Place, _ name: String, _ value: String, _ rule: String) {
        let broken = rule.isEmpty ? #"method must not be given with accountType "cash", got "portfolio""# : nil
        let got =
            switch (name, value) {
            case ("include", _): #""bound""#
            case ("dividends", _): "-1"
            default: value
            }
        #expect(message(Self.request(place, name, value)) == broken ?? "\(rule), got \(got)")
    }

    @Test(
        "a value that the others exclude",
        arguments: [
            (Place.request, "legs", "[]", "legs must hold 1 to 1000 legs, got 0"),
            (.request, "legs", "[1]", "legs[0] must be an object, got 1"),
            (
                .underlying, "settlement", #""cash""#,
                #"legs[1] must not be shares when underlying.settlement is "cash""#
            ),
            (
                .request, "valuationDate", #""2026-03-21T00:00:00Z""#,
                #"legs[0].expirationDate must not be before valuationDate, got "2026-03-20""#
            ),
            (.option, "premium", "1e-40", "legs must have prices whose exact amounts have at most 36 digits"),
            (
                .option, "impliedVolatility", nil,
                "legs[0].marketValue must determine a volatility where impliedVolatility is not given "
                    + "(it is above what any volatility gives), got 81"
            ),
            (
                .underlying, "leverageFactor", "1e308",
                "scenarios[5].stockPrice is too large for a number: its magnitude must be at most 1.7976931348623157e+308"
            ),
            (
                .range, "up", "1e308",
                "scenarios[5].stockPrice is too large for a number: its magnitude must be at most 1.7976931348623157e+308"
            ),
        ] as [(Place, String, String?, String)])
    func excluded(_ place: Place, _ name: String, _ value: String?, _ message: String) {
        let json = Self.request(place, name, value)
        let determined = value == nil ? json.replacing(#""marketValue":3"#, with: #""marketValue":81"#) : json
        #expect(self.message(determined) == message)
    }

    @Test("with strict, a member that is not known, of any object")
    func unknown() {
        for (place, path) in [
            (Place.request, ""), (.underlying, "underlying."), (.option, "legs[0]."), (.shares, "legs[1]."),
            (.portfolio, "portfolio."), (.range, "portfolio.range."),
        ] {
            let json = Self.request(place, "exercise", #""european""#)
            #expect(message(json) == nil)
            let strict = json.dropLast() + #","strict":true}"#
            #expect(message(String(strict)) == "\(path)exercise is not a known member")
        }
    }

    /// The members that `include: ["margin"]` takes have the rules of margin.
    @Test("calculate and batch refuse the members of margin as margin does")
    func calculation() {
        func message(_ json: String) -> String? {
            do {
                _ = try JSONContract.calculate(Array(json.utf8))
                return nil
            } catch {
                return "\(error)"
            }
        }
        func request(_ place: Place, _ name: String, _ value: String?) -> String {
            Self.request(place, name, value).dropLast() + #","include":["margin"]}"#
        }
        #expect(message(request(.request, "id", "1")) == nil)
        for (place, name, value, expected) in [
            (Place.request, "accountType", nil, "accountType is required"),
            (.request, "accountType", "1", "accountType must be a string, got 1"),
            (.request, "accountType", #""ira""#, #"accountType must be "margin" or "cash", got "ira""#),
            (.request, "valuationDate", nil, "valuationDate is required"),
            (.request, "underlying", "[]", "underlying must be an object, got an array"),
            (.underlying, "leverageFactor", "0", "underlying.leverageFactor must be 1 or greater, got 0"),
            (
                .underlying, "settlement", #""cash""#,
                #"legs[1] must not be shares when underlying.settlement is "cash""#
            ),
            (.option, "expirationDate", nil, "legs[0].expirationDate is required"),
            (
                .option, "expirationDate", #""2026-01-01""#,
                #"legs[0].expirationDate must be after valuationDate, got "2026-01-01""#
            ),
            (.option, "premium", "1e-40", "legs must have prices whose exact amounts have at most 36 digits"),
        ] as [(Place, String, String?, String)] {
            #expect(message(request(place, name, value)) == expected)
        }
    }
}
