internal import ExactPayoff

/// The profit of a strategy at the horizon as a function of the price S ≥ 0, in money units: lines, and time values
/// above them.
struct HorizonFunction: Sendable {
    let payoff: HorizonPayoff
    let surviving: any SurvivingValues
    /// A bound of the error of a value, relative to the sum of the magnitudes of its terms; 0 if only results are rounded.
    let relativeAllowance: Double

    /// The allowance of options in the model.
    static let modelAllowance = 0x1p-44

    /// Profit and derivatives at one price.
    struct Sample {
        var price: Double
        var value: Double
        /// A bound of the error of the value.
        var allowance: Double
        /// The left and right slopes, which differ at the strike of a near leg.
        var slopeBefore: Double
        var slopeAfter: Double
        /// The gamma of each far contract.
        var gammas: [Double]

        /// The sample of some of the contracts.
        func selecting(_ places: [Int]) -> Self {
            var selection = self
            selection.gammas = places.map { gammas[$0] }
            return selection
        }
    }

    /// Evaluates the profit at a price, given the time values of all contracts, or of those with a time value around it.
    func sample(at price: Double, _ surviving: any SurvivingValues, _ budget: WorkBudget) throws(StrategyError)
        -> Sample
    {
        let piece = payoff.pieces[payoff.index(of: price)]
        let distance = price - piece.price
        let above = try surviving.evaluate(at: price, budget)
        let magnitude = piece.valueMagnitude + piece.slopeMagnitude * distance + above.magnitude
        let slope = piece.slope + above.slope
        return Sample(
            price: price,
            value: piece.value + piece.slope * distance + above.value,
            allowance: magnitude * relativeAllowance,
            slopeBefore: distance == 0 ? slope - piece.kink : slope,
            slopeAfter: slope,
            gammas: above.gammas)
    }

    /// The slope from the last knot to infinity.
    var endSlope: Double { payoff.pieces[payoff.pieces.count - 1].slope }

    /// The limit of the profit as the price tends to infinity; `nil` if it is infinite.
    var limit: Double? { endSlope == 0 ? payoff.pieces[payoff.pieces.count - 1].value : nil }
}
