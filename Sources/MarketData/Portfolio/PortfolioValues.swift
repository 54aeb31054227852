/// A holding of shares or coins.
public struct PortfolioPosition: Hashable, Sendable {
    /// The asset.
    public let asset: Asset
    /// The number of shares or coins, which may be fractional.
    public let quantity: ExactDecimal
    /// The total cost.
    public let cost: ExactDecimal

    /// Creates a position.
    public init(_ asset: Asset, quantity: ExactDecimal, cost: ExactDecimal) {
        self.asset = asset
        self.quantity = quantity
        self.cost = cost
    }
}

/// The value of a position.
public struct PositionValue: Hashable, Sendable {
    /// The position.
    public let position: PortfolioPosition
    /// The price of one share or coin; `nil` if it is unknown.
    public let price: LatestPrice?
    /// The quantity times the price; `nil` without a price.
    public let marketValue: ExactDecimal?
    /// The market value less the cost; `nil` without a price.
    public let profit: ExactDecimal?
    /// The profit in percent of the cost, rounded half to even to six decimals; `nil` without a price or if the cost is
    /// not above 0.
    public let profitPercent: ExactDecimal?

    /// Values a position at a price. The arithmetic is exact up to 18 digits.
    public init(_ position: PortfolioPosition, at price: LatestPrice?) {
        self.position = position
        self.price = price
        let value = price.flatMap { position.quantity.multiplied(by: $0.price) }
        marketValue = value
        profit = value?.subtracting(position.cost)
        profitPercent = profit.flatMap { $0.percent(of: position.cost) }
    }
}

/// The sums of positions in dollars.
public struct PortfolioTotals: Hashable, Sendable {
    /// The sum of the market values.
    public let marketValue: ExactDecimal
    /// The cost of the positions in the sum.
    public let cost: ExactDecimal
    /// The market value less the cost.
    public let profit: ExactDecimal
    /// The profit in percent of the cost, rounded half to even to six decimals; `nil` if the cost is not above 0.
    public let profitPercent: ExactDecimal?
    /// The currencies of the omitted positions, ascending.
    public let otherCurrencies: [String]
    /// The assets omitted because they have no price, ascending.
    public let unpriced: [Asset]

    /// Sums values. Positions in currencies other than dollars and positions without a market value are omitted and
    /// listed.
    public init(_ values: some Sequence<PositionValue>) {
        var (marketValue, cost) = (ExactDecimal.zero, ExactDecimal.zero)
        var currencies: Set<String> = []
        var unpriced: [Asset] = []
        for value in values {
            guard let worth = value.marketValue, let price = value.price else {
                unpriced.append(value.position.asset)
                continue
            }
            guard price.currency == "USD" else {
                currencies.insert(price.currency)
                continue
            }
            guard let newValue = marketValue.adding(worth), let newCost = cost.adding(value.position.cost) else {
                unpriced.append(value.position.asset)
                continue
            }
            (marketValue, cost) = (newValue, newCost)
        }
        self.marketValue = marketValue
        self.cost = cost
        profit = marketValue.subtracting(cost) ?? .zero
        profitPercent = profit.percent(of: cost)
        otherCurrencies = currencies.sorted()
        self.unpriced = unpriced.sorted()
    }
}

extension ExactDecimal {
    fileprivate func percent(of whole: ExactDecimal) -> ExactDecimal? {
        guard whole > .zero else { return nil }
        return multiplied(by: ExactDecimal(significand: 1, exponent: 2))?.divided(by: whole)?.rounded(decimals: 6)
    }
}
