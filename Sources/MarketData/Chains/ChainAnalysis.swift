public import OptionPricing
public import VolatilitySmile

/// The analysis of the quotes of one expiration: volatilities and greeks of each contract, forward and carry, smile,
/// and arbitrage.
///
/// ```swift
/// let analysis = ChainAnalysis(snapshot, at: now, riskFreeRate: 0.04)
/// analysis.strikes[0].call?.volatility.value
/// analysis.smile?.parameters
/// ```
///
/// Options are valued in the model of Black, Scholes and Merton, by their exercise and with the dividends until the expiration, from `now`
/// to the close of the session on the expiration, Actual/365. Of several contracts of the same kind and strike, a standard
/// one is analysed, otherwise the first.
///
/// Quotes that do not determine a volatility (missing, zero, one-sided, crossed) have a status with the reason. No
/// value is NaN or infinite.
public struct ChainAnalysis: Equatable, Sendable {
    /// Why there is no smile.
    public enum SmileFailure: Error, Equatable, Sendable {
        /// The smile was not requested.
        case notRequested
        /// The chain has expired.
        case expired
        /// Neither the price of the underlying nor a forward is known.
        case noUnderlying
        /// No option out of the money has a bid, an ask and a volatility.
        case noQuotes
        /// The fit failed.
        case fit(SmileError)
    }

    /// The quotes that were analysed.
    public let snapshot: ChainSnapshot
    /// The instant of valuation.
    public let now: Timestamp
    /// The instant of expiration.
    public let expiration: Timestamp
    /// The years from `now` to expiration; 0 or less if the chain has expired.
    public let timeToExpiration: Double
    /// The risk-free rate: a decimal per year, continuously compounded.
    public let riskFreeRate: Double
    /// When the holders of the contracts may exercise them.
    public let exercise: ExerciseStyle
    /// The dividends that count, by ex-date: with one after ``now`` and not after the expiration.
    public let dividends: [Dividend]
    /// The forward price of the underlying for the expiration; `nil` if it is unknown or the chain has expired.
    public let forward: Double?
    /// The source of the forward; `nil` if there is none.
    public let forwardSource: ForwardSource?
    /// The cost of carry, ln(forward / spot) / time: the risk-free rate less the dividends, a decimal per year, continuously
    /// compounded.
    public let carry: Double?
    /// The market in which the contracts were valued: the price of the underlying, the rate, the dividends, and the yield that then gives the
    /// forward; `nil` if there is no forward.
    public let market: OptionMarket?
    /// The contracts, ascending by strike.
    public let strikes: [ChainStrike]
    /// The smile, fitted to the options out of the money; `nil` if there is none.
    public let smile: SVISmile?
    /// Why there is no smile; `nil` if there is one.
    public let smileFailure: SmileFailure?
    /// The smile of the distribution of the price at expiration, after the dividends that count: its volatilities are those of Black (1976)
    /// at the forward. Without a dividend that counts, it is ``smile``. `nil` unless it is free of butterfly arbitrage at every strike,
    /// or if one strike was analysed.
    public let distribution: SVISmile?
    /// The arbitrage among the quotes.
    public let arbitrage: [ChainArbitrage]

    /// Analyses a chain.
    ///
    /// - Parameters:
    ///   - snapshot: The quotes.
    ///   - now: The instant of valuation.
    ///   - riskFreeRate: A decimal per year, continuously compounded; finite.
    ///   - calendar: The sessions of the exchange; options expire at the close of a session.
    ///   - exercise: When the holders of the contracts may exercise them; `nil` for that of the snapshot.
    ///   - dividends: The dividends of the underlying, in the currency of its price and in any order.
    ///   - historicalVolatility: The realised volatility of the underlying, for the deltas of contracts without any
    ///     other volatility.
    ///   - strike: The only strike whose contracts are analysed, with the same result; `nil` for all. The other quotes determine the forward, and
    ///     the smile if a contract of the strike needs it. Arbitrage is not searched for.
    ///   - isSmileNeeded: Whether to fit the smile. Without it, contracts without quotes have no computed greeks.
    ///   - isArbitrageNeeded: Whether to search for arbitrage.
    /// - Complexity: O(*n* log *n*) for *n* contracts.
    public init(
        _ snapshot: ChainSnapshot, at now: Timestamp, riskFreeRate: Double, calendar: ExchangeCalendar = .newYork,
        exercise: ExerciseStyle? = nil, dividends: [Dividend] = [], historicalVolatility: Double? = nil,
        strike: ExactDecimal? = nil, isSmileNeeded: Bool = true, isArbitrageNeeded: Bool = true
    ) {
        let exercise = exercise ?? snapshot.exercise
        self.exercise = exercise
        self.snapshot = snapshot
        self.now = now
        self.riskFreeRate = riskFreeRate
        expiration = calendar.expiration(on: snapshot.expiration) ?? Timestamp(snapshot.expiration)
        timeToExpiration = now.years(to: expiration)
        let counting = dividends.counting(from: now, until: timeToExpiration, calendar)
        self.dividends = counting.map(\.dividend)
        let chain = ChainColumns(snapshot)
        let columns = strike.map { chain.contracts(at: $0.doubleValue) } ?? chain
        guard timeToExpiration > 0,
            let market = ChainMarket(
                chain, spot: snapshot.spot?.doubleValue, time: timeToExpiration, riskFreeRate: riskFreeRate,
                exercise: exercise, dividends: [Dividend].discrete(counting))
        else {
            let isExpired = timeToExpiration <= 0
            let volatilities = ChainVolatilities(columns, isExpired ? .expired : .noUnderlying)
            (forward, forwardSource, carry, smile, distribution, arbitrage) = (nil, nil, nil, nil, nil, [])
            self.market = nil
            smileFailure = isExpired ? .expired : .noUnderlying
            strikes = columns.rows(snapshot.quotes, volatilities, ChainGreeks())
            return
        }
        (forward, forwardSource, carry) = (market.forward, market.source, market.carry)
        self.market = market.optionMarket
        let volatilities = ChainVolatilities(columns, market)
        do throws(SmileFailure) {
            guard isSmileNeeded, strike == nil || columns.needSmile(market, volatilities, snapshot.quotes) else {
                throw .notRequested
            }
            smile = try chain.smile(market, strike == nil ? volatilities : ChainVolatilities(chain, market))
            smileFailure = nil
        } catch {
            smile = nil
            smileFailure = error
        }
        distribution = strike == nil ? chain.distribution(smile, market, volatilities) : nil
        let greeks = ChainGreeks(
            columns, market, volatilities, smile: smile, historicalVolatility: historicalVolatility,
            quotes: snapshot.quotes)
        strikes = columns.rows(snapshot.quotes, volatilities, greeks)
        arbitrage = isArbitrageNeeded && strike == nil ? columns.arbitrage(market) : []
    }

    /// Returns the analysis of the contract at a strike; `nil` if there is none.
    public func option(_ kind: OptionKind, strike: ExactDecimal) -> ChainOption? {
        var (low, high) = (0, strikes.count)
        while low < high {
            let middle = (low + high) / 2
            if strikes[middle].strike < strike { low = middle + 1 } else { high = middle }
        }
        return low < strikes.count && strikes[low].strike == strike ? strikes[low][kind] : nil
    }
}

extension ChainColumns {
    /// The maximum number of strikes in a fit. The fit has five parameters; more strikes cost time and change little.
    private static let fitLimit = 128

    /// The options out of the money that have a volatility. If there are too many, those at equal steps of their order.
    private func fitted(_ market: ChainMarket, _ volatilities: ChainVolatilities) -> [Int] {
        let found = (0..<count).filter { index in
            isSound(index) && volatilities.mid(index).status == .ok && isOutOfTheMoney(index, market.forward)
        }
        guard found.count > Self.fitLimit else { return found }
        return (0..<Self.fitLimit).map { found[$0 * (found.count - 1) / (Self.fitLimit - 1)] }
    }

    /// Fits the smile to the volatilities of the options out of the money.
    fileprivate func smile(
        _ market: ChainMarket, _ volatilities: ChainVolatilities
    ) throws(ChainAnalysis.SmileFailure) -> SVISmile {
        let used = fitted(market, volatilities)
        let factors = market.isPlain ? nil : europeanFactors(used, market, volatilities)
        let quotes = used.indices.compactMap { place -> OptionQuote? in
            let (index, factor) = (used[place], factors?[place] ?? 1)
            guard factor > 0, factor.isFinite else { return nil }
            return OptionQuote(
                kinds[index], strike: strikes[index], .bidAsk(bid: factor * bids[index], ask: factor * asks[index]))
        }
        guard !quotes.isEmpty, let chain = market.chain(quotes) else { throw .noQuotes }
        do throws(SmileError) {
            return try SVISmile(chain)
        } catch {
            throw .fit(error)
        }
    }

    /// The smile of the distribution; `nil` without one. The values of the options at the volatilities of their mids are the mids.
    fileprivate func distribution(
        _ smile: SVISmile?, _ market: ChainMarket, _ volatilities: ChainVolatilities
    ) -> SVISmile? {
        guard let smile else { return nil }
        guard market.optionMarket.hasDividends(until: market.time) else { return smile.isDistribution ? smile : nil }
        let used = fitted(market, volatilities)
        return SVISmile(
            ofDistribution: used.map {
                OptionQuote(kinds[$0], strike: strikes[$0], .bidAsk(bid: bids[$0], ask: asks[$0]))
            },
            volatilities: used.map { volatilities.mid($0).value ?? .nan }, values: used.map(mid),
            exercise: market.exercise, in: market.optionMarket, timeToExpiration: market.time)
    }

    /// The prices of European options without dividends, at the same forward and the volatilities of the mids, as parts of the mids. A smile
    /// fitted to such prices has these volatilities.
    private func europeanFactors(
        _ used: [Int], _ market: ChainMarket, _ volatilities: ChainVolatilities
    ) -> [Double] {
        let kinds = used.map { self.kinds[$0] }
        let strikes = used.map { self.strikes[$0] }
        let found = used.map { volatilities.mid($0).value ?? .nan }
        var prices = [Double](repeating: .nan, count: used.count)
        var priced = prices.mutableSpan
        var evaluator = OptionEvaluator()
        _ = evaluator.evaluatePrices(
            OptionColumns(
                kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .same(market.time),
                in: market.flatMarket),
            volatilities: .each(found.span), into: &priced)
        return zip(used, prices).map { $1 / mid($0) }
    }

    /// The contracts by strike.
    fileprivate func rows(
        _ quotes: [ContractQuote], _ volatilities: ChainVolatilities, _ greeks: ChainGreeks
    ) -> [ChainStrike] {
        var rows: [ChainStrike] = []
        rows.reserveCapacity(count)
        for index in 0..<count {
            let position = self.quotes[index]
            let computed = greeks.greeks(index)
            let option = ChainOption(
                quote: position, bidVolatility: volatilities.bid(index), volatility: volatilities.mid(index),
                askVolatility: volatilities.ask(index), greeks: computed?.0, greeksVolatility: computed?.2,
                modelVolatility: computed?.1, delta: greeks.delta(index, vendor: quotes[position].vendorGreeks))
            if index == 0 || strikes[index] != strikes[index - 1] {
                rows.append(ChainStrike(strike: quotes[position].contract.strike, call: nil, put: nil))
            }
            if kinds[index] == .call {
                rows[rows.count - 1].call = option
            } else {
                rows[rows.count - 1].put = option
            }
        }
        return rows
    }
}
