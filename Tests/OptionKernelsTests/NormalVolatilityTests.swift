import Foundation
import OptionKernels
import Testing
import _TestSupport

@Suite("Implied volatility kernel of the normal model")
struct NormalVolatilityTests {
    /// Quotes of all kinds: prices in and out of the money, and prices without a volatility.
    static let mixed: (columns: OptionColumns, prices: [Double]) = {
        var generator = SeededGenerator(seed: 50)
        let samples = (0..<257).map { index in
            generator.forwardSample(index % 13 == 5 ? .valid : index % 5 == 0 ? .kernelRange : .ordinary, .bachelier)
        }
        let columns = OptionColumns(samples)
        let exact = columns.evaluate(.price, .bachelier, instructionSet: .best).rows[0].map { Double(bitPattern: $0) }
        let prices = exact.enumerated().map { index, price in
            switch index % 11 {
            case 3: generator.pattern(0, .greatestFiniteMagnitude)
            case 7: price * generator.uniform(0.5, 2)
            case 9: [-1, .nan, .infinity, 0][index / 11 % 4]
            default: price
            }
        }
        return (columns, prices)
    }()

    private static func alone(
        _ instructionSet: InstructionSet
    ) -> (volatilities: [UInt64], statuses: [ImpliedVolatilityStatus]) {
        let (columns, prices) = mixed
        let all = columns.kinds.indices.map {
            columns.normalVolatilities(prices: prices, range: $0..<$0 + 1, instructionSet: instructionSet)
        }
        return (all.map { $0.volatilities[0] }, all.map { $0.statuses[0] })
    }

    @Test("every count", arguments: InstructionSet.supported)
    func counts(instructionSet: InstructionSet) {
        let (columns, prices) = Self.mixed
        let alone = Self.alone(instructionSet)
        #expect(
            Set(alone.statuses) == Set(ImpliedVolatilityStatus.allCases).subtracting([.aboveMaximum]))
        for count in EvaluateOptionsLayoutTests.counts {
            let found = columns.normalVolatilities(prices: prices, range: 0..<count, instructionSet: instructionSet)
            #expect(found.statuses == Array(alone.statuses.prefix(count)), "\(count) quotes")
            #expect(found.answered == !alone.statuses.prefix(count).contains(.unanswered), "\(count) quotes")
            for (bits, status) in zip(found.volatilities, found.statuses) {
                #expect(Double(bitPattern: bits).isNaN == (status != .ok))
            }
            #expect(found.volatilities == Array(alone.volatilities.prefix(count)), "\(count) quotes")
        }
    }

    @Test("every alignment", arguments: InstructionSet.supported, 0...8)
    func alignments(instructionSet: InstructionSet, offset: Int) {
        let (columns, prices) = Self.mixed
        let alone = Self.alone(instructionSet)
        let sentinel = EvaluateOptionsLayoutTests.sentinel
        for count in [1, 3, 4, 5, 8, 9, 37] {
            for start in 0...8 {
                let range = start..<start + count
                var found = [Double](repeating: sentinel, count: offset + count + 9)
                var statuses = [ImpliedVolatilityStatus](repeating: .aboveMaximum, count: start + count + 9)
                var foundSpan = found.mutableSpan
                var statusSpan = statuses.mutableSpan
                var foundPart = foundSpan._mutatingExtracting(offset..<offset + count)
                var statusPart = statusSpan._mutatingExtracting(range)
                _ = findNormalVolatilities(
                    kinds: columns.kinds.span.extracting(range), prices: prices.span.extracting(range),
                    forwards: columns.spots.span.extracting(range), strikes: columns.strikes.span.extracting(range),
                    times: columns.times.span.extracting(range), rates: columns.rates.span.extracting(range),
                    volatilities: &foundPart, statuses: &statusPart, instructionSet: instructionSet)
                #expect(found[offset..<offset + count].map(\.bitPattern) == Array(alone.volatilities[range]))
                #expect(Array(statuses[range]) == Array(alone.statuses[range]))
                #expect((found[..<offset] + found[(offset + count)...]).allSatisfy { $0 == sentinel })
                #expect((statuses[..<start] + statuses[range.upperBound...]).allSatisfy { $0 == .aboveMaximum })
            }
        }
    }

    @Test("the fused instruction sets give the same bits", arguments: ForwardRegion.allCases)
    func sameBits(region: ForwardRegion) {
        let columns = OptionColumns(region, .bachelier, count: 1500, seed: 51)
        var generator = SeededGenerator(seed: 52)
        let prices = columns.evaluate(.price, .bachelier, instructionSet: .best).rows[0].enumerated().map {
            index, bits in
            index % 4 == 0 ? generator.pattern(0, .infinity) : Double(bitPattern: bits)
        }
        let all = InstructionSetAgreementTests.fused.map {
            columns.normalVolatilities(prices: prices, instructionSet: $0)
        }
        for other in all.dropFirst() {
            #expect(other.volatilities == all[0].volatilities)
            #expect(other.statuses == all[0].statuses)
            #expect(other.answered == all[0].answered)
        }
    }

    @Test("the volatility of a price", arguments: InstructionSet.supported, [ForwardRegion.ordinary, .kernelRange])
    func roundTrip(instructionSet: InstructionSet, region: ForwardRegion) {
        let columns = OptionColumns(region, .bachelier, count: 3000, seed: 53)
        let rows = columns.evaluate(.greeks, .bachelier, instructionSet: .best).rows
            .map { $0.map { Double(bitPattern: $0) } }
        let found = columns.normalVolatilities(prices: rows[0], instructionSet: instructionSet)
        var answered = 0
        for index in columns.kinds.indices where found.statuses[index] == .ok {
            let (price, vega, volatility) = (rows[0][index], rows[4][index], columns.volatilities[index])
            // Without a normal vega or with a price of few digits, the condition number is unknown.
            guard price.isNormal, vega.isNormal else { continue }
            let condition = max(1, price / (vega * volatility))
            let distance =
                (columns.spots[index] - columns.strikes[index]) / (volatility * columns.times[index].squareRoot())
            let bound =
                (4e-15 * (1 + distance * distance) * min(1, price / (vega * volatility)) + 16 * 0x1p-53) * condition
            guard bound < 1e-2 else { continue }
            let error = abs(Double(bitPattern: found.volatilities[index]) - volatility) / volatility
            #expect(error <= bound, "\(error) at \(distance), \(price)")
            answered += 1
        }
        #expect(answered > (region == .ordinary ? 2400 : 500))
    }

    @Test("one input outside the range makes one quote unanswered", arguments: InstructionSet.supported)
    func strange(instructionSet: InstructionSet) {
        let columns = OptionColumns(.ordinary, .bachelier, count: 35, seed: 54)
        let prices = columns.evaluate(.price, .bachelier, instructionSet: .best).rows[0].map {
            max(Double(bitPattern: $0), 0.5)
        }
        let good = columns.normalVolatilities(prices: prices, instructionSet: instructionSet)
        func check(_ changed: OptionColumns, _ prices: [Double], _ position: Int, _ what: String) {
            let found = changed.normalVolatilities(prices: prices, instructionSet: instructionSet)
            #expect(found.statuses[position] == .unanswered, "\(what)")
            #expect(Double(bitPattern: found.volatilities[position]).isNaN, "\(what)")
            #expect(!found.answered)
            var (volatilities, statuses) = (found.volatilities, found.statuses)
            volatilities[position] = good.volatilities[position]
            statuses[position] = good.statuses[position]
            #expect(statuses == good.statuses, "neighbours of \(what)")
            #expect(volatilities == good.volatilities, "neighbours of \(what)")
        }
        let inputs: [(WritableKeyPath<OptionColumns, [Double]>, [Double])] = [
            (\.spots, [.nan, .infinity, -.infinity, 0x1p32, -0x1p32]),
            (\.strikes, [.nan, .infinity, -.infinity, 0x1p32, -0x1p32]),
            (\.times, [.nan, .infinity, 0, -1, 0x1p5]), (\.rates, [.nan, .infinity, 2, -2]),
        ]
        for (column, refused) in inputs {
            for (number, value) in refused.enumerated() {
                let position = [0, 3, 8, 15, 31, 34][number]
                var changed = columns
                changed[keyPath: column][position] = value
                check(changed, prices, position, "\(value)")
            }
        }
        for value in [.nan, .infinity, -.infinity, -1, -Double.leastNonzeroMagnitude] {
            for position in [0, 17, 34] {
                var changed = prices
                changed[position] = value
                check(columns, changed, position, "price \(value)")
            }
        }
    }
}
