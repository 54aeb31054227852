#if compiler(>=6.3)
    internal import COptionsBinding
    internal import OptionPricing

    extension PricingError {
        /// Why an option has no result, as C has it; `nil` if the model does not have its exercise.
        var status: UInt8? {
            switch self {
            case .notFinite(let parameter, _), .notPositive(let parameter, _), .negative(let parameter, _),
                .greaterThanOne(let parameter, _), .outsideRange(let parameter, _, _, _):
                UInt8(Self.status(of: parameter))
            case .notRepresentable: UInt8(OPTIONS_NOT_REPRESENTABLE)
            case .notConverged: UInt8(OPTIONS_NOT_CONVERGED)
            case .notSupported: nil
            }
        }

        private static func status(of parameter: Parameter) -> Int {
            switch parameter {
            case .spot, .forward: OPTIONS_INVALID_SPOT
            case .strike: OPTIONS_INVALID_STRIKE
            case .timeToExpiration: OPTIONS_INVALID_TIME
            case .riskFreeRate: OPTIONS_INVALID_RATE
            case .dividendYield: OPTIONS_INVALID_DIVIDEND_YIELD
            case .volatility: OPTIONS_INVALID_VOLATILITY
            case .price: OPTIONS_INVALID_PRICE
            // Dividends that are larger than the method for them allows.
            case .model, .exercise, .dividends, .timeToExDate, .amount, .proportion: OPTIONS_NOT_CONVERGED
            }
        }
    }
#endif
