import OptionPricing
import Testing
import _TestSupport

/// Options at the ends of the range of doubles that earlier versions evaluated wrongly. Exact values are from mpmath at 60
/// digits.
@Suite("Extreme options")
struct ExtremeCaseTests {
    struct Quote: CustomTestStringConvertible {
        let sample: OptionSample
        let price: Double
        /// `nil` if the price determines no volatility.
        let volatility: Double?
        /// The bound in units of 2⁻⁵³; the documented bound is 8 up to e^±1450.
        let tolerance: Double

        init(
            _ isPut: Bool, _ spot: Double, _ strike: Double, time: Double = 1, rate: Double = 0, yield: Double = 0,
            price: Double, volatility: Double?, tolerance: Double = 8
        ) {
            sample = OptionSample(
                isPut: isPut, spot: spot, strike: strike, time: time, rate: rate, yield: yield, volatility: 0)
            (self.price, self.volatility, self.tolerance) = (price, volatility, tolerance)
        }

        var testDescription: String { "\(price) of \(sample)" }
    }

    // swift-format-ignore
    static let quotes = [
        // The log-moneyness underflows as a float.
        Quote(false, 1, 1, rate: -1.958346077013874e-43, price: 4.7406765780176075e-140, volatility: 9.5002040044383967e-45),
        Quote(false, 100, 100, rate: -1e-60, price: 1e-62, volatility: 3.2655975698981898e-61),
        // rate · time exceeds a million.
        Quote(false, 1, 1, rate: -1e7, price: 0.5, volatility: 4472.1361786063678, tolerance: 64),
        // The value is less than 2⁻¹⁰⁰⁰ of its bound, at the forward and close to it.
        Quote(false, 1, 1, price: 1e-305, volatility: 2.5066282746310005e-305),
        Quote(false, 1, 1, rate: -1e-300, price: 1e-300 * 1e-10, volatility: 1.7273595198539596e-301),
        Quote(false, 1e200, 1e200, time: 1e-200, price: 1e-102, volatility: 2.5066282746310005e-202),
        // ln(S/K) and the drift cancel to 2⁻⁵⁴.
        Quote(false, 1, 1.5688770325178885, rate: 0.46036009752333773, yield: 0.01, price: 9.639912572863225e-19, volatility: 1.8515296530905089e-17, tolerance: 64),
        // In the money, a price would need 300 digits.
        Quote(true, 100, 110, time: 1e-300, rate: 0.05, price: 10, volatility: nil),
    ]

    @Test("implied volatilities", arguments: quotes)
    func impliedVolatility(quote: Quote) throws {
        let result = try quote.sample.impliedVolatility(price: quote.price)
        guard let expected = quote.volatility else {
            #expect(result == .notDeterminable)
            return
        }
        guard case .volatility(let volatility) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(abs(volatility - expected) <= quote.tolerance * 0x1p-53 * expected, "\(volatility)")
    }

    @Test("prices and greeks for large times and rates or small deviations")
    func values() throws {
        let long = OptionSample(
            isPut: false, spot: 100, strike: 100, time: 1e5, rate: -11, yield: 0, volatility: 4.69)
        let (greeks, _) = try long.option().allGreeks(volatility: long.volatility)
        #expect(abs(greeks.price - 44.743090331770448) <= 1e-9)
        #expect(abs(greeks.delta - 0.44769755520888625) <= 1e-11)

        // σ√T underflows, and the forward equals the strike.
        let short = OptionSample(
            isPut: false, spot: 1e300, strike: 1e300, time: .leastNonzeroMagnitude, rate: 0, yield: 0,
            volatility: 1e-162)
        let (first, higher) = try short.option().allGreeks(volatility: short.volatility)
        #expect(abs(first.price - 8.8675244430181364e-25) <= 1e-38)
        #expect(abs(first.gamma - 1.7948069285245253e23) <= 1e9)
        #expect(abs(first.theta + 8.9740346426226267e298) <= 1e285)
        #expect(abs(higher.ultima + 1.095284797738199e-186) <= 1e-199)
    }

    @Test("rates whose difference overflows do not trap")
    func rates() async {
        await #expect(processExitsWith: .success) {
            for (rate, yield) in [(1.7e308, -1.7e308), (-1.7e308, 1.7e308), (9e307, -9e307)] {
                for (time, volatility) in [
                    (1.0, 0.2), (.leastNonzeroMagnitude, 1e10), (1e300, 1.7e308), (0, 0.2), (1, 0),
                ] {
                    let sample = OptionSample(
                        isPut: false, spot: 1, strike: 1, time: time, rate: rate, yield: yield,
                        volatility: volatility)
                    _ = try? sample.values()
                    _ = try? sample.impliedVolatility(price: 0.5)
                }
            }
        }
    }
}
