import OptionKernels
import OptionPricing

/// An engine under measurement, which values options in batches.
protocol Engine: Sendable {
    /// The name in the tables.
    var name: String { get }

    /// Computes the values of options.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - model: The model that values them.
    /// - Returns: An array for each value that the engine supports, with one element for each option.
    func values(_ options: OptionArrays, model: Model) -> [OptionValue: [Double]]

    /// Finds the volatilities at which the options have the given prices; NaN if it finds none.
    ///
    /// - Parameters:
    ///   - options: The options. The engine must not use their volatilities.
    ///   - model: The model that values them.
    ///   - prices: The price of each option.
    /// - Returns: The volatility of each option.
    func impliedVolatilities(_ options: OptionArrays, model: Model, prices: [Double]) -> [Double]
}

/// The engines measured on the same points: one for each instruction set of this processor.
let engines: [any Engine] = InstructionSet.supported.map(ProductEngine.init)

/// The kernels of one instruction set. `OptionPricing` evaluates the options that the kernels do not evaluate.
struct ProductEngine: Engine {
    let instructionSet: InstructionSet

    var name: String { "\(instructionSet)" }

    func values(_ options: OptionArrays, model: Model) -> [OptionValue: [Double]] {
        let count = options.count
        var columns = GreekColumns(.allGreeks, count: count)
        if !evaluate(options, model, into: &columns) {
            for index in 0..<count where columns[.price, index].isNaN {
                guard let option = try? options.option(index, in: model),
                    let (first, higher) = try? option.allGreeks(volatility: options.volatility[index])
                else { continue }
                let values = [
                    first.price, first.delta, first.gamma, first.theta, first.vega, first.rho,
                    higher.epsilon, higher.vanna, higher.vomma, higher.charm, higher.speed, higher.zomma,
                    higher.color, higher.ultima, higher.dualDelta, higher.dualGamma,
                ]
                for (greek, value) in zip(Greek.allCases, values) { columns[greek, index] = value }
            }
        }
        return Dictionary(
            uniqueKeysWithValues: zip(OptionValue.allCases, Greek.allCases).map { value, greek in
                (value, (0..<count).map { columns[greek, $0] })
            })
    }

    /// Evaluates the options in the range of the kernels, and returns whether all are.
    private func evaluate(_ options: OptionArrays, _ model: Model, into columns: inout GreekColumns) -> Bool {
        switch model {
        case .blackScholesMerton:
            evaluateOptions(
                kinds: options.kinds.span, spots: options.spot.span, strikes: options.strike.span,
                times: options.time.span, rates: options.rate.span, yields: options.yield.span,
                volatilities: options.volatility.span, into: &columns, instructionSet: instructionSet)
        case .black76:
            evaluateForwardOptions(
                model: .black76, kinds: options.kinds.span, forwards: options.spot.span, strikes: options.strike.span,
                times: options.time.span, rates: options.rate.span, volatilities: options.volatility.span,
                into: &columns, instructionSet: instructionSet)
        case .bachelier:
            evaluateForwardOptions(
                model: .bachelier, kinds: options.kinds.span, forwards: options.spot.span, strikes: options.strike.span,
                times: options.time.span, rates: options.rate.span, volatilities: options.volatility.span,
                into: &columns, instructionSet: instructionSet)
        }
    }

    func impliedVolatilities(_ options: OptionArrays, model: Model, prices: [Double]) -> [Double] {
        var volatilities = [Double](repeating: .nan, count: options.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: options.count)
        var results = volatilities.mutableSpan
        var statusResults = statuses.mutableSpan
        let answered =
            model == .bachelier
            ? findNormalVolatilities(
                kinds: options.kinds.span, prices: prices.span, forwards: options.spot.span,
                strikes: options.strike.span, times: options.time.span, rates: options.rate.span,
                volatilities: &results, statuses: &statusResults, instructionSet: instructionSet)
            : findImpliedVolatilities(
                kinds: options.kinds.span, prices: prices.span, spots: options.spot.span, strikes: options.strike.span,
                times: options.time.span, rates: options.rate.span, yields: options.yield.span,
                volatilities: &results, statuses: &statusResults, instructionSet: instructionSet)
        if !answered {
            for index in 0..<options.count where statuses[index] == .unanswered {
                guard let option = try? options.option(index, in: model),
                    case .volatility(let volatility)? = try? option.impliedVolatility(price: prices[index])
                else { continue }
                volatilities[index] = volatility
            }
        }
        return volatilities
    }
}

extension OptionArrays {
    fileprivate var kinds: [OptionKind] { isPut.map { $0 ? .put : .call } }

    fileprivate func option(_ index: Int, in model: Model) throws -> ModelledOption {
        let kind: OptionKind = isPut[index] ? .put : .call
        switch model {
        case .blackScholesMerton:
            return try ModelledOption(
                kind, spot: spot[index], strike: strike[index], timeToExpiration: time[index],
                riskFreeRate: rate[index], dividendYield: yield[index])
        case .black76:
            return try ModelledOption(
                kind, forward: spot[index], strike: strike[index], timeToExpiration: time[index],
                riskFreeRate: rate[index])
        case .bachelier:
            return try ModelledOption(
                kind, forward: spot[index], strike: strike[index], timeToExpiration: time[index],
                riskFreeRate: rate[index], model: .bachelier)
        }
    }
}
