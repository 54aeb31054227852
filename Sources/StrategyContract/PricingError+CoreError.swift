internal import OptionPricing

extension PricingError: CoreError {
    func refusal(in container: String, written value: String?) -> ContractError {
        func path(_ parameter: Parameter) -> String { ObjectPath.member(parameter.rawValue, of: container) }
        switch self {
        case .notFinite(let parameter, let own):
            return .notFinite(path(parameter), got: value ?? "\(own)")
        case .notPositive(let parameter, let own):
            return .notPositive(path(parameter), got: value ?? JSONWriter.text(own))
        case .negative(let parameter, let own):
            return .negative(path(parameter), got: value ?? JSONWriter.text(own))
        case .notRepresentable(let parameter):
            return .notRepresentable(path(parameter))
        }
    }

    // MARK: The rules of single fields, by which the first broken one in the document is found

    static func requireFinite(_ parameter: Parameter, _ value: Double) throws(PricingError) {
        guard value.isFinite else { throw .notFinite(parameter, value) }
    }

    static func requirePositive(_ parameter: Parameter, _ value: Double) throws(PricingError) {
        try requireFinite(parameter, value)
        guard value > 0 else { throw .notPositive(parameter, value) }
    }

    static func requireNonNegative(_ parameter: Parameter, _ value: Double) throws(PricingError) {
        try requireFinite(parameter, value)
        guard value >= 0 else { throw .negative(parameter, value) }
    }
}
