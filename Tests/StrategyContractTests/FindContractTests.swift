import ExactPayoff
import Foundation
import StrategyContract
import Testing

@Suite struct FindContractTests {
    private static let quotes = """
        [{"type":"call","strikePrice":95,"bid":6.1,"ask":6.3,"impliedVolatility":0.22},
        {"type":"put","strikePrice":95,"bid":0.9,"ask":1.0,"impliedVolatility":0.22},
        {"type":"call","strikePrice":100,"bid":2.8,"ask":2.9,"impliedVolatility":0.2},
        {"type":"put","strikePrice":100,"bid":2.5,"ask":2.6,"impliedVolatility":0.2},
        {"type":"call","strikePrice":105,"bid":0.8,"ask":0.9,"impliedVolatility":0.19},
        {"type":"put","strikePrice":105,"bid":5.5,"ask":5.7,"impliedVolatility":0.19}]
        """

    /// A request with further members.
    private static func request(_ members: String, quotes: String = Self.quotes) -> [UInt8] {
        Array(#"{"currentPrice":100,"timeToExpiration":0.1,"options":\#(quotes),\#(members)}"#.utf8)
    }

    private static let belief = #""belief":{"volatility":0.2}"#

    /// The answer as an object of Foundation.
    private static func answer(_ json: [UInt8]) throws -> [String: Any] {
        let bytes = try JSONContract.find(json)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test(arguments: [
        (#""objective":"profit""#, #"objective must be one of "expectedProfit", "expectedProfitPerCapital", "#),
        (#""front":["maxLoss"]"#, "front must hold 2 or 3 different objectives, got 1"),
        (#""front":["maxLoss","maxLoss"]"#, "front must hold 2 or 3 different objectives, got 1"),
        (#""objective":"maxLoss","front":["maxLoss","maxProfit"]"#, "front must not be given with objective"),
        (#""strict":false"#, "objective is required"),
        (#""objective":"profitAtTarget""#, #"belief.targetPrice is required for objective "profitAtTarget""#),
        (
            #""objective":"maxLoss","belief":{"targetPrice":9,"targetRange":{"minimum":1,"maximum":2}}"#,
            "belief.targetRange must not be given with targetPrice"
        ),
        (
            #""objective":"maxLoss","filters":{"netCost":{"minimum":5,"maximum":4}}"#,
            "filters.netCost.minimum must be at most its maximum, got 5"
        ),
        (
            #""objective":"maxLoss","search":{"legs":{"maximum":5}}"#,
            "search.legs.maximum must be an integer from 1 to 4, got 5"
        ),
        (
            #""objective":"probabilityOfProfit","search":{"expirations":2}"#,
            #"objective "probabilityOfProfit" is not supported with search.expirations 2"#
        ),
        (
            #""front":["maxLoss","maxProfit"],"search":{"expirations":2}"#,
            "front is not supported with search.expirations 2"
        ),
        (
            #""objective":"expectedProfitPerCapital","dividendYield":0.01,"search":{"expirations":2}"#,
            #"search.priceRange is required for objective "expectedProfitPerCapital""#
        ),
        (
            #""objective":"maxLoss","search":{"strategies":["condor"]}"#,
            #"search.strategies[0] must be a name of docs/strategy-names.md, got "condor""#
        ),
        (#""objective":"maxLoss","include":["margin"]"#, "accountType is required"),
        (#""objective":"maxLoss","accountType":"cash","include":["margin"]"#, "valuationDate is required"),
        (
            #""objective":"maxLoss","accountType":"cash","valuationDate":"2026-01-02","include":["margin"]"#,
            "options[0].expirationDate is required"
        ),
        (
            #""objective":"profitAtTarget","belief":{"targetPrice":1e307}"#,
            "belief.targetPrice must be 0 or greater and at most 1000000000000000, got 1e+307"
        ),
        (
            #""objective":"maxLoss","fee":1e300"#,
            "fee must be 0 or greater and at most 1000000000000000, got 1e+300"
        ),
        (#""objective":"maxLoss","include":["greeks"]"#, #"include[0] must be "margin", got "greeks""#),
        (
            #""front":["maxLoss","maxProfit"],"search":{"perStrategy":true}"#,
            "search.perStrategy must not be given with front"
        ),
    ])
    func aBrokenRuleIsNamed(_ members: String, _ message: String) {
        let error = #expect(throws: ContractError.self) { try JSONContract.find(Self.request(members)) }
        #expect(error?.message.hasPrefix(message) ?? false, "\(error?.message ?? "")")
    }

    @Test func aStrikePriceThatSumsCannotHoldIsRefused() {
        let quotes = Self.quotes.dropLast() + #",{"type":"put","strikePrice":1e308,"bid":1}]"#
        let error = #expect(throws: ContractError.self) {
            try JSONContract.find(Self.request(#""objective":"maxLoss""#, quotes: String(quotes)))
        }
        #expect(
            error?.message == "options[6].strikePrice must be 0 or greater and at most 1000000000000000, got 1e+308")
    }

    @Test func aContractThatOccursTwiceIsRefused() {
        let quotes = Self.quotes.dropLast() + #",{"type":"put","strikePrice":95,"bid":1}]"#
        let error = #expect(throws: ContractError.self) {
            try JSONContract.find(Self.request(#""objective":"maxLoss""#, quotes: String(quotes)))
        }
        #expect(error?.message == "options[6] is a contract that options[1] has already")
    }

    @Test func aChainWithoutASmileHasNoDistributionOfTheMarket() {
        let quotes = #"[{"type":"call","strikePrice":95,"ask":6.3},{"type":"put","strikePrice":95,"bid":0.9}]"#
        let error = #expect(throws: ContractError.self) {
            try JSONContract.find(
                Self.request(#""objective":"maxLoss","belief":{"distribution":"market"}"#, quotes: quotes))
        }
        #expect(
            error?.message
                == #"belief.distribution "market" needs a smile free of butterfly arbitrage; this chain has none"#)
    }

    @Test func anAnswerHasTheDocumentedMembers() throws {
        let answer = try Self.answer(Self.request(#""id":7,"objective":"expectedProfit",\#(Self.belief),"limit":3"#))
        #expect(answer["id"] as? Int == 7)
        #expect(answer["complete"] as? Bool == true)
        let rows = try #require(answer["strategies"] as? [[String: Any]])
        #expect(rows.count == 3)
        let members = [
            "rank", "strategyName", "title", "legs", "objectives", "capital", "metrics", "probability",
            "profitAtTarget",
            "greeks", "equivalents",
        ]
        #expect(Set(rows[0].keys) == Set(members))
    }

    @Test func theLegsOfAnAnswerCanBeSentBack() throws {
        let answer = try Self.answer(
            Self.request(#""objective":"expectedProfitPerCapital",\#(Self.belief),"fee":0.65,"search":{"shares":true}"#)
        )
        let rows = try #require(answer["strategies"] as? [[String: Any]])
        for row in rows {
            let request: [String: Any] = [
                "currentPrice": 100, "timeToExpiration": 0.1, "volatility": 0.2, "legs": try #require(row["legs"]),
                "include": ["probability"], "exclude": ["curve"],
            ]
            let json = Array(try JSONSerialization.data(withJSONObject: request))
            let bytes = try JSONContract.calculate(json)
            let same = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            #expect(same["metrics"] as? NSDictionary == row["metrics"] as? NSDictionary)
            let chances = try #require(same["probability"] as? [String: Any])
            let own = try #require(row["probability"] as? [String: Any])
            #expect(chances["ofProfit"] as? Double == own["ofProfit"] as? Double)
            #expect(chances["expectedProfitLoss"] as? Double == own["expectedProfitLoss"] as? Double)
        }
    }

    @Test(arguments: ["margin", "cash"])
    func theInitialDepositIsThatOfCalculate(_ account: String) throws {
        let quotes = Self.quotes.replacing(
            "\"impliedVolatility\"", with: "\"expirationDate\":\"2026-03-20\",\"impliedVolatility\"")
        let members = #""valuationDate":"2026-02-02","accountType":"\#(account)","underlying":{"class":"narrowIndex"}"#
        let json =
            #"{"currentPrice":100,\#(members),"options":\#(quotes),"objective":"expectedProfit",\#(Self.belief),"limit":12,"include":["margin"]}"#
        let answer = try Self.answer(Array(json.utf8))
        let rows = try #require(answer["strategies"] as? [[String: Any]])
        #expect(rows.count == 12)
        for row in rows {
            let legs = try JSONSerialization.data(withJSONObject: try #require(row["legs"]))
            let request =
                #"{"currentPrice":100,\#(members),"legs":\#(String(decoding: legs, as: UTF8.self)),"include":["margin"],"exclude":["curve"]}"#
            let bytes = try JSONContract.calculate(Array(request.utf8))
            let same = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            let margin = try #require(same["margin"] as? [String: Any])
            #expect(row["initialDeposit"] as? NSObject == margin["initialDeposit"] as? NSObject)
        }
        let conventions = try #require(answer["conventions"] as? [String: Any])
        #expect(conventions["accountType"] as? String == account)
    }

    @Test func theInitialDepositIsThatOfHoldingsAndAdditions() throws {
        let quotes = Self.quotes.replacing(
            "\"impliedVolatility\"", with: "\"expirationDate\":\"2026-03-20\",\"impliedVolatility\"")
        let json =
            #"{"currentPrice":100,"valuationDate":"2026-02-02","accountType":"margin","options":\#(quotes),"objective":"maxLoss",\#(Self.belief),"limit":1,"holdings":[{"type":"stock","position":"long","quantity":100}],"search":{"legs":{"maximum":1}},"include":["margin"]}"#
        let answer = try Self.answer(Array(json.utf8))
        let holdings = try #require(answer["holdings"] as? [String: Any])
        // Regulation T: half the price of shares.
        #expect(holdings["initialDeposit"] as? Double == 5000)
        let row = try #require((answer["strategies"] as? [[String: Any]])?.first)
        #expect(row["title"] as? String == "long put 105")
        #expect(row["initialDeposit"] as? Double == 5570)
    }

    @Test func namesSelectStrategies() throws {
        let name = "long call butterfly"
        let answer = try Self.answer(
            Self.request(#""objective":"maxLoss",\#(Self.belief),"search":{"quantity":2,"strategies":["\#(name)"]}"#))
        let rows = try #require(answer["strategies"] as? [[String: Any]])
        #expect(rows.compactMap { $0["title"] as? String } == ["\(name) 95/100/105"])
    }

    @Test func everyNameHasItsBestStrategies() throws {
        let answer = try Self.answer(
            Self.request(#""objective":"expectedProfit",\#(Self.belief),"limit":1,"search":{"perStrategy":true}"#))
        let rows = try #require(answer["strategies"] as? [[String: Any]])
        let names = rows.compactMap { ($0["strategyName"] as? [String: Any])?["name"] as? String }
        #expect(names.count == rows.count && Set(names).count == names.count && names.count > 20)
        let values = rows.compactMap { ($0["objectives"] as? [String: Any])?["expectedProfit"] as? Double }
        #expect(values == values.sorted(by: >))
    }

    @Test func aChainWithoutPricesHasAnAnswer() throws {
        let quotes = #"[{"type":"call","strikePrice":95},{"type":"put","strikePrice":95,"bid":2,"ask":1}]"#
        let answer = try Self.answer(Self.request(#""objective":"maxLoss",\#(Self.belief)"#, quotes: quotes))
        #expect((answer["strategies"] as? [Any])?.isEmpty == true)
        let examined = try #require(answer["examined"] as? [String: Any])
        let contracts = try #require(examined["contracts"] as? [String: Any])
        let excluded = try #require(contracts["excluded"] as? [String: Int])
        #expect(excluded["noBid"] == 1 && excluded["crossed"] == 1 && contracts["usable"] as? Int == 0)
    }
}
