extension StockSplit {
    /// Converts the price of a share before the split to that of a share after it.
    ///
    /// A quotient that is a decimal of 18 digits is exact; any other is rounded half to even to six decimals. An
    /// invalid split (a number below 1, or a ratio of 1) changes nothing.
    public func rescaled(price: ExactDecimal) -> ExactDecimal { SplitRatio(self)?.rescaled(price: price) ?? price }

    /// Converts a number of shares before the split to shares after it, with the rounding of ``rescaled(price:)``.
    public func rescaled(quantity: ExactDecimal) -> ExactDecimal {
        SplitRatio(self)?.rescaled(quantity: quantity) ?? quantity
    }
}

extension [StockSplit] {
    /// Sources disagree on the day of a split by a few days.
    private static let daysOfOneSplit = 5

    /// Returns the splits that are not among the known ones, ascending.
    ///
    /// A split with the ratio of a known one and within five days of it counts as known. Of several splits of one ratio
    /// within five days, one is returned. Invalid splits (a number below 1, or a ratio of 1) are omitted.
    public func unknown(to known: [StockSplit]) -> [StockSplit] {
        var all = known
        var new: [StockSplit] = []
        for split in sorted(by: { $0.date < $1.date }) {
            guard let ratio = SplitRatio(split) else { continue }
            let isKnown = all.contains {
                SplitRatio($0) == ratio && abs($0.date.days(to: split.date)) <= Self.daysOfOneSplit
            }
            if isKnown { continue }
            all.append(split)
            new.append(split)
        }
        return new
    }
}

extension [DailyPrice] {
    /// Returns the prices adjusted for splits.
    ///
    /// Each day's prices are divided by the splits after it: pass all known splits for raw prices, and only the new
    /// ones for stored prices. The volume is multiplied. A split takes effect before the prices of its day.
    ///
    /// - Parameter splits: The splits, in any order. Invalid ones are ignored.
    /// - Returns: The prices, in the order of this array.
    public func adjusted(for splits: [StockSplit]) -> [DailyPrice] {
        // The splits from the latest to the earliest, and the cumulative ratios; one ratio for each group whose ratio
        // fits an integer.
        let sorted = splits.filter { SplitRatio($0) != nil }.sorted { $0.date > $1.date }
        guard !sorted.isEmpty else { return self }
        var ratios: [[SplitRatio]] = [[]]
        for split in sorted {
            guard let ratio = SplitRatio(split), var group = ratios.last else { continue }
            if let last = group.last, let combined = last.combined(with: ratio) {
                group[group.count - 1] = combined
            } else {
                group.append(ratio)
            }
            ratios.append(group)
        }
        return map { price in
            let count = sorted.prefix { $0.date > price.date }.count
            return count == 0 ? price : price.rescaled(by: ratios[count])
        }
    }
}

extension DailyPrice {
    fileprivate func rescaled(by ratios: [SplitRatio]) -> DailyPrice {
        func rescaled(_ price: ExactDecimal) -> ExactDecimal { ratios.reduce(price) { $1.rescaled(price: $0) } }
        return DailyPrice(
            date: date, close: rescaled(close), open: open.map(rescaled), high: high.map(rescaled),
            low: low.map(rescaled), volume: volume.map { ratios.reduce($0) { $1.rescaled(volume: $0) } },
            adjustedClose: adjustedClose.map(rescaled))
    }
}
