import OptionPricing
import Testing
import _TestSupport

@Suite("Pricing errors")
struct PricingErrorTests {
    struct Rejected: CustomTestStringConvertible {
        let parameter: PricingError.Parameter
        let value: Double
        let error: PricingError

        var testDescription: String { "\(parameter) \(value)" }

        func apply(_ sample: inout OptionSample) {
            switch parameter {
            case .spot: sample.spot = value
            case .strike: sample.strike = value
            case .timeToExpiration: sample.time = value
            case .riskFreeRate: sample.rate = value
            case .dividendYield: sample.yield = value
            case .volatility: sample.volatility = value
            case .forward, .price, .model, .exercise, .dividends, .timeToExDate, .amount, .proportion:
                Issue.record("\(parameter) is not an input of a sample")
            }
        }
    }

    /// In the order in which the parameters are checked.
    static let parameters: [PricingError.Parameter] = [
        .spot, .strike, .timeToExpiration, .riskFreeRate, .dividendYield, .volatility,
    ]

    static let rejected: [Rejected] = parameters.flatMap { parameter in
        let negative: [Double] = [-1, -1e300, -.leastNonzeroMagnitude]
        let infinite: [Double] = [.nan, .infinity, -.infinity]
        var all = infinite.map { Rejected(parameter: parameter, value: $0, error: .notFinite(parameter, $0)) }
        switch parameter {
        case .spot, .strike:
            all += (negative + [0, -0.0]).map {
                Rejected(parameter: parameter, value: $0, error: .notPositive(parameter, $0))
            }
        case .timeToExpiration, .volatility:
            all += negative.map { Rejected(parameter: parameter, value: $0, error: .negative(parameter, $0)) }
        default: break
        }
        return all
    }

    static let good = OptionSample(
        isPut: false, spot: 100, strike: 110, time: 0.5, rate: 0.03, yield: 0.01, volatility: 0.25)

    private static func thrown(_ body: () throws(PricingError) -> Void) -> PricingError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test("a single option names the rejected parameter", arguments: rejected)
    func single(rejected: Rejected) {
        var sample = Self.good
        rejected.apply(&sample)
        let errors = [
            Self.thrown { () throws(PricingError) in _ = try sample.price() },
            Self.thrown { () throws(PricingError) in _ = try sample.values() },
            Self.thrown { () throws(PricingError) in
                _ = try sample.option().greeks(volatility: sample.volatility)
            },
        ]
        for error in errors { #expect(error.map { "\($0)" } == "\(rejected.error)") }
    }

    @Test("a batch rejects one option and evaluates the others", arguments: rejected)
    func batch(rejected: Rejected) throws {
        var samples = [OptionSample](repeating: Self.good, count: 21)
        rejected.apply(&samples[17])
        let expected = try Self.good.values()
        for what in GreekSelection.allCases {
            let (rows, refusals) = OptionBatch(samples).evaluate(what)
            try #require(refusals.count == 1)
            #expect(refusals[0].index == 17)
            BatchTests.expectSame(refusals[0].error, rejected.error)
            for (row, values) in rows.enumerated() {
                for (index, bits) in values.enumerated() where index != 17 {
                    #expect(Double(bitPattern: bits) == expected[row])
                }
                #expect(Double(bitPattern: values[17]).isNaN)
            }
        }
    }

    @Test("the first parameter in order is named", arguments: rejected, rejected)
    func order(first: Rejected, second: Rejected) {
        guard let one = Self.parameters.firstIndex(of: first.parameter),
            let other = Self.parameters.firstIndex(of: second.parameter), one < other
        else { return }
        var sample = Self.good
        first.apply(&sample)
        second.apply(&sample)
        let error = Self.thrown { () throws(PricingError) in _ = try sample.price() }
        #expect(error.map { "\($0)" } == "\(first.error)")
    }

    @Test("a chain rejects every option for a shared input", arguments: rejected)
    func chain(rejected: Rejected) throws {
        var shared = Self.good
        rejected.apply(&shared)
        var samples = [OptionSample](repeating: Self.good, count: 21)
        rejected.apply(&samples[17])
        let isShared = ![.strike, .volatility].contains(rejected.parameter)
        let (rows, refusals) = OptionBatch(samples).evaluateChain(of: shared)
        #expect(refusals.map(\.index) == (isShared ? Array(0..<21) : [17]))
        for refusal in refusals { BatchTests.expectSame(refusal.error, rejected.error) }
        for values in rows {
            for index in 0..<21 { #expect(Double(bitPattern: values[index]).isNaN == (isShared || index == 17)) }
        }
    }

    @Test("a price outside its domain", arguments: [Double.nan, .infinity, -.infinity, -1, -.leastNonzeroMagnitude])
    func price(value: Double) throws {
        let expected: PricingError = value.isFinite ? .negative(.price, value) : .notFinite(.price, value)
        let error = Self.thrown { () throws(PricingError) in _ = try Self.good.impliedVolatility(price: value) }
        #expect(error.map { "\($0)" } == "\(expected)")
        let price = try Self.good.price()
        let prices = (0..<21).map { $0 == 17 ? value : price }
        let batch = OptionBatch(Array(repeating: Self.good, count: 21)).impliedVolatilities(prices: prices)
        try #require(batch.refusals.count == 1)
        #expect(batch.refusals[0].index == 17)
        BatchTests.expectSame(batch.refusals[0].error, expected)
        for index in 0..<21 where index != 17 {
            #expect(batch.statuses[index] == .ok)
            #expect(abs(batch.volatilities[index] - Self.good.volatility) <= 1e-14)
        }
        #expect(batch.volatilities[17].isNaN && batch.statuses[17] == .unanswered)
    }

    @Test("quotes with other inputs outside their domain", arguments: rejected.filter { $0.parameter != .volatility })
    func quotes(rejected: Rejected) throws {
        var sample = Self.good
        rejected.apply(&sample)
        let error = Self.thrown { () throws(PricingError) in _ = try sample.impliedVolatility(price: 3) }
        #expect(error.map { "\($0)" } == "\(rejected.error)")
        let batch = OptionBatch([Self.good, sample]).impliedVolatilities(prices: [3, 3])
        #expect(batch.refusals.map(\.index) == [1])
        for refusal in batch.refusals { BatchTests.expectSame(refusal.error, rejected.error) }
        #expect(batch.statuses == [.ok, .unanswered])
    }

    @Test("a price too large for a double is not representable")
    func notRepresentable() throws {
        var sample = Self.good
        (sample.yield, sample.time, sample.spot) = (-10, 100, 1)
        let errors = [
            Self.thrown { () throws(PricingError) in _ = try sample.price() },
            Self.thrown { () throws(PricingError) in _ = try sample.values() },
        ]
        #expect(errors == [.notRepresentable(.price), .notRepresentable(.price)])
        let (_, refusals) = OptionBatch([Self.good, sample]).evaluate(.greeks)
        #expect(refusals.map(\.index) == [1])
        #expect(refusals.map(\.error) == [.notRepresentable(.price)])
        sample.isPut = true
        sample.rate = -10
        sample.yield = 0
        #expect(Self.thrown { () throws(PricingError) in _ = try sample.price() } == .notRepresentable(.price))
    }
}
