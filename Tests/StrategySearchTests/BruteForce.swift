import ExactPayoff
import Foundation
import OptionPricing
import StrategyRequests

/// All combinations of a chain, each valued by the definition. It shares no code with the search.
struct BruteForce {
    struct Leg: Hashable {
        /// 0 for shares.
        let strike: Double
        let isPut: Bool, isStock: Bool
        let quantity: Int
    }

    struct Row {
        let legs: [Leg]
        let objectives: [Double]
        let mean: Double
        let group: String
    }

    private struct Contract {
        let quote: FindQuote
        /// E of the payoff per share.
        let mean: Double
        let greeks: Greeks
    }

    /// Delta, theta per year and vega.
    private struct Greeks {
        var delta = 0.0, theta = 0.0, vega = 0.0

        init() {}

        /// Those of one share of an option, by the formulas of Black, Scholes and Merton.
        init(_ request: FindRequest, _ strike: Double, isPut: Bool, volatility: Double) {
            let (spot, time) = (request.currentPrice, request.timeToExpiration ?? 0)
            let (rate, yield) = (request.riskFreeRate, request.dividendYield)
            let deviation = volatility * time.squareRoot()
            let d1 = (log(spot / strike) + (rate - yield) * time) / deviation + deviation / 2
            let (stock, bond) = (spot * exp(-yield * time), strike * exp(-rate * time))
            let density = exp(-d1 * d1 / 2) / (2 * Double.pi).squareRoot()
            let (above, within) = (normal(isPut ? -d1 : d1), normal(isPut ? deviation - d1 : d1 - deviation))
            let sign = isPut ? -1.0 : 1
            delta = sign * exp(-yield * time) * above
            vega = stock * density * time.squareRoot()
            theta = -vega * volatility / (2 * time) + sign * (yield * stock * above - rate * bond * within)
        }

        mutating func add(_ other: Greeks, times shares: Double) {
            delta += shares * other.delta
            theta += shares * other.theta
            vega += shares * other.vega
        }
    }

    let request: FindRequest
    private var contracts: [Contract] = []
    private(set) var count = 0
    private(set) var riskless = 0
    private var rows: [Row] = []
    private let deviation: Double, logMean: Double, forward: Double

    static func normal(_ z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }

    init(_ request: FindRequest) {
        self.request = request
        let time = request.timeToExpiration ?? 0
        let growth = request.belief.drift ?? request.riskFreeRate - request.dividendYield
        let volatility = request.belief.volatility ?? .nan
        deviation = volatility * time.squareRoot()
        forward = request.currentPrice * exp(growth * time)
        logMean = log(forward) - deviation * deviation / 2
        let filters = request.filters
        for quote in request.options {
            let greeks = Greeks(
                request, quote.strikePrice, isPut: quote.kind == .put, volatility: quote.impliedVolatility ?? .nan)
            let delta = greeks.delta
            let (bid, ask) = (quote.bid ?? 0, quote.ask ?? 0)
            if Double(quote.openInterest ?? -1) < filters.openInterest ?? -1 { continue }
            if Double(quote.volume ?? -1) < filters.volume ?? -1 { continue }
            if let spread = filters.spread, ask == 0 || ask - bid > spread * (ask + bid) / 2 + 1e-12 { continue }
            if let least = filters.legDelta.minimum, abs(delta) < least { continue }
            if let most = filters.legDelta.maximum, abs(delta) > most { continue }
            if let least = filters.strikePrice.minimum, quote.strikePrice < least { continue }
            if let most = filters.strikePrice.maximum, quote.strikePrice > most { continue }
            if ask > 0, bid > ask { continue }
            let z = (log(quote.strikePrice) - logMean) / deviation
            let call = forward * Self.normal(deviation - z) - quote.strikePrice * Self.normal(-z)
            let put = quote.strikePrice * Self.normal(z) - forward * Self.normal(z - deviation)
            contracts.append(Contract(quote: quote, mean: quote.kind == .call ? call : put, greeks: greeks))
        }
        contracts.sort {
            ($0.quote.strikePrice, $0.quote.kind == .put ? 1 : 0) < (
                $1.quote.strikePrice, $1.quote.kind == .put ? 1 : 0
            )
        }
        for shares in request.search.shares ? [0, 1, -1] : [0] {
            extend([], shares, from: 0)
        }
    }

    private mutating func extend(_ picks: [(index: Int, quantity: Int)], _ shares: Int, from first: Int) {
        let legs = picks.count + (shares == 0 ? 0 : 1)
        let hasSingle = shares != 0 || picks.contains { abs($0.quantity) == 1 }
        if request.search.legs.contains(legs), !picks.isEmpty, hasSingle {
            count += 1
            consider(picks, shares)
        }
        guard legs < request.search.legs.upperBound, first < contracts.count else { return }
        for index in first..<contracts.count {
            for quantity in [1, 2, -1, -2] where abs(quantity) <= request.search.quantity {
                let quote = contracts[index].quote
                if (quantity > 0 ? quote.ask ?? 0 : quote.bid ?? 0) > 0 {
                    extend(picks + [(index, quantity)], shares, from: index + 1)
                }
            }
        }
    }

    private func below(_ price: Double) -> Double {
        price <= 0 ? 0 : price == .infinity ? 1 : Self.normal((log(price) - logMean) / deviation)
    }

    private func meanBelow(_ price: Double) -> Double {
        price <= 0
            ? 0 : price == .infinity ? forward : forward * Self.normal((log(price) - logMean) / deviation - deviation)
    }

    private mutating func consider(_ picks: [(index: Int, quantity: Int)], _ shares: Int) {
        let times = 100.0 * Double(request.search.contracts)
        let filters = request.filters
        var (cost, mean) = (Double(shares) * request.currentPrice * times, 0.0)
        var greeks = Greeks()
        greeks.delta = Double(shares) * times
        mean = Double(shares) * forward * times - cost
        var held: (calls: Double, puts: Double, shares: Double) = (0, 0, 0)
        var legs: [(strike: Double, isPut: Bool, shares: Double)] = []
        for (index, quantity) in picks {
            let (contract, signed) = (contracts[index], Double(quantity) * times)
            let price = (quantity > 0 ? contract.quote.ask : contract.quote.bid) ?? .nan
            let fee = request.fee * Double(abs(quantity)) * Double(request.search.contracts)
            cost += signed * price + fee
            mean += signed * (contract.mean - price) - fee
            greeks.add(contract.greeks, times: signed)
            legs.append((contract.quote.strikePrice, contract.quote.kind == .put, signed))
            if contract.quote.kind == .put { held.puts += signed } else { held.calls += signed }
        }
        held.shares = Double(shares) * times
        var offset = -cost
        for leg in request.holdings {
            let signed = Double(leg.quantity * leg.sharesPerContract) * (leg.side == .long ? 1 : -1)
            var price = request.currentPrice
            var own = forward
            if let strike = leg.strikePrice {
                let isPut = leg.instrument == .put(strikePrice: strike)
                let quote = request.options.first { $0.strikePrice == strike && ($0.kind == .put) == isPut }
                price = ((quote?.bid ?? .nan) + (quote?.ask ?? .nan)) / 2
                legs.append((strike, isPut, signed))
                if isPut { held.puts += signed } else { held.calls += signed }
                let z = (log(strike) - logMean) / deviation
                own =
                    isPut
                    ? strike * Self.normal(z) - forward * Self.normal(z - deviation)
                    : forward * Self.normal(deviation - z) - strike * Self.normal(-z)
                let volatility = quote?.impliedVolatility ?? .nan
                greeks.add(Greeks(request, strike, isPut: isPut, volatility: volatility), times: signed)
            } else {
                held.shares += signed
                greeks.delta += signed
            }
            mean += signed * (own - price)
            offset -= signed * price
        }
        func profit(_ price: Double) -> Double {
            var sum = held.shares * price + offset
            for leg in legs { sum += leg.shares * max(leg.isPut ? leg.strike - price : price - leg.strike, 0) }
            return (sum * 1e6).rounded() / 1e6
        }
        let end = held.calls + held.shares
        if filters.noNaked, end < 0 || held.puts < min(0, held.shares) { return }
        let needsLimit = filters.definedRisk || filters.maxLoss != nil || filters.capital.isGiven
        if end < 0, needsLimit { return }
        let knots = ([0] + Set(legs.map(\.strike)).sorted())
        let values = knots.map(profit)
        let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
        func passes(_ bounds: FindFilters.Bounds, _ value: Double) -> Bool {
            value >= (bounds.minimum ?? -.infinity) - 1e-6 && value <= (bounds.maximum ?? .infinity) + 1e-6
        }
        if let most = filters.maxLoss, -least > most + 1e-6 { return }
        let capital = end < 0 ? Double.nan : max(-least, cost)
        guard passes(filters.netCost, cost), passes(filters.expectedProfit, mean) else { return }
        if filters.capital.isGiven, !passes(filters.capital, capital) { return }
        guard passes(filters.netDelta, greeks.delta), passes(filters.netTheta, greeks.theta),
            passes(filters.netVega, greeks.vega)
        else { return }
        var target = 0.0
        switch request.belief.target {
        case .price(let price): target = profit(price)
        case .range(let range):
            let inner = legs.map(\.strike).filter { range.contains($0) }
            let places = ([range.lowerBound, range.upperBound] + inner).sorted()
            for (start, stop) in zip(places, places.dropFirst()) {
                target += (stop - start) * (profit(start) + profit(stop)) / 2
            }
            target /= range.upperBound - range.lowerBound
        case nil: break
        }
        guard passes(filters.profitAtTarget, target) else { return }
        // Stretches on which the profit is linear and of one sign.
        var chance = 0.0
        func stretches(_ level: Double, _ body: (Double, Double, Double, Double) -> Void) {
            for (index, start) in knots.enumerated() {
                let stop = index + 1 < knots.count ? knots[index + 1] : .infinity
                let value = values[index] - level
                let slope = stop == .infinity ? end : (values[index + 1] - values[index]) / (stop - start)
                let root = abs(slope) > 1e-7 ? start - value / slope : -1
                if root > start, root < stop {
                    body(start, root, value, slope)
                    body(root, stop, 0, slope)
                } else {
                    body(start, stop, value, slope)
                }
            }
        }
        stretches(0) { start, stop, value, slope in
            if (value != 0 ? value : slope) > 0 { chance += below(stop) - below(start) }
        }
        guard chance >= filters.probabilityOfProfit.minimum ?? 0, chance <= filters.probabilityOfProfit.maximum ?? 1
        else { return }
        if end >= 0, least >= 0 {
            riskless += 1
            return
        }
        var shortfall = Double.nan
        if request.objectives.contains(.expectedProfitPerShortfall), end >= 0 {
            let tail = 1 - request.confidenceLevel
            func worse(_ level: Double) -> (probability: Double, mean: Double) {
                var (probability, mean) = (0.0, 0.0)
                stretches(level) { start, stop, value, slope in
                    let isBelow = value < 0 || value == 0 && slope < 0 || value == 0 && slope == 0
                    guard isBelow else { return }
                    let weight = below(stop) - below(start)
                    probability += weight
                    mean += (-value + slope * start) * weight - slope * (meanBelow(stop) - meanBelow(start))
                }
                return (probability, mean)
            }
            if worse(least + 1e-9).probability >= tail {
                shortfall = -least
            } else {
                var (low, high) = (least, greatest + max(end, 0) * 8 * forward + 1)
                for _ in 0..<90 {
                    let middle = (low + high) / 2
                    if worse(middle).probability <= tail { low = middle } else { high = middle }
                }
                shortfall = worse(low).mean / tail - low
            }
        }
        let objectives = request.objectives.map { objective -> Double in
            switch objective {
            case .expectedProfit: mean
            case .expectedProfitPerCapital: mean / capital
            case .probabilityOfProfit: chance
            case .maxProfit: end > 0 ? .nan : greatest
            case .maxProfitPerCapital: end > 0 ? .nan : greatest / capital
            case .profitAtTarget: target
            case .profitAtTargetPerCapital: target / capital
            case .expectedProfitPerShortfall: shortfall >= 0.01 * capital ? mean / shortfall : .nan
            case .maxLoss: end < 0 ? .nan : least
            }
        }
        guard !objectives.contains(where: \.isNaN) else { return }
        var legRows = picks.map { pick in
            Leg(
                strike: contracts[pick.index].quote.strikePrice, isPut: contracts[pick.index].quote.kind == .put,
                isStock: false, quantity: pick.quantity)
        }
        if shares != 0 { legRows.insert(Leg(strike: 0, isPut: false, isStock: true, quantity: shares), at: 0) }
        var steps: [Double: Int] = [:]
        var slope = shares
        for leg in legRows where !leg.isStock {
            steps[leg.strike, default: 0] += leg.quantity
            if leg.isPut { slope -= leg.quantity }
        }
        let group =
            "\(slope) "
            + steps.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
            .joined(separator: " ")
        rows.append(Row(legs: legRows, objectives: objectives, mean: mean, group: group))
    }

    private static func rounded(_ value: Double) -> Double { Double(String(format: "%.9e", value)) ?? value }

    /// The answer in its order.
    var answer: [Row] {
        func order(_ leg: Leg) -> [Double] {
            [
                leg.isStock ? 0 : 1, leg.strike, leg.isPut ? 1 : 0,
                leg.quantity > 0 ? Double(leg.quantity) : 2 - Double(leg.quantity),
            ]
        }
        let keyed = rows.map { row in
            (row: row, values: row.objectives.map(Self.rounded), mean: Self.rounded(row.mean), key: row.legs.map(order))
        }
        let sorted = keyed.sorted { a, b in
            if a.values[0] != b.values[0] { return a.values[0] > b.values[0] }
            if a.mean != b.mean { return a.mean > b.mean }
            if a.key.count != b.key.count { return a.key.count < b.key.count }
            for (x, y) in zip(a.key, b.key) where x != y { return x.lexicographicallyPrecedes(y) }
            return false
        }
        var answer: [Row] = []
        if request.isFront {
            var front: [(row: Row, values: [Double])] = []
            for entry in sorted {
                if front.contains(where: { zip($0.values, entry.values).allSatisfy { $0 >= $1 } }) { continue }
                front.removeAll { zip($0.values, entry.values).allSatisfy { $0 <= $1 } }
                front.append((entry.row, entry.values))
            }
            return front.map(\.row)
        }
        var seen = Set<String>()
        for entry in sorted where answer.count < request.effectiveLimit {
            if request.search.mergesEquivalents, !seen.insert(entry.row.group).inserted { continue }
            answer.append(entry.row)
        }
        return answer
    }
}
