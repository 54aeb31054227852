internal import OptionPricing
internal import VolatilitySmile

extension ChainSnapshot {
    /// Returns the quote of a contract, a standard one if there is one; `nil` if it is not listed.
    func quote(of kind: OptionKind, strike: ExactDecimal) -> ContractQuote? {
        let found = quotes.filter { $0.contract.kind == kind && $0.contract.strike == strike }
        return found.first(where: \.contract.isStandard) ?? found.first
    }
}

extension ChainAnalysis {
    /// Returns the value of an option in the model: at the volatility of its greeks if it is listed, otherwise at that of
    /// the smile; `nil` without a volatility.
    public func modelValue(of kind: OptionKind, strike: ExactDecimal) -> Double? {
        let listed = option(kind, strike: strike)
        guard let market, let volatility = listed.map(\.modelVolatility) ?? smileVolatility(at: strike),
            let terms = try? OptionTerms(
                kind, strike: strike.doubleValue, timeToExpiration: timeToExpiration, exercise: exercise),
            let option = try? ModelledOption(terms, in: market)
        else { return nil }
        return try? option.price(volatility: volatility)
    }

    private func smileVolatility(at strike: ExactDecimal) -> Double? { try? smile?.volatility(at: strike.doubleValue) }
}

extension TradeLeg {
    /// The decimals of a price in the model.
    private static let modelDecimals = 4

    /// Returns the price of an option from the quotes of its expiration: the mean of bid and ask, otherwise the value in
    /// the model, otherwise the last price.
    ///
    /// - Parameters:
    ///   - chain: The quotes.
    ///   - isStale: Whether they are old.
    ///   - terms: The conversion from the shares of the leg to those of the chain.
    ///   - analysis: Returns the analysis of the chain, which is called only for a contract without bid and ask.
    /// - Returns: The price; `nil` for shares, and if there is none.
    /// - Throws: The error of `analysis`.
    public func price<Failure: Error>(
        in chain: ChainSnapshot, isStale: Bool, terms: SplitTerms,
        analysis: () async throws(Failure) -> ChainAnalysis?
    ) async throws(Failure) -> TradePrice? {
        guard case .option(let kind, let strike, _) = instrument else { return nil }
        let listed = terms.converted(price: strike)
        let quote = chain.quote(of: kind, strike: listed)
        func price(_ price: ExactDecimal, _ source: TradePrice.Source) -> TradePrice {
            TradePrice(
                price: terms.reversed(price: price), source: source, asOf: chain.asOf, isStale: isStale)
        }
        if let midpoint = quote?.midpoint { return price(midpoint, .mid) }
        if let value = try await analysis()?.modelValue(of: kind, strike: listed),
            let rounded = ExactDecimal(rounding: value, decimals: Self.modelDecimals)
        {
            return price(rounded, .model)
        }
        return quote?.last.map { price($0, .last) }
    }

    /// Returns the intrinsic value of an expired option.
    ///
    /// - Parameters:
    ///   - close: The close of the expiration.
    ///   - asOf: The instant of the close.
    ///   - terms: The conversion from the shares of the leg to those of the close.
    /// - Returns: The price; `nil` for shares.
    public func price(atClose close: ExactDecimal, asOf: Timestamp, terms: SplitTerms) -> TradePrice? {
        guard case .option(let kind, let strike, _) = instrument else { return nil }
        let close = terms.reversed(price: close)
        let gain = kind == .call ? close.subtracting(strike) : strike.subtracting(close)
        return gain.map { TradePrice(price: max($0, .zero), source: .intrinsic, asOf: asOf) }
    }
}
