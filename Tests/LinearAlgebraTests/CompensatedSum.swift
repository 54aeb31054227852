import Foundation

/// A compensated sum, which accumulates the rounding errors of its additions and products; as accurate as if computed in
/// twice the precision and rounded once.
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
            // The fused operation rounds once and gives the rounding error of the product.
            sum.error += fma(left, right, -product)
        }
        return sum
    }

    /// The rounded sum of this sum and one more number.
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
