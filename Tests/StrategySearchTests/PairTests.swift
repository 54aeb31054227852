import ExactPayoff
import OptionKernels
import OptionPricing
import StrategyNames
import StrategyRequests
import StrategySearch
import StrategyValuation
import Testing
import _TestSupport

/// A request of two expirations that both the search and the calculation of every combination answer.
struct PairCase: Sendable, CustomTestStringConvertible {
    let name: String
    let objective: FindObjective
    var strikes = 2
    var change: @Sendable (inout FindRequest) throws -> Void = { _ in }

    var testDescription: String { name }

    static let all = [
        PairCase(name: "mean", objective: .expectedProfit),
        PairCase(name: "mean, covered", objective: .expectedProfit) {
            $0.filters.noNaked = true
            $0.fee = 0.65
            $0.search.legs = 1...4
        },
        PairCase(name: "ratio", objective: .expectedProfitPerCapital) { $0.search.legs = 1...4 },
        PairCase(name: "ratio of losers", objective: .expectedProfitPerCapital) {
            $0.belief.volatility = 0.02
            $0.filters.expectedProfit.maximum = -20
        },
        PairCase(name: "ratio with shares", objective: .expectedProfitPerCapital, strikes: 2) {
            $0.search.shares = true
        },
        PairCase(name: "ratio with loss and cost", objective: .expectedProfitPerCapital) {
            $0.filters.maxLoss = 900
            $0.filters.netCost = .init(minimum: -200, maximum: 800)
        },
        PairCase(name: "ratio of likely ones", objective: .expectedProfitPerCapital) {
            $0.filters.probabilityOfProfit = .init(minimum: 0.4, maximum: 0.9)
            $0.filters.capital.minimum = 50
        },
        PairCase(name: "target", objective: .profitAtTarget) {
            $0.belief.target = .price(($0.currentPrice * 1.03).rounded())
            $0.filters.netDelta = .init(minimum: -20, maximum: 40)
        },
        PairCase(name: "target per capital", objective: .profitAtTargetPerCapital) {
            $0.belief.target = .price(($0.currentPrice * 0.98).rounded())
        },
        PairCase(name: "two legs", objective: .expectedProfitPerCapital, strikes: 5) { $0.search.legs = 1...2 },
        PairCase(name: "three legs, quantities", objective: .expectedProfitPerCapital, strikes: 2) {
            $0.search.legs = 3...3
            $0.search.quantity = 2
        },
        PairCase(name: "theta and vega", objective: .expectedProfitPerCapital) {
            $0.filters.netTheta.minimum = 0
            $0.filters.netVega = .init(minimum: -20, maximum: 20)
        },
        PairCase(name: "shares that are held", objective: .expectedProfitPerCapital) {
            $0.holdings = [try Leg.stock(.long, entryPrice: $0.currentPrice, quantity: 100)]
            $0.filters.noNaked = true
        },
        PairCase(name: "dividend before the horizon", objective: .expectedProfit) {
            // Later ones cost `calculate` seconds.
            $0.dividends = [RequestDividend(.years(0.05), .amount(0.4))]
            $0.search.legs = 2...2
        },
        PairCase(name: "range of targets", objective: .profitAtTarget) {
            $0.belief.target = .range(($0.currentPrice * 0.97)...($0.currentPrice * 1.06))
            $0.search.legs = 2...2
        },
        PairCase(name: "range of prices", objective: .expectedProfitPerCapital) {
            $0.dividendYield = 0.03
            $0.search.priceRange = ($0.currentPrice * 0.7)...($0.currentPrice * 1.4)
        },
    ]
}

/// All combinations of two expirations, each answered by `calculate`.
struct CalculatedPairs {
    struct Row {
        let legs: [String]
        let value: Double, mean: Double, group: String
        let name: String?
    }

    private(set) var rows: [Row] = []
    private(set) var count = 0

    init(_ request: FindRequest) throws {
        var extensions = RequestExtensions()
        (extensions.riskFreeRate, extensions.dividendYield) = (request.riskFreeRate, request.dividendYield)
        extensions.volatility = request.belief.volatility
        extensions.exercise = request.exercise
        extensions.include = [.probability, .greeks]
        extensions.dividends = request.dividends
        switch request.belief.target {
        case .price(let price): extensions.curvePrices = [price]
        case .range(let range):
            let count = 1000
            let step = (range.upperBound - range.lowerBound) / Double(count)
            extensions.curvePrices = (0..<count).map { range.lowerBound + (Double($0) + 0.5) * step }
        case nil: extensions.curvePrices = [request.currentPrice]
        }
        let times = Set(request.options.compactMap(\.years)).sorted()
        var sides: [[(leg: Leg, isFar: Bool)]] = []
        func order(_ quote: FindQuote) -> (Double, Double, Int) {
            (quote.years ?? 0, quote.strikePrice, quote.kind == .put ? 1 : 0)
        }
        for quote in request.options.sorted(by: { order($0) < order($1) }) {
            let instrument: Leg.Instrument =
                quote.kind == .call ? .call(strikePrice: quote.strikePrice) : .put(strikePrice: quote.strikePrice)
            var own: [(leg: Leg, isFar: Bool)] = []
            for quantity in [1, 2, -1, -2] where abs(quantity) <= request.search.quantity {
                guard let price = quantity > 0 ? quote.ask : quote.bid, price > 0 else { continue }
                let leg = try Leg(
                    instrument, quantity > 0 ? .long : .short, premium: price, quantity: abs(quantity),
                    sharesPerContract: 100, expiration: quote.expiration, impliedVolatility: quote.impliedVolatility,
                    fee: request.fee * Double(abs(quantity)))
                own.append((leg, quote.years == times.last))
            }
            sides.append(own)
        }
        var calculator = StrategyCalculator()
        var response = CalculationResponse()
        func add(_ legs: [(leg: Leg, isFar: Bool)], _ shares: Int, from first: Int) throws {
            let far = legs.count { $0.isFar }
            let all = legs.count + (shares == 0 ? 0 : 1)
            if far > 0, legs.count > far, far <= 2, legs.count - far <= 2, request.search.legs.contains(all),
                shares != 0 || legs.contains(where: { $0.leg.quantity == 1 })
            {
                count += 1
                var own = legs.map(\.leg)
                if shares != 0 {
                    own.insert(
                        try Leg.stock(shares > 0 ? .long : .short, entryPrice: request.currentPrice, quantity: 100),
                        at: 0)
                }
                let calculation = try CalculationRequest(
                    currentPrice: request.currentPrice, legs: request.holdings + own, extensions: extensions)
                try calculator.calculate(calculation, into: &response)
                var least = response.metrics.maxLoss
                if let range = request.search.priceRange { least = try Self.leastProfit(own, range, request) }
                if let row = try Self.row(own, legs, shares, least, response, request) { rows.append(row) }
            }
            guard all < request.search.legs.upperBound else { return }
            for contract in first..<sides.count {
                for side in sides[contract] { try add(legs + [side], shares, from: contract + 1) }
            }
        }
        for shares in request.search.shares ? [0, 1, -1] : [0] { try add([], shares, from: 0) }
    }

    /// The least profit over a range of prices, on a fine grid.
    private static func leastProfit(
        _ legs: [Leg], _ range: ClosedRange<Double>, _ request: FindRequest
    ) throws -> Double? {
        var extensions = RequestExtensions()
        (extensions.riskFreeRate, extensions.dividendYield) = (request.riskFreeRate, request.dividendYield)
        let strikes = legs.compactMap(\.strikePrice).filter(range.contains)
        let count = 4000
        extensions.curvePrices =
            strikes
            + (0...count).map {
                range.lowerBound + (range.upperBound - range.lowerBound) * Double($0) / Double(count)
            }
        return try CalculationRequest(currentPrice: request.currentPrice, legs: legs, extensions: extensions)
            .calculate().curve.map(\.profitLoss).min()
    }

    private static func row(
        _ legs: [Leg], _ options: [(leg: Leg, isFar: Bool)], _ shares: Int, _ least: Double?,
        _ response: CalculationResponse, _ request: FindRequest
    ) throws -> Row? {
        let chances = try #require(response.probability)
        let filters = request.filters
        let held = request.holdings.reduce(0) { $0 + ($1.side == .long ? 1 : -1) * $1.quantity }
        let mean = chances.expectedProfitLoss
        let cost = response.metrics.netCost - Double(held) * request.currentPrice
        let target = response.curve.reduce(0) { $0 + $1.profitLoss } / Double(response.curve.count)
        let capital = least.map { max(-$0, cost) }
        if let least, least >= 0 { return nil }
        let needsLimit =
            filters.noNaked || filters.maxLoss != nil || filters.capital.isGiven || request.objectives[0].isRatio
        if needsLimit, least == nil { return nil }
        if filters.noNaked {
            func number(_ isCall: Bool) -> Int {
                options.reduce(0) { sum, option in
                    let signed = (option.leg.side == .long ? 1 : -1) * option.leg.quantity
                    return option.leg.isCall == isCall ? sum + signed : sum
                }
            }
            let all = shares + held / 100
            if number(true) + all < 0 || number(false) < min(0, all) { return nil }
        }
        func passes(_ bounds: FindFilters.Bounds, _ value: Double) -> Bool {
            value >= (bounds.minimum ?? -.infinity) - 1e-8 && value <= (bounds.maximum ?? .infinity) + 1e-8
        }
        guard -(least ?? 0) <= (filters.maxLoss ?? .infinity) + 1e-8, passes(filters.netCost, cost),
            passes(filters.expectedProfit, mean), passes(filters.probabilityOfProfit, chances.ofProfit),
            !filters.capital.isGiven || passes(filters.capital, capital ?? .infinity),
            !filters.netDelta.isGiven || passes(filters.netDelta, response.greeks?.net.delta ?? .nan),
            !filters.netTheta.isGiven || passes(filters.netTheta, response.greeks?.net.theta ?? .nan),
            !filters.netVega.isGiven || passes(filters.netVega, response.greeks?.net.vega ?? .nan)
        else { return nil }
        let value: Double =
            switch request.objectives[0] {
            case .expectedProfit: mean
            case .expectedProfitPerCapital: mean / (capital ?? .nan)
            case .profitAtTarget: target
            default: target / (capital ?? .nan)
            }
        // Near legs are equivalent by parity, far ones only to themselves.
        let near = options.filter { !$0.isFar }.map(\.leg)
        let slope = shares - near.reduce(0) { $0 + ($1.isCall ? 0 : ($1.side == .long ? 1 : -1) * $1.quantity) }
        var steps: [Double: Int] = [:]
        for leg in near { steps[leg.strikePrice ?? 0, default: 0] += (leg.side == .long ? 1 : -1) * leg.quantity }
        let group =
            "\(slope) " + steps.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { "\($0)" }.joined()
            + options.filter(\.isFar).map { Self.text($0.leg) }.joined()
        let name = try StrategyName.recognise(
            legs, expirations: legs.map { if case .years(let years) = $0.expiration { years } else { nil } })
        return Row(
            legs: legs.map(Self.text), value: value, mean: mean, group: group,
            name: name.family == nil ? nil : name.name)
    }

    static func text(_ leg: Leg) -> String {
        "\(leg.side) \(leg.quantity) \(leg.instrument) \(leg.expiration.map { "\($0)" } ?? "")"
    }

    /// The best combination of each group, all or those of some names.
    func best(_ limit: Int, named names: Set<String>? = nil) -> [Row] {
        var seen = Set<String>()
        let rows = rows.filter { row in names.map { row.name.map($0.contains) ?? false } ?? true }
        return Array(
            rows.sorted { $0.value != $1.value ? $0.value > $1.value : $0.mean > $1.mean }
                .filter { seen.insert($0.group).inserted }.prefix(limit))
    }
}

extension FindQuote {
    fileprivate var years: Double? { if case .years(let years) = expiration { years } else { nil } }
}

extension FindObjective {
    fileprivate var isRatio: Bool { self == .expectedProfitPerCapital || self == .profitAtTargetPerCapital }
}

extension Leg {
    fileprivate var isCall: Bool { if case .call = instrument { true } else { false } }
}

@Suite struct PairTests {
    /// A chain of two expirations, with smiles that are close to each other, so that few combinations cannot lose.
    private static func request(
        seed: UInt64, strikes: Int, _ objective: FindObjective, _ exercise: ExerciseStyle = .european
    ) throws -> FindRequest {
        var random = SeededGenerator(seed: seed)
        let spot = (Double.random(in: 50...200, using: &random)).rounded()
        let volatility = Double.random(in: 0.2...0.35, using: &random)
        var quotes: [FindQuote] = []
        for (years, level) in [(0.11, volatility + 0.03), (0.31, volatility)] {
            for index in 0..<strikes {
                let strike = (spot * (0.9 + 0.2 * Double(index) / Double(max(strikes - 1, 1)))).rounded()
                for kind in [OptionKind.call, .put] {
                    let own = level + Double.random(in: -0.01...0.01, using: &random)
                    let option = try ModelledOption(
                        kind, spot: spot, strike: strike, timeToExpiration: years, riskFreeRate: 0.03,
                        exercise: exercise)
                    let mid = try option.price(volatility: own)
                    let half = max(0.02, mid * 0.01)
                    quotes.append(
                        FindQuote(
                            kind, strikePrice: strike, bid: max(((mid - half) * 100).rounded() / 100, 0.01),
                            ask: ((mid + half) * 100).rounded() / 100, impliedVolatility: own,
                            expiration: .years(years)))
                }
            }
        }
        var request = FindRequest(currentPrice: spot, options: quotes.shuffled(using: &random), objectives: [objective])
        request.riskFreeRate = 0.03
        request.exercise = exercise
        request.belief.volatility = volatility + 0.02
        request.search.expirations = 2
        // Combinations of four legs take most of the time.
        request.search.legs = 1...3
        request.limit = 20
        return request
    }

    private static func expectSame(_ response: FindResponse, _ expected: CalculatedPairs, _ accuracy: Double) {
        #expect(response.examined.combinations == expected.count)
        let best = expected.best(20)
        #expect(response.strategies.count == best.count)
        for (found, row) in zip(response.strategies, best) {
            #expect((found.objectives[0] - row.value).magnitude <= accuracy * max(row.value.magnitude, 1e-3))
            let own = expected.rows.first { $0.legs == found.legs.map(CalculatedPairs.text) }
            let value = own?.value ?? .nan
            #expect((found.objectives[0] - value).magnitude <= accuracy * max(value.magnitude, 1e-3), "\(found.title)")
        }
    }

    @Test(arguments: PairCase.all)
    func theAnswerIsThatOfCalculate(_ sample: PairCase) throws {
        var request = try Self.request(seed: 1, strikes: sample.strikes, sample.objective)
        try sample.change(&request)
        // The grid of the test is finer than that of a price.
        let isOnGrid = if case .range = request.belief.target { true } else { request.search.priceRange != nil }
        let accuracy = isOnGrid ? 1e-5 : 1e-8
        Self.expectSame(try StrategyFinder().find(request), try CalculatedPairs(request), accuracy)
    }

    @Test func americanCalendarsAreThoseOfCalculate() throws {
        var request = try Self.request(seed: 3, strikes: 2, .expectedProfitPerCapital, .american)
        request.search.legs = 2...3
        Self.expectSame(try StrategyFinder().find(request), try CalculatedPairs(request), 1e-8)
    }

    @Test func theAnswerDependsNeitherOnThreadsNorOnTheInstructionSet() throws {
        let request = try Self.request(seed: 4, strikes: 4, .expectedProfitPerCapital)
        let answer = try StrategyFinder(instructionSet: .baseline).find(request)
        for instructionSet in InstructionSet.supported {
            for jobs in [1, 3] {
                #expect(try StrategyFinder(jobs: jobs, instructionSet: instructionSet).find(request) == answer)
            }
        }
    }

    @Test func namesSelectCalendars() throws {
        var request = try Self.request(seed: 5, strikes: 5, .expectedProfitPerCapital)
        request.search.strategies = ["long call calendar spread"]
        let answer = try StrategyFinder().find(request)
        #expect(answer.strategies.count == 5)
        #expect(answer.strategies.allSatisfy { $0.name?.name == "long call calendar spread" && $0.isCertified })
        #expect(answer.strategies[0].title.hasSuffix(" 0.11 years/0.31 years"))
    }

    /// The best of each name, and the names by their best row, as they follow from the calculation of every combination.
    @Test(arguments: [
        (FindObjective.expectedProfit, 2, 2...4, 1, false), (.expectedProfitPerCapital, 4, 2...2, 2, false),
        (.expectedProfitPerCapital, 2, 2...3, 1, true),
    ])
    func theBestOfEachNameAreThoseOfCalculate(
        _ objective: FindObjective, _ strikes: Int, _ legs: ClosedRange<Int>, _ quantity: Int, _ shares: Bool
    ) throws {
        var request = try Self.request(seed: 11, strikes: strikes, objective)
        (request.search.legs, request.search.quantity, request.search.shares) = (legs, quantity, shares)
        request.search.perStrategy = true
        request.limit = 2
        let all = try CalculatedPairs(request)
        let names = Set(all.rows.compactMap(\.name))
        var groups = names.map { (name: $0, rows: all.best(2, named: [$0])) }
        groups.sort { ($0.rows[0].value, $0.rows[0].mean) > ($1.rows[0].value, $1.rows[0].mean) }
        let expected = groups.flatMap { group in group.rows.map { (group.name, $0) } }
        let answer = try StrategyFinder().find(request)
        #expect(names.count > 5)
        #expect(answer.examined.combinations == all.count)
        #expect(answer.strategies.map { $0.name?.name } == expected.map { $0.0 })
        for (found, (_, row)) in zip(answer.strategies, expected) {
            #expect((found.objectives[0] - row.value).magnitude <= 1e-8 * max(row.value.magnitude, 1e-3))
            #expect(found.equivalents.allSatisfy { $0.name == found.name?.name })
        }
        #expect(try StrategyFinder(jobs: 3, instructionSet: .baseline).find(request) == answer)
        // Of these names only, without a limit for each.
        request.search.strategies = names.sorted().prefix(3) + ["iron condor"]
        request.search.perStrategy = false
        request.limit = 20
        let some = try StrategyFinder().find(request)
        let best = all.best(20, named: Set(request.search.strategies))
        #expect(some.strategies.count == best.count)
        for (found, row) in zip(some.strategies, best) {
            #expect((found.objectives[0] - row.value).magnitude <= 1e-8 * max(row.value.magnitude, 1e-3))
        }
    }

    /// With one expiration, each strategy is of one date of several, and the best of them is the answer.
    @Test func legsOfOneExpirationAreOfEachDate() throws {
        var request = try Self.request(seed: 6, strikes: 4, .expectedProfitPerCapital)
        request.search.expirations = 1
        request.limit = 30
        let answer = try StrategyFinder().find(request)
        var best: [Double] = []
        var combinations = 0
        for years in [0.11, 0.31] {
            var single = request
            single.options = request.options.filter { $0.years == years }
            let own = try StrategyFinder().find(single)
            best += own.strategies.map { $0.objectives[0] }
            combinations += own.examined.combinations
        }
        #expect(answer.examined.combinations == combinations)
        #expect(answer.strategies.map { $0.objectives[0] } == Array(best.sorted(by: >).prefix(30)))
        #expect(try StrategyFinder(jobs: 3).find(request) == answer)
    }

    /// The value of an option with hardly any volatility bends at its strike only, so that elsewhere the search needs no narrow panels.
    /// Without interest, American options are worth as much as European ones.
    @Test func hardlyAnyVolatilityCostsNoMoreWork() throws {
        var request = try Self.request(seed: 8, strikes: 2, .expectedProfit)
        request.riskFreeRate = 0
        let index = try #require(request.options.firstIndex { $0.years == 0.31 })
        request.options[index].impliedVolatility = 1e-12
        let european = try StrategyFinder(limits: .strict).find(request)
        request.exercise = .american
        let american = try StrategyFinder(limits: .strict).find(request)
        #expect(american.strategies.count == 20)
        for (one, other) in zip(american.strategies, european.strategies) {
            #expect((one.objectives[0] - other.objectives[0]).magnitude <= 1e-6, "\(one.title) \(other.title)")
        }
    }

    @Test func aSearchEndsAtItsTimeLimit() throws {
        var request = try Self.request(seed: 9, strikes: 3, .expectedProfit)
        request.timeLimit = 1
        let response = try StrategyFinder(elapsed: { 2 }).find(request)
        #expect(!response.isComplete && response.covered < 1 && response.strategies.isEmpty)
    }

    @Test func pairsOfExpirationsAreLimited() throws {
        var request = try Self.request(seed: 7, strikes: 1, .expectedProfit)
        for years in [0.4, 0.5] {
            request.options += request.options.filter { $0.years == 0.11 }.map {
                var quote = $0
                quote.expiration = .years(years)
                return quote
            }
        }
        #expect(throws: StrategyError("", .withinLimit(.expirationPairs, 4))) {
            try StrategyFinder(limits: .strict).find(request)
        }
    }
}
