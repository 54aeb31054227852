import ExactPayoff
import StrategyValuation
import Testing
import _TestSupport

@Suite("The ends of the lognormal distribution, at 60 to 600 digits")
struct ProbabilityLimitTests {
    static let table = Result { try ProbabilityLimitTable.read() }

    @Test("intervals: far tails, narrow ones, tiny and huge deviations, prices of any size")
    func intervals() throws {
        let rows = try Self.table.get().intervals
        #expect(rows.count > 250)
        for row in rows {
            let prices = try row.inputs.distribution()
            let (a, b) = (try number(row.a), try number(row.b))
            let interval = PriceInterval(lower: a, upper: b)
            for (value, expected) in [
                (try prices.probability(below: a), row.below), (try prices.probability(above: a), row.above),
                (try prices.probability(of: interval), row.inside), (try prices.partialMean(over: interval), row.mean),
            ] {
                #expect(relativeError(value, try number(expected)) <= 2e-15, "\(value) for \(expected) of \(row)")
            }
        }
    }

    @Test("first passage: drifts of either sign, levels close to the spot and at the ends of the range of doubles")
    func touching() throws {
        let rows = try Self.table.get().touching
        #expect(rows.count > 380)
        for row in rows {
            let value = try row.inputs.distribution().probabilityOfTouching(number(row.H))
            #expect(relativeError(value, try number(row.probability)) <= 2e-14, "\(value) of \(row)")
        }
    }

    @Test("quantiles")
    func quantiles() throws {
        for row in try Self.table.get().quantiles {
            let prices = try row.inputs.distribution()
            // The logarithm is z s, and z has a rounding error.
            let deviation = row.inputs.sigma * row.inputs.T.squareRoot()
            let quantile = try prices.quantile(row.probability)
            let bound = 4e-16 + 4e-15 * deviation
            #expect(relativeError(quantile, try number(row.quantile)) <= bound, "\(quantile) of \(row)")
            #expect(relativeError(prices.expectedMove.lower, try number(row.lower)) <= 4e-16)
            #expect(relativeError(prices.expectedMove.upper, try number(row.upper)) <= 4e-16)
        }
    }

    @Test(
        "strategies",
        arguments: ["ordinary", "extreme", "far", "atoms", "zero", "certain", "ends", "scale"])
    func strategies(group: String) throws {
        let rows = try Self.table.get().strategies.filter { $0.group == group }
        try #require(rows.count >= 2)
        for row in rows {
            let profit = try row.distribution()
            // Break-evens are rounded to doubles.
            let shift = try number(row.sensitivity) * 0x1p-53
            for (value, expected, slack) in [
                (profit.probabilityOfProfit, row.of_profit, shift), (profit.probabilityOfLoss, row.of_loss, shift),
                (profit.probabilityOfMaximumProfit, row.of_max_profit, 0),
                (profit.probabilityOfMaximumLoss, row.of_max_loss, 0),
            ] {
                let expected = try number(expected)
                // In the far tail a shift changes the exponent.
                let error = abs(value - expected) - 1.01 * slack
                #expect(error <= 2e-15 * expected + .leastNormalMagnitude, "\(value) for \(expected) of \(row)")
            }
            for (value, expected, sensitivity) in [
                (profit.expectedProfit, row.expected_profit, row.profit_sensitivity),
                (profit.expectedLoss, row.expected_loss, row.loss_sensitivity),
            ] {
                #expect((value == nil) == (expected == nil), "\(row)")
                guard let value, let expected else { continue }
                let bound = 2e-14 + (try number(sensitivity)) * 0x1p-53
                #expect(relativeError(value, try number(expected)) <= bound, "\(value) for \(expected) of \(row)")
            }
        }
    }

    @Test(
        "mean profit and risks of strategies",
        arguments: ["ordinary", "extreme", "far", "atoms", "zero", "certain", "ends", "scale"])
    func risks(group: String) throws {
        for row in try Self.table.get().strategies where row.group == group {
            let profit = try row.distribution()
            let error = abs(profit.expectedProfitLoss - (try number(row.expected_pnl)))
            let sensitivity = max(try number(row.profit_sensitivity), try number(row.loss_sensitivity))
            let bound = 2e-14 + sensitivity * 0x1p-53
            #expect(error <= bound * (try number(row.magnitude)), "\(profit.expectedProfitLoss) of \(row)")
            for risk in row.risks {
                let (value, shortfall) = (try number(risk.value), try number(risk.shortfall))
                let scale = 1e-14 * max(try number(row.largest), abs(value), abs(shortfall))
                #expect(abs(try profit.valueAtRisk(level: risk.level) - value) <= scale, "\(risk) of \(row)")
                #expect(abs(try profit.expectedShortfall(level: risk.level) - shortfall) <= scale, "\(risk) of \(row)")
            }
        }
    }
}
