internal import OptionKernels
internal import _OptionsMath

/// A quote that is discounted in double-double precision. It answers the quotes that the kernel leaves open: prices very
/// close to their bounds, long times with high rates, and values far from 1.
struct ExactQuote {
    private let option: ModelledOption
    private let price: Double
    private let discounted: DiscountedOption

    init(_ option: ModelledOption, price: Double) {
        self.option = option
        self.price = price
        discounted = DiscountedOption(option)
    }

    func impliedVolatility() -> ImpliedVolatility {
        let (forward, strike) = (discounted.forward, discounted.strike)
        let unit = max(forward.exponent, strike.exponent)
        let excess = forward.inUnits(of: unit) - strike.inUnits(of: unit)
        let isForwardGreater = excess.high > 0
        let (lesser, greater) = isForwardGreater ? (strike, forward) : (forward, strike)
        let isInTheMoney = isForwardGreater == (option.kind == .call) && excess.high != 0

        // The value of the out-of-the-money option of the pair, by put–call parity, in units of the lesser amount. The price
        // may contain the rounding of the intrinsic value or of the maximum; in the money, both are of the greater amount.
        let value: DoubleDouble
        if isInTheMoney {
            let scaledPrice = price.scaled(by: -unit)
            // The greater amount is below 4; a larger price may be infinite.
            if scaledPrice > 8 { return .aboveMaximum }
            let inGreaterUnits = DoubleDouble(scaledPrice) - (isForwardGreater ? excess : -excess)
            let room = lesser.inUnits(of: unit) - inGreaterUnits
            let rounding = greater.inUnits(of: unit).high * 0x1p-52
            if inGreaterUnits.high < -rounding { return .belowIntrinsic }
            if room.high < -rounding { return .aboveMaximum }
            guard inGreaterUnits.high > 0, room.high > 0 else { return .notDeterminable }
            value = inGreaterUnits.scaled(by: unit - lesser.exponent)
        } else {
            value = DoubleDouble(price.scaled(by: -lesser.exponent))
            if value.high > lesser.significand.high * (1 + 0x1p-52) { return .aboveMaximum }
            guard price > 0, (lesser.significand - value).high > 0 else { return .notDeterminable }
        }
        guard option.timeToExpiration > 0 else { return .notDeterminable }

        let total = totalVolatility(value, of: isInTheMoney, lesser, greater)
        let volatility = total / option.timeToExpiration.squareRoot()
        return volatility.isFinite ? .volatility(volatility) : .notDeterminable
    }

    /// The total volatility; NaN if the price does not determine it.
    private func totalVolatility(
        _ value: DoubleDouble, of isInTheMoney: Bool, _ lesser: DiscountedOption.Amount,
        _ greater: DiscountedOption.Amount
    ) -> Double {
        let distance = discounted.logMoneyness.high.magnitude
        // Out of the money the value is the price, which may be too small to express in units of the lesser amount.
        let exponent = isInTheMoney ? Int(value.high.exponent) : Int(price.exponent) - lesser.exponent
        let difference = greater.inUnits(of: lesser.exponent) - lesser.significand
        if exponent < -1000, distance < 1e-100 {
            // This close to the money the model is normal: value, moneyness and volatility scale together.
            let scale = -300 - exponent
            let significand = isInTheMoney ? value.high.significand : price.significand
            let total = findTotalVolatility(
                price: isInTheMoney ? min(price.scaled(by: scale - lesser.exponent), .greatestFiniteMagnitude) : 0,
                value: significand.scaled(by: -300), largest: lesser.significand.high,
                logMoneyness: distance.scaled(by: scale),
                ratio: min(difference.high.scaled(by: -exponent) / significand, .greatestFiniteMagnitude))
            return total.scaled(by: -scale)
        }
        if exponent < -1000 {
            // In the money, the price does not have the hundreds of digits that this would take.
            if isInTheMoney { return .nan }
            return FarTail.totalVolatility(
                logValue: log(price.significand / lesser.significand.high) + Double(exponent) * log(2),
                logMoneyness: distance)
        }
        // Scales the value to the middle of the range of doubles.
        let middle = exponent >> 1
        return findTotalVolatility(
            price: min(price.scaled(by: -lesser.exponent - middle), .greatestFiniteMagnitude),
            value: value.scaled(by: -middle).high, largest: lesser.significand.scaled(by: -middle).high,
            logMoneyness: distance, ratio: min(difference.high / value.high, .greatestFiniteMagnitude))
    }
}
