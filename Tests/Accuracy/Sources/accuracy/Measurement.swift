import CReference

/// The errors of every engine in one region.
struct Measurement: Sendable {
    /// A row of the table: the quantity, and the index of the engine in ``engines``.
    struct Key: Hashable, Sendable {
        let quantity: String
        let engine: Int
    }

    private(set) var rows: [Key: Worst] = [:]

    /// Adds the errors of another part of the region.
    mutating func add(_ other: Measurement) {
        for (key, worst) in other.rows {
            rows[key, default: Worst()].add(worst)
        }
    }

    /// Measures a region in parts, on all cores. The points depend only on the region and the count.
    static func run(_ region: Region, points: Int) async -> Measurement {
        let partSize = 4096
        let parts = (points + partSize - 1) / partSize
        return await withTaskGroup(of: (Int, Measurement).self) { group in
            for part in 0..<parts {
                group.addTask {
                    let count = min(partSize, points - part * partSize)
                    var measurement = Measurement()
                    var random = SeededGenerator(region: region.name, part: part)
                    switch region.subject {
                    case .values: measurement.addValues(of: region, count: count, from: &random)
                    case .impliedVolatility: measurement.addVolatilities(of: region, count: count, from: &random)
                    }
                    return (part, measurement)
                }
            }
            var measurements = [Measurement?](repeating: nil, count: parts)
            for await (part, measurement) in group {
                measurements[part] = measurement
            }
            return measurements.reduce(into: Measurement()) { total, part in
                if let part { total.add(part) }
            }
        }
    }

    private mutating func addValues(of region: Region, count: Int, from random: inout SeededGenerator) {
        var options = OptionArrays()
        var exact: [Reference.Values] = []
        region.generate(count, from: &random) { option, values in
            options.append(option)
            exact.append(values)
            return true
        }
        for (place, engine) in engines.enumerated() {
            for (value, results) in engine.values(options, model: region.model) {
                precondition(results.count == options.count, "an engine returns as many values as options")
                var worst = Worst()
                for index in 0..<options.count {
                    let reference = exact[index][value]
                    let error = ValueError(results[index], value, model: region.model, exact: exact[index])
                    guard let error else { continue }
                    worst.add(
                        share: error.share, relative: error.relative,
                        point: "\(options[index]): \(results[index]) for \(reference.value)")
                }
                rows[Key(quantity: "\(value)", engine: place), default: Worst()].add(worst)
            }
        }
    }

    private mutating func addVolatilities(of region: Region, count: Int, from random: inout SeededGenerator) {
        var options = OptionArrays()
        var prices: [Double] = []
        var exact: [Reference.Volatility] = []
        region.generate(count, from: &random) { option, values in
            let price = values[.price].value
            guard let volatility = Reference.impliedVolatility(option, model: region.model, price: price) else {
                return false
            }
            options.append(option)
            prices.append(price)
            exact.append(volatility)
            return true
        }
        // Detects an engine that uses the volatility.
        var hidden = options
        hidden.volatility = [Double](repeating: .nan, count: options.count)
        for (place, engine) in engines.enumerated() {
            let results = engine.impliedVolatilities(hidden, model: region.model, prices: prices)
            precondition(results.count == options.count, "an engine returns as many volatilities as options")
            var worst = Worst()
            for index in 0..<options.count {
                let (option, price, result) = (hidden[index], prices[index], results[index])
                let error = VolatilityError(
                    result, of: option, model: region.model, price: price, exact: exact[index])
                worst.add(
                    share: error.share, relative: error.relative,
                    point: "\(option) price=\(price): \(result) for \(exact[index].value)")
            }
            rows[Key(quantity: "volatility", engine: place), default: Worst()].add(worst)
        }
    }
}

extension Region {
    /// Generates options until `take` has accepted `count` of them, or 100 · `count` were generated.
    fileprivate func generate(
        _ count: Int, from random: inout SeededGenerator, _ take: (OptionInput, Reference.Values) -> Bool
    ) {
        var taken = 0
        var made = 0
        while taken < count && made < 100 * count {
            made += 1
            let option = option(&random)
            guard option.isValid(in: model) else { continue }
            let values = Reference.values(option, model: model)
            if values[.price].value >= leastPrice && take(option, values) { taken += 1 }
        }
    }
}
