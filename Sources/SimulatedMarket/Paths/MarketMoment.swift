internal import MarketData

/// A second of the last session of an asset that has begun.
struct MarketMoment: Hashable, Sendable {
    /// The index of the session.
    let index: Int
    /// The seconds since the open, at most that of the last second of the session.
    let second: Int
    /// Whether the session is not over.
    let isOpen: Bool
    /// The second itself, or the close if the session is over, in seconds since 1970.
    let secondsSince1970: Int

    /// The second itself, or the close if the session is over.
    var instant: Timestamp { Timestamp(secondsSince1970: secondsSince1970) ?? .firstOpen }
}

extension PricePath {
    /// Returns the moment of an instant; `nil` before the first price.
    ///
    /// A fund has one price a day, at the close.
    func moment(at instant: Timestamp) -> MarketMoment? {
        let now = instant.secondsSince1970
        guard var index = table.index(begunBy: now) else { return nil }
        var isOpen = now < table.close(index)
        if instrument.kind == .fund, isOpen {
            guard index > 0 else { return nil }
            (index, isOpen) = (index - 1, false)
        }
        let last = 60 * Int(table.minutes[index]) - 1
        return MarketMoment(
            index: index, second: isOpen ? now - table.opens[index] : last, isOpen: isOpen,
            secondsSince1970: isOpen ? now : table.close(index))
    }

    /// Returns the price at a moment, in units of the last decimal.
    func units(at moment: MarketMoment) -> Int32 {
        moment.isOpen ? day(moment.index).price(moment.second) : self[moment.index].close
    }

    /// Returns the price at a moment and the extremes of the session so far, in units of the last decimal.
    func unitsAndExtremes(at moment: MarketMoment) -> (units: Int32, extremes: (high: Int32, low: Int32)) {
        let index = moment.index
        guard moment.isOpen else { return (self[index].close, (self[index].high, self[index].low)) }
        let day = day(index)
        return (day.price(moment.second), day.extremes(through: moment.second))
    }

    /// Returns the price at a moment.
    func price(at moment: MarketMoment) -> ExactDecimal {
        price(units(at: moment), of: moment.index, now: moment.index)
    }

    /// Returns the shares or coins traded from the open to a moment: more at the beginning and at the end of a session.
    func volume(at moment: MarketMoment) -> Int {
        let whole = volume(moment.index)
        guard moment.isOpen else { return Int(whole) }
        return Int((whole * Self.share(ofVolumeBy: sessionShare(moment))).rounded(.down))
    }

    /// The share of a session that is over, 0 to 1.
    func sessionShare(_ moment: MarketMoment) -> Double {
        Double(moment.second) / Double(60 * Int(table.minutes[moment.index]) - 1)
    }

    /// The fraction of a day's volume that is traded in a fraction u of the session: the integral of 0.6 + 1.2 (2u −
    /// 1)².
    static func share(ofVolumeBy share: Double) -> Double {
        let centred = 2 * share - 1
        return min(0.6 * share + 0.2 * (centred * centred * centred + 1), 1)
    }

    /// Returns the lowest and the highest price of the 52 weeks up to a session, of which `extremes` are the prices so far.
    func yearRange(_ index: Int, extremes: (high: Int32, low: Int32)) -> (low: ExactDecimal, high: ExactDecimal) {
        let first = table.index(onOrAfter: Int(table.days[index]) - 363)
        var low = price(extremes.low, of: index, now: index)
        var high = price(extremes.high, of: index, now: index)
        // A split changes the unit of the prices before it.
        var starts = actions.splits.map(\.index).filter { $0 > first && $0 <= index }
        starts.append(index)
        var start = first
        for end in starts where end > start {
            if let lowest = self[start..<end].lazy.map(\.low).min(),
                let highest = self[start..<end].lazy.map(\.high).max()
            {
                low = min(low, price(lowest, of: start, now: index))
                high = max(high, price(highest, of: start, now: index))
            }
            start = end
        }
        return (low, high)
    }
}
