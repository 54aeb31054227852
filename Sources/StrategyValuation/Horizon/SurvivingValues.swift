internal import ExactPayoff

/// The values of the options that survive the horizon, as a function of the price of the underlying there. Within their range they
/// are added to the lines of ``HorizonPayoff``.
///
/// ``EuropeanTimeValues`` knows bounds of the curvature, from which a search can be certified. ``ModelValues`` evaluates options of
/// every kind and knows none.
protocol SurvivingValues: Sendable {
    /// The number of contracts.
    var count: Int { get }

    /// The prices at which any contract has a value that the lines do not contain; `nil` without contracts.
    var live: ClosedRange<Double>? { get }

    /// Prices between which a search looks for further extremes, in addition to those of the lines and of ``live``.
    var seeds: [Double] { get }

    /// The indices of the contracts that have such a value somewhere between two prices.
    func living(between low: Double, and high: Double) -> [Int]

    /// Whether any contract has such a value somewhere between two prices.
    func isLiving(between low: Double, and high: Double) -> Bool

    /// The least deviation σ√T of the contracts that have such a value somewhere between two prices; `nil` without one.
    func leastDeviation(between low: Double, and high: Double) -> Double?

    /// Whether evaluating a selection saves more than copying it costs.
    var isWorthSelecting: Bool { get }

    /// Some of the contracts.
    func selecting(_ places: [Int]) -> any SurvivingValues

    /// How far evaluating them advances the search of ``MonotonePartition`` to its end, which does not depend on the budget.
    func effort(at spot: Double) -> Int

    /// Evaluates all contracts at one spot price.
    func evaluate(at spot: Double, _ budget: WorkBudget) throws(StrategyError) -> SurvivingDerivatives

    /// The cost of ``add(at:to:_:)``, known from the inputs.
    func cost(at spots: [Double]) -> Int

    /// Adds the values at many spot prices to `sums`.
    func add(at spots: [Double], to sums: inout [Double], _ budget: WorkBudget) throws(StrategyError)

    /// Bounds of the second derivative from one price to another, given the gammas at both; `nil` if none are known.
    func curvature(
        from low: Double, _ lowGammas: [Double], to high: Double, _ highGammas: [Double]
    ) -> (least: Double, greatest: Double)?

    /// The second derivative, given the gammas.
    func curvature(_ gammas: [Double]) -> Double
}

/// The value of surviving options and its derivatives at one spot price.
struct SurvivingDerivatives {
    var value = 0.0
    var slope = 0.0
    /// The sum of the magnitudes of the terms of the value; 2⁻⁴⁴ of it bounds the error of the value.
    var magnitude = 0.0
    /// The gamma of each contract.
    var gammas: [Double] = []
}
