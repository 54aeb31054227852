internal import _OptionsMath

/// The returns of a factor that many assets share, by session of a table.
struct FactorReturns: Sendable {
    /// The logarithmic return from the close before to the open.
    var overnight: [Double]
    /// The logarithmic return from the open to the close.
    var session: [Double]
    /// The variance of a year at the pace of the session.
    var variance: [Double]

    /// The share of a day's variance that falls before the open of an exchange.
    static let overnightShare = 0.25

    /// Creates independent returns with a volatility of their own.
    init(
        _ random: HashedRandom, _ table: SessionTable, volatility: Double, process: VarianceProcess
    ) {
        let count = table.count
        overnight = [Double](repeating: 0, count: count)
        session = [Double](repeating: 0, count: count)
        variance = [Double](repeating: 0, count: count)
        let overnightShare = table.schedule == .always ? 0 : Self.overnightShare
        let (overnightScale, sessionScale) = (overnightShare.squareRoot(), (1 - overnightShare).squareRoot())
        let scale = volatility / table.sessionsPerYear.squareRoot()
        var current = random.uniform(.start, 1, in: 0.6...1.4)
        for index in 0..<count {
            let day = Int(table.days[index])
            let before = overnightScale == 0 ? 0 : overnightScale * random.normal(.overnight, day)
            let within = sessionScale * random.normal(.close, day)
            let amount = scale * current.squareRoot()
            overnight[index] = amount * before
            session[index] = amount * within
            variance[index] = volatility * volatility * current
            current = process.next(current, return: before + within)
        }
    }

    /// The returns of a factor that trades on all days, by session of an exchange: returns between two sessions are
    /// overnight returns.
    init(_ days: FactorReturns, of daily: SessionTable, in table: SessionTable) {
        overnight = [Double](repeating: 0, count: table.count)
        session = [Double](repeating: 0, count: table.count)
        variance = [Double](repeating: 0, count: table.count)
        var next = 0
        for index in 0..<table.count {
            let position = daily.index(onOrAfter: Int(table.days[index]))
            guard position < daily.count else { break }
            var sum = 0.0
            while next < position {
                sum += days.session[next]
                next += 1
            }
            // Half of the day of the session itself falls before the open.
            let whole = sum + days.session[position]
            overnight[index] = sum + 0.5 * days.session[position]
            session[index] = whole - overnight[index]
            variance[index] = days.variance[position]
            next = position + 1
        }
    }
}
