import ExactPayoff
import Foundation
import OptionPricing
import StrategyRequests

/// All combinations of a chain, each valued by plain loops: no classes, bounds, thresholds or vectors. It covers requests that filter by cover,
/// loss and chance, and rank by profit per capital, or by that, chance and loss.
struct PlainSearch {
    /// A leg: the contract and its quantity.
    struct Leg: Equatable {
        let contract: Int, quantity: Int
    }

    struct Row {
        let legs: [Leg]
        let objectives: [Double]
    }

    private struct Contract {
        let strike: Double
        let isPut: Bool
        let bid: Double, ask: Double
        /// E of the payoff.
        let mean: Double
    }

    private let request: FindRequest
    private var contracts: [Contract] = []
    private let quantities: [Int]
    private let deviation: Double, logMean: Double, forward: Double
    private var legs: [Leg] = []
    private var prices = [Double](repeating: 0, count: 5), profits: [Double], slopes: [Double]
    private(set) var count = 0
    private(set) var rows: [Row] = []

    init(_ request: FindRequest) {
        self.request = request
        (profits, slopes) = (prices, prices)
        let time = request.timeToExpiration ?? 0
        deviation = (request.belief.volatility ?? .nan) * time.squareRoot()
        forward = request.currentPrice * exp(request.riskFreeRate * time)
        logMean = log(forward) - deviation * deviation / 2
        quantities = request.search.quantity == 1 ? [1, -1] : [1, 2, -1, -2]
        for quote in request.options {
            let z = (log(quote.strikePrice) - logMean) / deviation
            let call = forward * Self.normal(deviation - z) - quote.strikePrice * Self.normal(-z)
            let isPut = quote.kind == .put
            contracts.append(
                Contract(
                    strike: quote.strikePrice, isPut: isPut, bid: quote.bid ?? 0, ask: quote.ask ?? 0,
                    mean: isPut ? call - forward + quote.strikePrice : call))
        }
        extend(from: 0)
    }

    private static func normal(_ z: Double) -> Double { erfc(-z * 0.5.squareRoot()) / 2 }

    private func below(_ price: Double) -> Double {
        price <= 0 ? 0 : price == .infinity ? 1 : Self.normal((log(price) - logMean) / deviation)
    }

    private mutating func extend(from first: Int) {
        if request.search.legs.contains(legs.count), legs.contains(where: { $0.quantity.magnitude == 1 }) {
            count += 1
            consider()
        }
        guard legs.count < request.search.legs.upperBound else { return }
        for contract in first..<contracts.count {
            for quantity in quantities {
                legs.append(Leg(contract: contract, quantity: quantity))
                extend(from: contract + 1)
                legs.removeLast()
            }
        }
    }

    private mutating func consider() {
        // The profit per share at 0 and at each strike.
        var (cost, mean, start, slope, calls, puts) = (0.0, 0.0, 0.0, 0, 0, 0)
        for leg in legs {
            let contract = contracts[leg.contract]
            let price = leg.quantity > 0 ? contract.ask : contract.bid
            cost += Double(leg.quantity) * price
            mean += Double(leg.quantity) * (contract.mean - price)
            guard contract.isPut else {
                calls += leg.quantity
                continue
            }
            puts += leg.quantity
            slope -= leg.quantity
            start += Double(leg.quantity) * contract.strike
        }
        if request.filters.noNaked, calls < 0 || puts < 0 { return }
        (prices[0], profits[0], slopes[0]) = (0, start - cost, Double(slope))
        var (knots, least) = (1, profits[0])
        for leg in legs {
            let strike = contracts[leg.contract].strike
            slope += leg.quantity
            if prices[knots - 1] != strike {
                prices[knots] = strike
                profits[knots] = profits[knots - 1] + slopes[knots - 1] * (strike - prices[knots - 1])
                least = min(least, profits[knots])
                knots += 1
            }
            slopes[knots - 1] = Double(slope)
        }
        guard slope >= 0, least < -1e-9, -least * 100 <= request.filters.maxLoss ?? .infinity else { return }
        let capital = max(-least, cost)
        let ratio = mean / capital
        var chance = 0.0
        for index in 0..<knots {
            let isLast = index + 1 == knots
            let value = profits[index]
            let end = isLast ? (slope == 0 ? value : .infinity) : profits[index + 1]
            let (lower, upper) = (prices[index], isLast ? .infinity : prices[index + 1])
            if value > 0, end > 0 {
                chance += below(upper) - below(lower)
            } else if value > 0 || end > 0 {
                let root = below(lower - value / slopes[index])
                chance += value > 0 ? root - below(lower) : below(upper) - root
            }
        }
        guard chance >= request.filters.probabilityOfProfit.minimum ?? 0 else { return }
        if request.isFront { offer([ratio, chance, least * 100].map(Self.rounded)) } else { rank(Self.rounded(ratio)) }
    }

    /// Ten significant digits.
    private static func rounded(_ value: Double) -> Double {
        guard value != 0 else { return 0 }
        let power = pow(10, 9 - log10(value.magnitude).rounded(.down))
        return (value * power).rounded() / power
    }

    private mutating func rank(_ value: Double) {
        if rows.count == request.effectiveLimit, value <= rows[rows.count - 1].objectives[0] { return }
        var index = rows.count
        while index > 0, rows[index - 1].objectives[0] < value { index -= 1 }
        rows.insert(Row(legs: legs, objectives: [value]), at: index)
        if rows.count > request.effectiveLimit { rows.removeLast() }
    }

    private mutating func offer(_ objectives: [Double]) {
        func isAsGood(_ row: [Double], _ other: [Double]) -> Bool {
            row[0] >= other[0] && row[1] >= other[1] && row[2] >= other[2]
        }
        for index in rows.indices where isAsGood(rows[index].objectives, objectives) {
            // A row that excludes one combination often excludes the next.
            if index > 0 { rows.swapAt(index, index / 2) }
            return
        }
        rows.removeAll { isAsGood(objectives, $0.objectives) }
        rows.append(Row(legs: legs, objectives: objectives))
    }
}
