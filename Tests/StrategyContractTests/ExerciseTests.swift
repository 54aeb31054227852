import StrategyContract
import StrategyValuation
import Testing

@Suite("exercise")
struct ExerciseTests {
    enum Kind: CaseIterable {
        case calculate, chart, scenario, book, recognise, price, impliedVolatility

        /// The path of the exercise in a request of this kind.
        var path: String {
            switch self {
            case .calculate, .chart, .scenario, .recognise: "legs[0].exercise"
            case .book: "positions[0].legs[0].exercise"
            case .price, .impliedVolatility: "exercise"
            }
        }

        /// Answers a request of this kind with one option, which has the further `members`.
        func answer(_ members: String, strict: Bool) throws(ContractError) -> [UInt8] {
            let leg =
                #"{"type":"put","position":"long","strikePrice":100,"premium":3,"quantity":1,"timeToExpiration":1\#(members)}"#
            let market = #""currentPrice":100,"volatility":0.2"#
            let option = #"{"type":"put","currentPrice":100,"strikePrice":110,"timeToExpiration":1\#(members)"#
            let strategy = Array(#"{\#(market),"legs":[\#(leg)]}"#.utf8)
            var output: [UInt8] = []
            switch self {
            case .calculate: return try JSONContract.calculate(strategy, AnswerOptions(strict: strict))
            case .chart: return try JSONContract.chart(strategy, AnswerOptions(strict: strict))
            case .scenario: return try JSONContract.scenario(strategy, AnswerOptions(strict: strict))
            case .book:
                return try JSONContract.scenario(
                    Array(#"{\#(market),"positions":[{"legs":[\#(leg)]}]}"#.utf8), AnswerOptions(strict: strict))
            case .recognise:
                return try JSONContract.recognise(Array(#"{"legs":[\#(leg)]}"#.utf8), AnswerOptions(strict: strict))
            case .price:
                var answerer = PriceAnswerer(allGreeks: true, AnswerOptions(strict: strict, greekUnits: .mathematical))
                try answerer.appendAnswer(to: Array((option + #","volatility":0.2}"#).utf8).span, &output)
            case .impliedVolatility:
                var answerer = ImpliedVolatilityAnswerer(AnswerOptions(strict: strict))
                try answerer.appendAnswer(to: Array((option + #","price":12}"#).utf8).span, &output)
            }
            return output
        }
    }

    @Test("European exercise is the default", arguments: Kind.allCases, [false, true])
    func european(kind: Kind, strict: Bool) throws {
        let answer = try kind.answer("", strict: strict)
        for value in [#""european""#, #""\u0065uropean""#, "null"] {
            #expect(try kind.answer(#","exercise":\#(value)"#, strict: strict) == answer)
        }
        #expect(try kind.answer(#","exercise":"american","exercise":"european""#, strict: strict) == answer)
    }

    @Test("any other exercise is refused", arguments: Kind.allCases, [false, true])
    func refused(kind: Kind, strict: Bool) {
        for (value, rule) in [
            (#""bermudan""#, #"must be "european" or "american", got "bermudan""#),
            (#""American""#, #"must be "european" or "american", got "American""#),
            (#""""#, #"must be "european" or "american", got """#),
            ("true", "must be a string, got true"), (#"["american"]"#, "must be a string, got an array"),
        ] {
            let error = #expect(throws: ContractError.self) {
                try kind.answer(#","exercise":\#(value)"#, strict: strict)
            }
            #expect(error?.message == "\(kind.path) \(rule)")
            #expect(error?.path == kind.path)
        }
    }
}
