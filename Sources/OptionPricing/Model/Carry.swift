internal import _OptionsMath

/// The forward price, the discount factor and the dividends that a market implies for one expiration.
///
/// ```swift
/// let market = try OptionMarket(spot: 100, riskFreeRate: 0.04, dividendYield: 0.01)
/// market.carry(to: 0.5).forward           // 101.5…
/// ```
///
/// ## Units
/// Those of ``OptionMarket``: prices per share, times in years. The discount factor is a number.
///
/// ## Accuracy
/// Without dividends, the relative error of a value is below 2⁻⁵² (2 + (|r| + |q|) T), from rounding the exponent, the exponential and
/// the product.
public struct Carry: Hashable, Sendable {
    /// The market.
    public let market: OptionMarket
    /// The time to expiration in years.
    public let timeToExpiration: Double

    init(_ market: OptionMarket, _ timeToExpiration: Double) {
        self.market = market
        self.timeToExpiration = timeToExpiration
    }

    /// The dividends between the valuation and the expiration, which is included.
    public var dividends: [DiscreteDividend] {
        market.dividends.filter { $0.counts(until: timeToExpiration) }
    }

    /// The forward price of the underlying at the expiration: S e^((r−q)T), and less with ``dividends``. It is infinite or 0 beyond
    /// the range of `Double`.
    ///
    /// Between ex-dates the price grows at the rate less the yield. At an ex-date the dividend is subtracted; the result is at least 0.
    /// With amounts, this is the path of a price that is certain. The mean of a random price is greater if the price may fall below an
    /// amount, of which it then pays only a part. Without amounts, it is the mean.
    public var forward: Double {
        price(growth: market.riskFreeRate - market.dividendYield, discountRate: 0)
    }

    /// The price at the expiration of an underlying that grows at a rate and pays the dividends, discounted to the valuation.
    private func price(growth: Double, discountRate: Double) -> Double {
        var (price, time) = (market.underlyingPrice, 0.0)
        for dividend in market.dividends where dividend.counts(until: timeToExpiration) {
            price = dividend.applied(
                to: price * exp(growth * (dividend.timeToExDate - time)),
                discountFactor: exp(-discountRate * dividend.timeToExDate))
            // The growth that is left may be infinite.
            if price == 0 { return 0 }
            time = dividend.timeToExDate
        }
        return price * exp(growth * (timeToExpiration - time))
    }

    /// The spot price whose forward price is `forward`: F e^((q−r)T), without ``dividends``.
    package func spot(ofForward forward: Double) -> Double {
        forward * exp((market.dividendYield - market.riskFreeRate) * timeToExpiration)
    }

    /// (r − q) T, the logarithm of the ratio of ``forward`` to the price of the underlying without ``dividends``.
    package var growth: DoubleDouble {
        DoubleDouble.growth(rate: market.riskFreeRate, time: timeToExpiration)
            - DoubleDouble.growth(rate: market.dividendYield, time: timeToExpiration)
    }

    /// The present value of 1 at the expiration: e^(−rT).
    public var discountFactor: Double { exp(-market.riskFreeRate * timeToExpiration) }

    /// The price now of the underlying for delivery at the expiration: S e^(−qT), the discounted forward.
    public var prepaidForward: Double {
        price(growth: -market.dividendYield, discountRate: market.riskFreeRate)
    }

    /// The ratio of ``prepaidForward`` to the price of the underlying less 1, e^(−qT) − 1, without ``dividends``.
    package var yieldDrift: Double { expm1(-market.dividendYield * timeToExpiration) }
}
