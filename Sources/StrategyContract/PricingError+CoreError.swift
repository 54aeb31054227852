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
}
