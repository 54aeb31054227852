import ExactPayoff
import StrategyValuation

/// The probabilities of a profit, one at a time.
struct ProfitDistribution {
    let probabilities: ([Double]) throws -> ProfitProbabilities
    private let summary: ProfitProbabilities

    init(of profile: PayoffProfile, under prices: LognormalDistribution) throws {
        probabilities = { try ProfitProbabilities(of: profile, under: prices, levels: $0) }
        summary = try probabilities([])
    }

    init(of profile: HorizonProfile, under prices: LognormalDistribution) throws {
        probabilities = { try ProfitProbabilities(of: profile, under: prices, levels: $0) }
        summary = try probabilities([])
    }

    func probabilities(levels: [Double]) throws -> ProfitProbabilities { try probabilities(levels) }

    var probabilityOfProfit: Double { summary.ofProfit }
    var probabilityOfLoss: Double { summary.ofLoss }
    var probabilityOfMaximumProfit: Double { summary.ofMaximumProfit }
    var probabilityOfMaximumLoss: Double { summary.ofMaximumLoss }
    var expectedProfitLoss: Double { summary.expectedProfitLoss }
    var expectedProfit: Double? { summary.expectedProfit }
    var expectedLoss: Double? { summary.expectedLoss }
    var touchingProbabilities: [TouchingProbability] { summary.ofTouching }

    func valueAtRisk(level: Double) throws -> Double { try probabilities([level]).valueAtRisk[0].value }
    func expectedShortfall(level: Double) throws -> Double { try probabilities([level]).expectedShortfall[0].value }
}
