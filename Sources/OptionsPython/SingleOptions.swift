#if compiler(>=6.3)
    internal import COptionsBinding
    internal import OptionKernels
    internal import OptionPricing

    @c @implementation
    func options_evaluate_one(
        _ model: options_model, _ rows: Int32, _ marketUnits: Int32, _ kind: Int32, _ spot: Double, _ strike: Double,
        _ time: Double, _ rate: Double, _ yield: Double, _ volatility: Double, _ values: UnsafeMutablePointer<Double>!
    ) -> Int32 {
        do throws(PricingError) {
            let option = try option(model, kind, spot, strike, time, rate, yield)
            // SAFETY: the caller's memory has a double for each value.
            if rows == 1 {
                unsafe values[0] = try option.price(volatility: volatility)
                return Int32(OPTIONS_OK)
            }
            let units = marketUnits == 0 ? Units.mathematical : .market
            if rows == 6 {
                unsafe store(try option.greeks(volatility: volatility), units, values)
            } else {
                let (greeks, higher) = try option.allGreeks(volatility: volatility)
                unsafe store(greeks, units, values)
                let last = [
                    higher.epsilon, higher.vanna, higher.vomma, higher.charm, higher.speed, higher.zomma, higher.color,
                    higher.ultima, higher.dualDelta, higher.dualGamma,
                ]
                for index in last.indices { unsafe values[6 + index] = last[index] }
            }
            return Int32(OPTIONS_OK)
        } catch {
            return Int32(error.status ?? UInt8(OPTIONS_NOT_CONVERGED))
        }
    }

    @c @implementation
    func options_find_one_volatility(
        _ model: options_model, _ kind: Int32, _ price: Double, _ spot: Double, _ strike: Double, _ time: Double,
        _ rate: Double, _ yield: Double, _ volatility: UnsafeMutablePointer<Double>!
    ) -> Int32 {
        do throws(PricingError) {
            let found = try option(model, kind, spot, strike, time, rate, yield).impliedVolatility(price: price)
            if case .volatility(let value) = found { unsafe volatility.pointee = value }
            return Int32(found.status.rawValue)
        } catch {
            return Int32(error.status ?? UInt8(OPTIONS_NOT_CONVERGED))
        }
    }

    @inline(__always)
    private func option(
        _ model: options_model, _ kind: Int32, _ spot: Double, _ strike: Double, _ time: Double, _ rate: Double,
        _ yield: Double
    ) throws(PricingError) -> ModelledOption {
        let kind = kind == 0 ? OptionKind.call : .put
        if model == OPTIONS_BLACK_SCHOLES_MERTON {
            return try ModelledOption(
                kind, spot: spot, strike: strike, timeToExpiration: time, riskFreeRate: rate, dividendYield: yield)
        }
        return try ModelledOption(
            kind, forward: spot, strike: strike, timeToExpiration: time, riskFreeRate: rate,
            model: model == OPTIONS_BACHELIER ? .bachelier : .blackScholesMerton)
    }

    private func store(_ greeks: Greeks, _ units: Units, _ values: UnsafeMutablePointer<Double>) {
        unsafe values[0] = greeks.price
        unsafe values[1] = greeks.delta
        unsafe values[2] = greeks.gamma
        unsafe values[3] = greeks.theta / units.divisor(of: .theta)
        unsafe values[4] = greeks.vega / units.divisor(of: .vega)
        unsafe values[5] = greeks.rho / units.divisor(of: .rho)
    }
#endif
