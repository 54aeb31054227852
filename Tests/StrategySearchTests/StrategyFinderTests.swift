import ExactPayoff
import OptionKernels
import OptionPricing
import StrategyRequests
import StrategySearch
import Synchronization
import Testing
import _TestSupport

/// A request that both the search and the brute force answer.
struct FindCase: Sendable, CustomTestStringConvertible {
    let name: String
    let objectives: [FindObjective]
    var strikes = 4
    var change: @Sendable (inout FindRequest) throws -> Void = { _ in }

    var testDescription: String { name }

    static let all: [FindCase] =
        FindObjective.allCases.flatMap { objective in
            [
                FindCase(name: "\(objective)", objectives: [objective]) { withTarget(&$0) },
                FindCase(name: "\(objective), covered, likely", objectives: [objective]) {
                    withTarget(&$0)
                    $0.filters.noNaked = true
                    $0.filters.probabilityOfProfit.minimum = 0.4
                    $0.fee = 0.65
                },
                FindCase(name: "\(objective), limited loss, shares", objectives: [objective]) {
                    withTarget(&$0)
                    $0.filters.maxLoss = 2000
                    $0.search.shares = true
                    $0.limit = 20
                },
                FindCase(name: "\(objective), quantities, all members", objectives: [objective], strikes: 3) {
                    withTarget(&$0)
                    $0.search.quantity = 2
                    $0.search.mergesEquivalents = false
                    $0.filters.definedRisk = true
                },
            ]
        } + filters + fronts + holdings

    private static func withTarget(_ request: inout FindRequest) {
        request.belief.target = .price((request.currentPrice * 1.05).rounded())
    }

    private static let filters = [
        FindCase(name: "contracts", objectives: [.expectedProfitPerCapital], strikes: 5) {
            $0.filters.openInterest = 200
            $0.filters.volume = 50
            $0.filters.spread = 0.08
            $0.filters.legDelta = .init(minimum: 0.1, maximum: 0.8)
        },
        FindCase(name: "strikes and legs", objectives: [.expectedProfit], strikes: 6) {
            $0.filters.strikePrice = .init(minimum: $0.currentPrice * 0.8, maximum: $0.currentPrice * 1.1)
            $0.search.legs = 2...3
        },
        FindCase(name: "cost", objectives: [.expectedProfitPerCapital]) {
            $0.filters.netCost = .init(minimum: -100, maximum: 300)
            $0.filters.expectedProfit.minimum = -50
        },
        FindCase(name: "credit", objectives: [.probabilityOfProfit]) {
            $0.filters.netCost.maximum = -50
            $0.filters.capital = .init(minimum: 100, maximum: 3000)
        },
        FindCase(name: "delta", objectives: [.expectedProfitPerCapital]) {
            $0.filters.netDelta = .init(minimum: -10, maximum: 10)
        },
        FindCase(name: "theta and vega", objectives: [.expectedProfitPerCapital]) {
            $0.filters.netTheta = .init(minimum: 0, maximum: 4000)
            $0.filters.netVega = .init(minimum: -40, maximum: 10)
        },
        FindCase(name: "range of targets", objectives: [.profitAtTargetPerCapital]) {
            $0.belief.target = .range(($0.currentPrice * 0.97)...($0.currentPrice * 1.1))
            $0.filters.profitAtTarget.minimum = 10
        },
        FindCase(name: "drift", objectives: [.expectedProfitPerCapital]) {
            $0.belief.drift = 0.3
            $0.filters.probabilityOfProfit = .init(minimum: 0.3, maximum: 0.7)
        },
        FindCase(name: "two legs of many strikes", objectives: [.expectedProfitPerCapital], strikes: 20) {
            $0.search.legs = 1...2
        },
    ]

    private static let fronts = [
        FindCase(name: "front of two", objectives: [.expectedProfitPerCapital, .probabilityOfProfit]) {
            $0.filters.noNaked = true
        },
        FindCase(name: "front of three", objectives: [.expectedProfitPerCapital, .probabilityOfProfit, .maxLoss]) {
            $0.filters.maxLoss = 4000
        },
        FindCase(name: "front of money", objectives: [.expectedProfit, .maxLoss]),
        FindCase(name: "front of chances", objectives: [.maxLoss, .probabilityOfProfit]),
        FindCase(name: "front of values", objectives: [.maxProfit, .expectedProfit, .profitAtTarget]) {
            withTarget(&$0)
        },
        FindCase(name: "front of ratios", objectives: [.expectedProfitPerShortfall, .maxProfitPerCapital]),
    ]

    private static let holdings = [
        FindCase(name: "hedge of shares", objectives: [.maxLoss]) {
            $0.holdings = [try Leg.stock(.long, entryPrice: 1, quantity: 200)]
            $0.search.contracts = 2
            $0.search.legs = 1...3
            $0.filters.netCost.maximum = 800
        },
        FindCase(name: "holdings of options", objectives: [.expectedProfitPerCapital], strikes: 4) {
            let quote = try #require($0.options.first { $0.bid != nil && $0.ask != nil })
            let instrument: Leg.Instrument =
                quote.kind == .call ? .call(strikePrice: quote.strikePrice) : .put(strikePrice: quote.strikePrice)
            let leg = try Leg(instrument, .short, premium: 1, quantity: 1, sharesPerContract: 100)
            $0.holdings = [try Leg.stock(.long, entryPrice: 1, quantity: 150), leg]
            $0.filters.noNaked = true
        },
        FindCase(name: "chances with holdings", objectives: [.probabilityOfProfit]) {
            $0.holdings = [try Leg.stock(.long, entryPrice: 1, quantity: 100)]
            $0.filters.netDelta = .init(minimum: 20, maximum: 120)
            $0.filters.netTheta.minimum = -500
        },
    ]
}

@Suite struct StrategyFinderTests {
    @Test(arguments: FindCase.all, [UInt64(1), 2])
    func theAnswerIsThatOfBruteForce(_ sample: FindCase, seed: UInt64) throws {
        var request = try SampleChain(seed: seed, strikes: sample.strikes, objectives: sample.objectives).request
        try sample.change(&request)
        let expected = BruteForce(request)
        let response = try StrategyFinder().find(request)
        #expect(response.examined.combinations == expected.count)
        #expect(response.riskless.count == min(expected.riskless, 5))
        let answer = expected.answer
        #expect(response.strategies.count == answer.count)
        for (found, row) in zip(response.strategies, answer) {
            #expect(found.legs.map { Self.describe($0, request.search.contracts) } == row.legs, "rank \(found.rank)")
            for (value, other) in zip(found.objectives, row.objectives) {
                #expect((value - other).magnitude <= 1e-9 * max(other.magnitude, 1e-3), "rank \(found.rank)")
            }
        }
    }

    private static func describe(_ leg: ExactPayoff.Leg, _ contracts: Int) -> BruteForce.Leg {
        let quantity = (leg.side == .long ? 1 : -1) * leg.quantity / contracts
        switch leg.instrument {
        case .call(let strike): return .init(strike: strike, isPut: false, isStock: false, quantity: quantity)
        case .put(let strike): return .init(strike: strike, isPut: true, isStock: false, quantity: quantity)
        case .stock: return .init(strike: 0, isPut: false, isStock: true, quantity: quantity / 100)
        }
    }

    @Test(arguments: [[FindObjective.expectedProfitPerCapital], [.probabilityOfProfit, .maxLoss]])
    func theAnswerDependsNeitherOnThreadsNorOnTheInstructionSet(_ objectives: [FindObjective]) throws {
        var request = try SampleChain(seed: 3, strikes: 8, objectives: objectives).request
        request.filters.noNaked = true
        let answer = try StrategyFinder(instructionSet: .baseline).find(request)
        for instructionSet in InstructionSet.supported {
            for jobs in [1, 3] {
                #expect(try StrategyFinder(jobs: jobs, instructionSet: instructionSet).find(request) == answer)
            }
        }
    }

    /// As many ticks as a sum may have are more than a double has for the least price.
    @Test(arguments: [Double.leastNonzeroMagnitude, .leastNormalMagnitude, 1e15])
    func theLeastAndTheGreatestPricesAreSearched(_ price: Double) throws {
        var request = try SampleChain(seed: 2, strikes: 1, objectives: [.maxProfit]).request
        request.currentPrice = price
        for index in request.options.indices {
            request.options[index].strikePrice = price
            (request.options[index].bid, request.options[index].ask) = (price, price)
        }
        // Both options of the strike have a price, and each may be long, short or absent.
        #expect(try StrategyFinder().find(request).examined.combinations == 8)
    }

    @Test func aSearchOfTooManyCombinationsIsRefused() throws {
        let request = try SampleChain(seed: 4, strikes: 10, objectives: [.expectedProfit]).request
        var limits = WorkLimits.strict
        limits.combinations = 1000
        #expect(throws: StrategyError("", .withinLimit(.combinations, 1000))) {
            try StrategyFinder(limits: limits).find(request)
        }
    }

    /// A clock that moves on whenever it is read.
    @Test func aSearchEndsAtItsTimeLimit() throws {
        var request = try SampleChain(seed: 6, strikes: 40, objectives: [.expectedProfit]).request
        request.timeLimit = 5
        let seconds = Mutex(0.0)
        let elapsed: @Sendable () -> Double = {
            seconds.withLock {
                $0 += 1; return $0
            }
        }
        let response = try StrategyFinder(elapsed: elapsed).find(request)
        #expect(!response.isComplete && response.covered < 1)
        #expect(response.strategies.count == 50)
        request.timeLimit = 1e9
        let complete = try StrategyFinder(elapsed: elapsed).find(request)
        #expect(complete.isComplete && complete.covered == 1)
        #expect(complete.strategies[0].objectives[0] >= response.strategies[0].objectives[0])
    }

    @Test func aSearchCanBeCancelled() throws {
        let request = try SampleChain(seed: 5, strikes: 30, objectives: [.expectedProfit]).request
        #expect(throws: StrategyError("", .notCancelled)) { try StrategyFinder(isCancelled: { true }).find(request) }
    }
}
