internal import ExactPayoff
internal import OptionPricing

/// The requirement of each group of positions that a margin account permits, by one measure.
///
/// Amounts are for one contract, or as many shares, and gross: they contain the price of long options and the value of
/// what is short. Section numbers are those of FINRA Rule 4210 and Cboe Rule 10.3; `docs/margin.md` lists the sources.
struct MarginRules {
    let holdings: AccountHoldings
    let measure: MarginMeasure
    /// The long options that expire by this date are paid in full; later ones at three quarters.
    private let lastFullDate: CalendarDate?
    private let leverage: Int128
    /// The denominator of rates: 100 × that of the leverage factor.
    private let rateUnit: Int128
    /// The rate of the price for uncovered options, in hundredths, before leverage.
    private let uncoveredRate: Int128
    let isEuropean: Bool

    init(_ account: MarginAccount, _ holdings: AccountHoldings, _ measure: MarginMeasure) {
        self.holdings = holdings
        self.measure = measure
        lastFullDate = account.valuation.date.adding(months: 9)
        let factor = min(account.underlying.leverageFactor, AccountHoldings.greatestLeverage)
        let places = holdings.scale - holdings.pricePlaces - 2
        leverage = Int128(decimal: factor, places: places)
        rateUnit = 100 * Int128(decimal: 1, places: places)
        uncoveredRate = account.underlying.class == .broadIndex ? 15 : 20
        isEuropean = account.underlying.exerciseStyle == .european
    }

    /// Returns min(`percent` % × leverage factor, 1) × `amount`.
    private func leveraged(_ percent: Int128, of amount: Int128) -> Int128 {
        // Prices have two more decimals than they need, and those of the leverage factor.
        amount / rateUnit * min(percent * leverage, rateUnit)
    }

    private func tenth(of amount: Int128) -> Int128 { amount / 10 }

    private var price: Int128 { holdings.price }

    // MARK: Options

    /// The value of one contract.
    func value(_ option: AccountHoldings.Option) -> Int128 {
        Int128(option.size) * (measure == .initial ? option.premium : option.marketValue)
    }

    /// By how much an option is out of the money, per share.
    func outOfTheMoney(_ option: AccountHoldings.Option) -> Int128 {
        max(option.isCall ? option.strike - price : price - option.strike, 0)
    }

    /// By how much an option is in the money, per share.
    func inTheMoney(_ option: AccountHoldings.Option) -> Int128 {
        max(option.isCall ? price - option.strike : option.strike - price, 0)
    }

    /// The amount per share that an uncovered option requires in addition to its value: the greater of the two percentages, which
    /// the explanation states. 4210(f)(2)(E), Cboe 10.3(c)(5).
    func excessTerms(_ option: AccountHoldings.Option) -> (percentage: Int128, least: Int128) {
        let least = leveraged(10, of: option.isCall ? price : option.strike)
        return (leveraged(uncoveredRate, of: price) - outOfTheMoney(option), least)
    }

    /// The percentages of the terms of ``excessTerms(_:)``, with leverage, as amounts.
    var excessPercentages: (percentage: Int128, least: Int128) {
        (leveraged(uncoveredRate, of: 100 * holdings.unit), leveraged(10, of: 100 * holdings.unit))
    }

    /// What one uncovered contract requires in addition to its value.
    func excess(_ option: AccountHoldings.Option) -> Int128 {
        let terms = excessTerms(option)
        return Int128(option.size) * max(terms.percentage, terms.least)
    }

    func uncovered(_ option: AccountHoldings.Option) -> Int128 { value(option) + excess(option) }

    /// Whether a long option expires more than nine calendar months after the valuation, so that three quarters of its value
    /// suffice. 4210(f)(2)(D).
    func isLongTerm(_ option: AccountHoldings.Option) -> Bool {
        lastFullDate.map { option.expiration > $0 } ?? false
    }

    func long(_ option: AccountHoldings.Option) -> Int128 {
        isLongTerm(option) ? value(option) / 4 * 3 : value(option)
    }

    /// A long option alone or a short option uncovered.
    func alone(_ option: AccountHoldings.Option) -> Int128 { option.isShort ? uncovered(option) : long(option) }

    /// The greater requirement of the two, and the value of the other; if they are equal, the greater sum.
    /// Cboe 10.3(c)(5)(C)(ii).
    func straddle(_ first: AccountHoldings.Option, _ second: AccountHoldings.Option) -> Int128 {
        let (one, other) = (uncovered(first), uncovered(second))
        if one != other { return one > other ? one + value(second) : other + value(first) }
        return one + max(value(first), value(second))
    }

    /// Whether options with counts are a spread: as many long as short calls, as many long as short puts, and no short
    /// that expires after a long one.
    func isSpread(_ parts: [(option: Int, count: Int)]) -> Bool {
        var balance: [OptionKind: Int] = [:]
        var (lastShort, firstLong): (CalendarDate?, CalendarDate?)
        for part in parts {
            let option = holdings.options[part.option]
            guard option.size == holdings.options[parts[0].option].size else { return false }
            balance[option.kind, default: 0] += option.isShort ? -part.count : part.count
            if option.isShort {
                lastShort = max(lastShort ?? option.expiration, option.expiration)
            } else {
                firstLong = min(firstLong ?? option.expiration, option.expiration)
            }
        }
        guard let lastShort, let firstLong else { return false }
        return balance.values.allSatisfy { $0 == 0 } && lastShort <= firstLong
    }

    /// The greatest loss of a spread at its strikes, and the strike where it occurs.
    /// The loss is constant outside the strikes, because longs and shorts balance.
    func greatestLoss(_ parts: [(option: Int, count: Int)]) -> (loss: Int128, strike: Int128) {
        var worst = (loss: Int128(0), strike: holdings.options[parts[0].option].strike)
        for strike in Set(parts.map { holdings.options[$0.option].strike }).sorted() {
            var loss: Int128 = 0
            for part in parts {
                let option = holdings.options[part.option]
                let payoff = Int128(part.count) * option.intrinsic(at: strike)
                loss += option.isShort ? payoff : -payoff
            }
            if loss > worst.loss { worst = (loss, strike) }
        }
        return worst
    }

    /// The longs in full, and the lesser of the greatest loss and the uncovered requirement of the shorts. 4210(f)(2)(H).
    func spread(_ parts: [(option: Int, count: Int)]) -> Int128 {
        var (longs, shorts): (Int128, Int128) = (0, 0)
        for part in parts {
            let option = holdings.options[part.option]
            let count = Int128(part.count)
            if option.isShort { shorts += count * uncovered(option) } else { longs += count * value(option) }
        }
        return longs + min(greatestLoss(parts).loss, shorts)
    }

    /// Whether four options are a long box: a long call and a short put, and a short call and a long put at a higher strike.
    func isLongBox(_ options: [AccountHoldings.Option]) -> Bool {
        guard isEuropean, options.count == 4 else { return false }
        let (lowCall, highCall, lowPut, highPut) = (options[0], options[1], options[2], options[3])
        return lowCall.isCall && lowCall.isLong && highCall.isCall && highCall.isShort && !lowPut.isCall
            && lowPut.isShort
            && !highPut.isCall && highPut.isLong && lowCall.strike == lowPut.strike && highCall.strike == highPut.strike
            && lowCall.strike < highCall.strike
            && options.allSatisfy { $0.expiration == lowCall.expiration && $0.size == lowCall.size }
    }

    /// Half the difference of the strikes, and the value of the shorts. Cboe 10.3(c)(5)(C).
    func longBox(_ options: [AccountHoldings.Option]) -> Int128 {
        let width = options[1].strike - options[0].strike
        return Int128(options[0].size) * (width / 2) + value(options[1]) + value(options[2])
    }

    // MARK: Shares, per share

    /// 25 % of a price, or more for a leveraged fund.
    private func ownedShare(at price: Int128) -> Int128 { leveraged(25, of: price) }

    /// The amount in addition to the value of a share that is owed.
    private func owedShare(at price: Int128) -> Int128 {
        let unit = holdings.unit
        return price < 5 * unit ? max(5 * unit / 2, price) : max(5 * unit, leveraged(30, of: price))
    }

    /// A share alone, bought or sold at `entry`. Regulation T 220.12(a) and (c), 4210(b) and (c).
    func shareAlone(entry: Int128) -> Int128 {
        switch (measure, holdings.sharesAreShort) {
        case (.initial, false): max(entry / 2, ownedShare(at: entry))
        case (.initial, true): entry + max(entry / 2, owedShare(at: entry))
        case (.maintenance, false): ownedShare(at: price)
        case (.maintenance, true): price + owedShare(at: price)
        }
    }

    // MARK: Groups with shares, for one contract

    /// Whether shares cover a short option.
    func covers(_ option: AccountHoldings.Option) -> Bool {
        option.isShort && option.isCall != holdings.sharesAreShort
    }

    /// Whether a long option protects the shares.
    func protects(_ option: AccountHoldings.Option) -> Bool {
        option.isLong && option.isCall == holdings.sharesAreShort
    }

    /// Shares with a short option. Cboe 10.3(c)(5)(C)(iii).
    func covered(_ short: AccountHoldings.Option) -> Int128 {
        Int128(short.size) * (coveredShare(short) + inTheMoney(short))
    }

    /// The share in a covered position. Its price counts only as far as the strike.
    func coveredShare(_ short: AccountHoldings.Option) -> Int128 {
        short.isCall
            ? ownedShare(at: min(price, short.strike)) : price + owedShare(at: max(price, short.strike))
    }

    /// Shares with a long option. 4210(f)(2)(H).
    func protected(_ long: AccountHoldings.Option) -> Int128 {
        Int128(long.size) * protectedShare(long) + value(long)
    }

    /// The share in a protected position.
    func protectedShare(_ long: AccountHoldings.Option) -> Int128 {
        let limited = tenth(of: long.strike) + outOfTheMoney(long)
        return holdings.sharesAreShort
            ? price + min(limited, owedShare(at: price)) : min(limited, ownedShare(at: price))
    }

    /// Shares with a long and a short option of the same strike and date: a conversion or a reversal.
    func conversion(_ long: AccountHoldings.Option, _ short: AccountHoldings.Option) -> Int128 {
        let share = tenth(of: long.strike) + inTheMoney(short)
        return Int128(long.size) * (holdings.sharesAreShort ? price + share : share) + value(long)
    }

    /// Long shares with a long put and a short call of a higher strike and the same date.
    func collar(_ put: AccountHoldings.Option, _ call: AccountHoldings.Option) -> Int128 {
        Int128(put.size) * (collarShare(put, call) + inTheMoney(call)) + value(put)
    }

    /// The share in a collar. The percentage is of the strike of the call.
    func collarShare(_ put: AccountHoldings.Option, _ call: AccountHoldings.Option) -> Int128 {
        min(tenth(of: put.strike) + outOfTheMoney(put), leveraged(25, of: call.strike))
    }

    /// The rule of shares with a long and a short option; `nil` if there is none.
    func ruleOfShares(
        with long: AccountHoldings.Option, _ short: AccountHoldings.Option
    ) -> MarginRule? {
        guard measure == .maintenance, protects(long), covers(short), long.expiration == short.expiration,
            long.size == short.size
        else { return nil }
        if long.strike == short.strike { return holdings.sharesAreShort ? .reversal : .conversion }
        return !holdings.sharesAreShort && short.strike > long.strike ? .collar : nil
    }
}

extension CalendarDate {
    /// Returns the same day `months` later, or the last day of that month if it is shorter; `nil` after the year 9999.
    fileprivate func adding(months: Int) -> CalendarDate? {
        let month = 12 * year + self.month - 1 + months
        return (min(28, day)...day).reversed().lazy
            .compactMap { CalendarDate(year: month / 12, month: month % 12 + 1, day: $0) }.first
    }
}
