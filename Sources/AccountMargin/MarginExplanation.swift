internal import ExactPayoff
internal import OptionPricing

/// States the formula of a group with its numbers.
struct MarginExplanation {
    private let rules: GroupRules
    private let holdings: AccountHoldings

    init(_ rules: GroupRules) {
        self.rules = rules
        holdings = rules.holdings
    }

    private var margin: MarginRules { rules.margin }
    private var isInitial: Bool { margin.measure == .initial }

    func group(_ group: Grouping.Group, sharesAlone: Int128, amount: Int128) -> String {
        let options = group.parts.map { holdings.options[$0.option] }
        let count = group.parts[0].count
        let first = options[0]
        let words =
            switch group.rule {
            case .long: long(first) + times(first, count)
            case .uncovered: "(" + uncovered(first) + ")" + times(first, count)
            case .shortStraddle: straddle(first, options[1], count)
            case .spread: spread(group.parts)
            case .longBox:
                "(half of the strike difference \(text(options[1].strike - first.strike)) + values "
                    + "\(perShare(options[1])) and \(perShare(options[2])) of the shorts)" + times(first, count)
            case .cashSecured: "strike \(text(first.strike))" + times(first, count)
            case .covered where isInitial:
                "the shares alone, \(text(sharesAlone)), and nothing for the short \(name(first))"
            case .covered:
                "(\(text(margin.coveredShare(first))) for a share, whose price counts \(first.isCall ? "up to" : "from") "
                    + "the strike \(text(first.strike)), + \(text(margin.inTheMoney(first))) in the money)"
                    + times(first, count)
            case .protected:
                "(\(text(margin.protectedShare(first))) for a share, at most 10 % of the strike \(text(first.strike)) and "
                    + "\(text(margin.outOfTheMoney(first))) out of the money, + value \(perShare(first)))"
                    + times(first, count)
            case .conversion, .reversal:
                "(" + (holdings.sharesAreShort ? "price \(text(holdings.price)) + " : "")
                    + "10 % of the strike \(text(first.strike)) + \(text(margin.inTheMoney(options[1]))) in the money of the "
                    + "short \(name(options[1])) + value \(perShare(first)))" + times(first, count)
            case .collar:
                "(\(text(margin.collarShare(first, options[1]))) for a share, at most 10 % of the strike "
                    + "\(text(first.strike)) and \(text(margin.outOfTheMoney(first))) out of the money, "
                    + "+ \(text(margin.inTheMoney(options[1]))) in the money of the short call + value \(perShare(first)))"
                    + times(first, count)
            case .longShares, .shortShares: ""
            }
        return words + " = \(text(amount))"
    }

    /// The formula of shares alone.
    func shares(_ entry: Int128, count: Int, amount: Int128) -> String {
        let price = isInitial ? entry : holdings.price
        let share = rules.isCash ? price : margin.shareAlone(entry: entry)
        let words =
            rules.isCash
            ? "price \(text(price))"
            : "\(text(share)) for a share at \(text(price))"
        return "\(words) × \(count) shares = \(text(amount))"
    }

    // MARK: Options

    private func long(_ option: AccountHoldings.Option) -> String {
        let isReduced = !rules.isCash && margin.isLongTerm(option)
        return (isReduced ? "75 % of " : "") + "value \(perShare(option))"
            + (isReduced ? ", because it expires in more than nine months," : "")
    }

    private func uncovered(_ option: AccountHoldings.Option) -> String {
        let terms = margin.excessTerms(option)
        let percentages = margin.excessPercentages
        let base = option.isCall ? "price \(text(holdings.price))" : "strike \(text(option.strike))"
        return
            "value \(perShare(option)) + the greater of \(text(terms.percentage)) (\(text(percentages.percentage)) % of the "
            + "price \(text(holdings.price)) less \(text(margin.outOfTheMoney(option))) out of the money) and "
            + "\(text(terms.least)) (\(text(percentages.least)) % of the \(base))"
    }

    private func straddle(_ first: AccountHoldings.Option, _ second: AccountHoldings.Option, _ count: Int) -> String {
        let pair = margin.uncovered(first) >= margin.uncovered(second) ? (first, second) : (second, first)
        let firstSum = margin.uncovered(pair.0) + margin.value(pair.1)
        let (full, other) = firstSum == margin.straddle(first, second) ? pair : (pair.1, pair.0)
        return "(\(uncovered(full)) of the \(name(full)) + value \(perShare(other)) of the \(name(other)))"
            + times(first, count)
    }

    private func spread(_ parts: [(option: Int, count: Int)]) -> String {
        var (longs, shorts): (Int128, Int128) = (0, 0)
        for part in parts {
            let option = holdings.options[part.option]
            if option.isLong {
                longs += Int128(part.count) * margin.value(option)
            } else {
                shorts += Int128(part.count) * margin.uncovered(option)
            }
        }
        let worst = margin.greatestLoss(parts)
        let loss =
            worst.loss == 0 ? "no loss at any strike" : "loss \(text(worst.loss)) at the strike \(text(worst.strike))"
        let isLimited = !rules.isCash && shorts < worst.loss
        return "longs \(text(longs)) + "
            + (isLimited ? "uncovered shorts \(text(shorts)), less than the \(loss)" : loss)
    }

    // MARK: Words

    private func text(_ amount: Int128) -> String { ExactMoney(units: amount, places: holdings.scale).text }

    private func perShare(_ option: AccountHoldings.Option) -> String {
        text(margin.value(option) / Int128(option.size))
    }

    private func name(_ option: AccountHoldings.Option) -> String { option.isCall ? "call" : "put" }

    private func times(_ option: AccountHoldings.Option, _ count: Int) -> String {
        " × \(option.size) shares × \(count)"
    }
}
