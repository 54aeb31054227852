import Foundation

/// A sum that carries the rounding errors of its additions and products along, as if it were rounded once from twice the digits.
///
/// > Source: Ogita, Rump and Oishi, "Accurate sum and dot product", SIAM J. Sci. Comput. 26(6), 2005,
/// > doi:10.1137/030601818.
struct CompensatedSum {
    private var sum = 0.0
    private var error = 0.0

    /// The sum of the products of two columns of numbers.
    static func product(_ left: [Double], _ right: [Double]) -> CompensatedSum {
        var sum = CompensatedSum()
        for (left, right) in zip(left, right) {
            let product = left * right
            sum.add(product)
            // The fused operation rounds once: what the product lost.
            sum.error += fma(left, right, -product)
        }
        return sum
    }

    /// This sum and one more number, rounded.
    func adding(_ number: Double) -> Double {
        var sum = self
        sum.add(number)
        return sum.sum + sum.error
    }

    private mutating func add(_ number: Double) {
        let total = sum + number
        let part = total - sum
        error += (sum - (total - part)) + (number - part)
        sum = total
    }
}
