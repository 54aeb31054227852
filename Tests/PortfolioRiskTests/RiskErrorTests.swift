import ExactPayoff
import LinearAlgebra
import OptionPricing
import Testing

@testable import PortfolioRisk

@Suite("Errors of risk")
struct RiskErrorTests {
    static let notFinite = [Double.nan, .infinity, -.infinity]

    /// Compares descriptions, because NaN is not equal to itself.
    private static func expect(_ expected: RiskError, _ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("nothing was thrown for \(expected)")
        } catch {
            #expect("\(error)" == "\(expected)")
        }
    }

    @Test("name the rejected parameter of an underlying", arguments: notFinite)
    func underlyings(value: Double) async throws {
        await Self.expect(.notFinite(.price, value)) { _ = try RiskUnderlying(price: value, volatility: 0.2) }
        await Self.expect(.notFinite(.volatility, value)) { _ = try RiskUnderlying(price: 1, volatility: value) }
        await Self.expect(.notFinite(.dividendYield, value)) {
            _ = try RiskUnderlying(price: 1, volatility: 0.2, dividendYield: value)
        }
        await Self.expect(.notPositive(.price, 0)) { _ = try RiskUnderlying(price: 0, volatility: 0.2) }
        await Self.expect(.negative(.volatility, -1)) { _ = try RiskUnderlying(price: 1, volatility: -1) }
    }

    @Test("name the rejected parameter of a holding", arguments: notFinite)
    func holdings(value: Double) async throws {
        let leg = try Leg.call(.long, strikePrice: 100, premium: 1, quantity: 1)
        await Self.expect(.missing(.timeToExpiration)) { _ = try PortfolioHolding(leg, impliedVolatility: 0.2) }
        await Self.expect(.missing(.impliedVolatility)) { _ = try PortfolioHolding(leg, timeToExpiration: 1) }
        await Self.expect(.notFinite(.timeToExpiration, value)) {
            _ = try PortfolioHolding(leg, timeToExpiration: value, impliedVolatility: 0.2)
        }
        await Self.expect(.notPositive(.timeToExpiration, 0)) {
            _ = try PortfolioHolding(leg, timeToExpiration: 0, impliedVolatility: 0.2)
        }
        await Self.expect(.notFinite(.impliedVolatility, value)) {
            _ = try PortfolioHolding(leg, timeToExpiration: 1, impliedVolatility: value)
        }
        await Self.expect(.negative(.impliedVolatility, -0.2)) {
            _ = try PortfolioHolding(leg, timeToExpiration: 1, impliedVolatility: -0.2)
        }
    }

    @Test("name the input that American exercise does not allow, and the holding")
    func exercise() async throws {
        let leg = try Leg.put(.long, strikePrice: 100, premium: 1, quantity: 1)
        let holdings = try ExerciseStyle.allCases.map {
            try PortfolioHolding(leg, timeToExpiration: 1, impliedVolatility: 12, exercise: $0)
        }
        let model = try RiskSample.single()
        #expect(try await model.profits(of: [holdings[0]], horizon: 0.1, scenarios: 10, seed: 1).profits.count == 10)
        // Also at the expiration, when both are worth the same.
        for horizon in [0.1, 1] {
            await Self.expect(.pricing(holding: 1, .outsideRange(.volatility, 12, 0.001...10, .americanExercise))) {
                _ = try await model.profits(of: holdings, horizon: horizon, scenarios: 10, seed: 1)
            }
        }
    }

    @Test("name the rejected property of correlations")
    func correlations() async throws {
        let underlyings = try (0..<3).map { _ in try RiskUnderlying(price: 100, volatility: 0.2) }
        func expect(_ expected: RiskError, _ rows: [[Double]]) async {
            await Self.expect(expected) {
                _ = try RiskModel(underlyings: underlyings, correlations: DenseMatrix(rows: rows), riskFreeRate: 0)
            }
        }
        await expect(.wrongSize(rows: 2, columns: 2, underlyings: 3), [[1, 0], [0, 1]])
        await expect(.wrongSize(rows: 3, columns: 2, underlyings: 3), [[1, 0], [0, 1], [0, 0]])
        await expect(.notOne(underlying: 1, 1.1), [[1, 0, 0], [0, 1.1, 0], [0, 0, 1]])
        await expect(
            .correlations(.notSymmetric(row: 2, column: 0)), [[1, 0.5, 0.3], [0.5, 1, 0.2], [0.31, 0.2, 1]])
        await expect(
            .correlations(.notFinite(row: 0, column: 1, .nan)),
            [[1, .nan, 0], [0, .infinity, 0], [0, 0, 1]])
        await expect(
            .notPositiveSemidefinite(underlyings: 3), [[1, 0.9, -0.9], [0.9, 1, 0.9], [-0.9, 0.9, 1]])
        await expect(.notPositiveSemidefinite(underlyings: 2), [[1, 1.5, 0], [1.5, 1, 0], [0, 0, 1]])
        // The first two are one and the same, but differ in their correlations with the third.
        await expect(.notPositiveSemidefinite(underlyings: 3), [[1, 1, 0.5], [1, 1, 0.4], [0.5, 0.4, 1]])
        await expect(.notPositiveSemidefinite(underlyings: 2), [[1, 1e200, 0], [1e200, 1, 0], [0, 0, 1]])
    }

    @Test("name the property of the correlations of more than 64 underlyings, which must be positive definite")
    func manyUnderlyings() async throws {
        let underlyings = try (0..<65).map { _ in try RiskUnderlying(price: 100, volatility: 0.2) }
        var correlations = DenseMatrix.identity(65)
        _ = try RiskModel(underlyings: underlyings, correlations: correlations, riskFreeRate: 0)
        (correlations[1, 0], correlations[0, 1]) = (-1, -1)
        await Self.expect(.correlations(.notPositiveDefinite(order: 2))) {
            _ = try RiskModel(underlyings: underlyings, correlations: correlations, riskFreeRate: 0)
        }
    }

    @Test("tolerate rounding in estimated correlations")
    func rounding() throws {
        let underlyings = try (0..<2).map { _ in try RiskUnderlying(price: 100, volatility: 0.2) }
        let exact = DenseMatrix(rows: [[1, 0.5], [0.5, 1]])
        let rounded = DenseMatrix(rows: [[(1.0).nextDown, (0.5).nextUp], [(0.5).nextDown, (1.0).nextUp]])
        let model = try RiskModel(underlyings: underlyings, correlations: rounded, riskFreeRate: 0)
        #expect(try abs(model.factor[1, 0] - Cholesky(exact).factor[1, 0]) <= 0x1p-53)
        #expect(model.factor[0, 0] == 1)
    }

    @Test("name the rejected parameter of a model", arguments: notFinite)
    func model(value: Double) async throws {
        await Self.expect(.outOfRange(.underlyings, 0, allowed: 1...100_000)) {
            _ = try RiskModel(underlyings: [], correlations: DenseMatrix(rows: []), riskFreeRate: 0)
        }
        await Self.expect(.notFinite(.riskFreeRate, value)) { _ = try RiskSample.single(rate: value) }
    }

    @Test("name the rejected parameter of a request")
    func request() async throws {
        let model = try RiskSample.single()
        let put = try Leg.put(.short, strikePrice: 100, premium: 1, quantity: 1)
        let stock = try Leg.stock(.long, entryPrice: 1, quantity: 1)
        let holdings = [
            try PortfolioHolding(stock), try PortfolioHolding(put, timeToExpiration: 0.25, impliedVolatility: 0.2),
        ]
        func expect(
            _ expected: RiskError, _ holdings: [PortfolioHolding], horizon: Double = 0.1, scenarios: Int = 10,
            threads: Int = 1
        ) async {
            await Self.expect(expected) {
                _ = try await model.profits(
                    of: holdings, horizon: horizon, scenarios: scenarios, seed: 1, threads: threads)
            }
        }
        for value in Self.notFinite { await expect(.notFinite(.horizon, value), holdings, horizon: value) }
        await expect(.notPositive(.horizon, 0), holdings, horizon: 0)
        for count in [0, -1, 100_000_001] {
            await expect(.outOfRange(.scenarios, count, allowed: 1...100_000_000), holdings, scenarios: count)
        }
        for count in [0, -1, 1_025] {
            await expect(.outOfRange(.threads, count, allowed: 1...1_024), holdings, threads: count)
        }
        for index in [-1, 1] {
            await expect(
                .outOfRange(.underlying, index, allowed: 0...0), [try PortfolioHolding(stock, underlying: index)])
        }
        await expect(.expiresBeforeHorizon(holding: 1, timeToExpiration: 0.25), holdings, horizon: (0.25).nextUp)
    }

    @Test("name the value outside the range of doubles", arguments: [1, 5])
    func notRepresentable(threads: Int) async throws {
        let stock = try PortfolioHolding(.stock(.long, entryPrice: 1, quantity: 1))
        let wild = try RiskModel(
            underlyings: [RiskUnderlying(price: 1e300, volatility: 0.3)], correlations: .identity(1), riskFreeRate: 0)
        #expect(throws: RiskError.notRepresentable(scenario: 0)) {
            let model = try RiskModel(underlyings: wild.underlyings, correlations: .identity(1), riskFreeRate: 100)
            _ = try model.profits(ofPositions: [[stock]], horizon: 1, scenarios: 10, seed: 1)
        }
        await Self.expect(.notRepresentable(scenario: 0)) {
            let model = try RiskModel(underlyings: wild.underlyings, correlations: .identity(1), riskFreeRate: 100)
            _ = try await model.profits(of: [stock], horizon: 1, scenarios: 1_000, seed: 1, threads: threads)
        }
        let call = try PortfolioHolding(
            .call(.long, strikePrice: 1, premium: 1, quantity: 1), timeToExpiration: 100, impliedVolatility: 0.2)
        await Self.expect(.pricing(holding: 1, .notRepresentable(.price))) {
            let model = try RiskModel(
                underlyings: [RiskUnderlying(price: 1, volatility: 0.3, dividendYield: -10)],
                correlations: .identity(1),
                riskFreeRate: 0)
            _ = try await model.profits(of: [stock, call], horizon: 1, scenarios: 10, seed: 1, threads: threads)
        }
    }
}
