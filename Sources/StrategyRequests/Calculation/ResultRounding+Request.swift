internal import ExactPayoff

extension ResultRounding {
    /// The rounding of requests, as the contract specifies.
    static let contract = ResultRounding(money: 8, price: 10)
}
