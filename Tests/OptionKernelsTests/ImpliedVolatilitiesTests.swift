import OptionKernels
import Testing
import _TestSupport

@Suite("Implied volatility kernel")
struct ImpliedVolatilitiesTests {
    /// Quotes of ordinary options, which every instruction set answers.
    static let ordinary: (columns: OptionColumns, prices: [Double]) = {
        var generator = SeededGenerator(seed: 19)
        var samples = (0..<400).map { _ in generator.sample(.ordinary) }
        for instructionSet in InstructionSet.supported {
            let columns = OptionColumns(samples)
            let statuses = alone((columns, columns.prices()), instructionSet).statuses
            samples = samples.indices.filter { statuses[$0] == .ok }.map { samples[$0] }
        }
        let columns = OptionColumns(Array(samples.prefix(257)))
        return (columns, columns.prices())
    }()

    /// Quotes of all kinds: prices in and out of the money, and prices that no volatility reproduces.
    static let mixed: (columns: OptionColumns, prices: [Double]) = {
        var generator = SeededGenerator(seed: 20)
        let samples = (0..<257).map { index in
            generator.sample(
                index % 13 == 5 ? .valid : index % 5 == 0 ? .kernelRange : index % 2 == 1 ? .wide : .ordinary)
        }
        let columns = OptionColumns(samples)
        let prices = columns.prices().enumerated().map { index, price in
            switch index % 11 {
            case 3: generator.pattern(0, .greatestFiniteMagnitude)
            case 7: price * generator.uniform(0.5, 2)
            case 9: [-1, .nan, .infinity, 0][index / 11 % 4]
            default: price
            }
        }
        return (columns, prices)
    }()

    @Test("the exact inverse of a price, at 50 digits", arguments: InstructionSet.supported, [false, true])
    func reference(instructionSet: InstructionSet, isPut: Bool) throws {
        let reference = try ReferenceVolatility.all()
        #expect(reference.count == 222)
        let columns = OptionColumns(reference.map { $0.quote(isPut: isPut) })
        let (found, statuses, _) = columns.impliedVolatilities(
            prices: reference.map(\.price), instructionSet: instructionSet)
        var answered = 0
        for (index, row) in reference.enumerated() where statuses[index] != .unanswered {
            #expect(statuses[index] == .ok, "\(row)")
            let error = abs(Double(bitPattern: found[index]) - row.volatility) / row.volatility
            #expect(error <= row.bound, "\(row)")
            answered += 1
        }
        // The other quotes have rates outside the range, or need more digits for discounting.
        #expect(answered >= (instructionSet == .baseline ? 100 : 150))
    }

    @Test("every count", arguments: InstructionSet.supported)
    func counts(instructionSet: InstructionSet) {
        let (columns, prices) = Self.ordinary
        let alone = Self.alone(Self.ordinary, instructionSet)
        for count in EvaluateOptionsLayoutTests.counts {
            let found = columns.impliedVolatilities(prices: prices, range: 0..<count, instructionSet: instructionSet)
            let isSame = found.volatilities == Array(alone.volatilities.prefix(count))
            #expect(isSame, "\(count) quotes")
            #expect(found.statuses == Array(alone.statuses.prefix(count)), "\(count) quotes")
            #expect(found.answered == !alone.statuses.prefix(count).contains(.unanswered), "\(count) quotes")
        }
    }

    @Test("every count of quotes of all kinds", arguments: InstructionSet.supported)
    func mixedCounts(instructionSet: InstructionSet) {
        let (columns, prices) = Self.mixed
        let alone = Self.alone(Self.mixed, instructionSet)
        #expect(Set(alone.statuses) == Set(ImpliedVolatilityStatus.allCases))
        for count in EvaluateOptionsLayoutTests.counts {
            let found = columns.impliedVolatilities(prices: prices, range: 0..<count, instructionSet: instructionSet)
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
        let (columns, prices) = Self.ordinary
        let alone = Self.alone(Self.ordinary, instructionSet)
        for count in [1, 3, 4, 5, 8, 9, 37] {
            for start in 0...8 {
                let range = start..<start + count
                let sentinel = EvaluateOptionsLayoutTests.sentinel
                var found = [Double](repeating: sentinel, count: offset + count + 9)
                var statuses = [ImpliedVolatilityStatus](repeating: .aboveMaximum, count: start + count + 9)
                var foundSpan = found.mutableSpan
                var statusSpan = statuses.mutableSpan
                var foundPart = foundSpan._mutatingExtracting(offset..<offset + count)
                var statusPart = statusSpan._mutatingExtracting(range)
                _ = findImpliedVolatilities(
                    kinds: columns.kinds.span.extracting(range), prices: prices.span.extracting(range),
                    spots: columns.spots.span.extracting(range), strikes: columns.strikes.span.extracting(range),
                    times: columns.times.span.extracting(range), rates: columns.rates.span.extracting(range),
                    yields: columns.yields.span.extracting(range), volatilities: &foundPart, statuses: &statusPart,
                    instructionSet: instructionSet)
                #expect(found[offset..<offset + count].map(\.bitPattern) == Array(alone.volatilities[range]))
                #expect(Array(statuses[range]) == Array(alone.statuses[range]))
                #expect((found[..<offset] + found[(offset + count)...]).allSatisfy { $0 == sentinel })
                #expect((statuses[..<start] + statuses[range.upperBound...]).allSatisfy { $0 == .aboveMaximum })
            }
        }
    }

    @Test("the fused instruction sets give the same bits", arguments: SampleRegion.allCases)
    func sameBits(region: SampleRegion) {
        let columns = OptionColumns(region, count: 1500, seed: 21)
        var generator = SeededGenerator(seed: 22)
        let prices = columns.prices().enumerated().map { index, price in
            index % 4 == 0 ? generator.pattern(0, .infinity) : price
        }
        let all = InstructionSetAgreementTests.fused.map {
            columns.impliedVolatilities(prices: prices, instructionSet: $0)
        }
        for other in all.dropFirst() {
            #expect(other.volatilities == all[0].volatilities)
            #expect(other.statuses == all[0].statuses)
            #expect(other.answered == all[0].answered)
        }
    }

    @Test("one input outside the range makes one quote unanswered", arguments: InstructionSet.supported)
    func strange(instructionSet: InstructionSet) {
        let columns = OptionColumns(.ordinary, count: 35, seed: 23)
        let prices = columns.prices()
        let good = columns.impliedVolatilities(prices: prices, instructionSet: instructionSet)
        func check(_ changed: OptionColumns, _ prices: [Double], _ position: Int, _ what: String) {
            let found = changed.impliedVolatilities(prices: prices, instructionSet: instructionSet)
            #expect(!found.answered, "\(what)")
            #expect(found.statuses[position] == .unanswered, "\(what)")
            #expect(Double(bitPattern: found.volatilities[position]).isNaN, "\(what)")
            var (volatilities, statuses) = (found.volatilities, found.statuses)
            volatilities[position] = good.volatilities[position]
            statuses[position] = good.statuses[position]
            #expect(statuses == good.statuses, "neighbours of \(what)")
            #expect(volatilities == good.volatilities, "neighbours of \(what)")
        }
        for input in EvaluateOptionsDomainTests.inputs where input.testDescription != "volatility" {
            for (number, value) in input.refused.enumerated() {
                let position = [0, 3, 8, 15, 31, 34][number % 6]
                var changed = columns
                changed[keyPath: input.column][position] = value
                check(changed, prices, position, "\(input.testDescription) \(value)")
            }
        }
        for value in [.nan, -.nan, .infinity, -.infinity, -1, -Double.leastNonzeroMagnitude] {
            for position in [0, 17, 34] {
                var changed = prices
                changed[position] = value
                check(columns, changed, position, "price \(value)")
            }
        }
    }

    @Test("the volatility of a price", arguments: InstructionSet.supported, [SampleRegion.ordinary, .wide])
    func roundTrip(instructionSet: InstructionSet, region: SampleRegion) {
        var generator = SeededGenerator(seed: 24)
        let samples = (0..<1500).map { _ in generator.sample(region) }
        let columns = OptionColumns(samples)
        let rows = columns.evaluate(.greeks, instructionSet: instructionSet).rows
            .map { $0.map { Double(bitPattern: $0) } }
        let found = columns.impliedVolatilities(prices: rows[0], instructionSet: instructionSet)
        var answered = 0
        for (index, sample) in samples.enumerated() where found.statuses[index] == .ok {
            let (price, vega) = (rows[0][index], rows[4][index])
            let condition = price / (vega * sample.volatility)
            // The error of the price, that of the inverse, and the rounding of forward and strike in the price.
            let bound = (4e-15 * sample.conditioning + 8 * 0x1p-53) * max(1, condition)
            guard bound < 1e-2 else { continue }
            let error = abs(Double(bitPattern: found.volatilities[index]) - sample.volatility) / sample.volatility
            #expect(error <= bound, "\(sample)")
            answered += 1
        }
        #expect(answered > (region == .ordinary ? 1300 : 500))
    }

    /// The results of every quote, evaluated individually.
    private static func alone(
        _ quotes: (columns: OptionColumns, prices: [Double]), _ instructionSet: InstructionSet
    ) -> (volatilities: [UInt64], statuses: [ImpliedVolatilityStatus]) {
        let (columns, prices) = quotes
        let all = columns.kinds.indices.map {
            columns.impliedVolatilities(prices: prices, range: $0..<$0 + 1, instructionSet: instructionSet)
        }
        return (all.map { $0.volatilities[0] }, all.map { $0.statuses[0] })
    }
}
