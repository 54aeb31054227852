internal import StrategyAnalytics

extension StrategyError: CoreError {
    func refusal(in container: String, written value: String?) -> ContractError {
        func path(_ parameter: Parameter) -> String { ObjectPath.member(parameter.rawValue, of: container) }
        switch self {
        case .notFinite(let parameter, let own):
            return .notFinite(path(parameter), got: value ?? "\(own)")
        case .notPositive(let parameter, let own):
            return .notPositive(path(parameter), got: value ?? JSONWriter.text(own))
        case .negative(let parameter, let own):
            return .negative(path(parameter), got: value ?? JSONWriter.text(own))
        case .notBetweenZeroAndOne(let parameter, let own):
            let rule = "must be greater than 0 and less than 1"
            return .notAllowed(path(parameter), rule, got: value ?? (own.isFinite ? JSONWriter.text(own) : "\(own)"))
        case .outOfRange(.legs, let own, let allowed):
            let rule = "must hold \(allowed.lowerBound) to \(allowed.upperBound) legs"
            return .notAllowed(path(.legs), rule, got: value ?? "\(own)")
        case .outOfRange(let parameter, let own, let allowed):
            return .notAllowed(path(parameter), ContractError.integerRule(allowed), got: value ?? "\(own)")
        case .notAnOption:
            let type = ObjectPath.member("type", of: container)
            return .notAllowed(type, #"must be "call" or "put" for a later expiration"#, got: value ?? #""stock""#)
        case .notRepresentable(let parameter):
            let rule = "must not discount a price, over the time to expiration, to more than a number can hold"
            return ContractError(.notRepresentable, path: path(parameter), rule)
        case .pricing(let error): return error.refusal(in: container, written: value)
        case .workExceeded(let limit, let allowed):
            return .notAllowed(container, "must cost at most \(allowed) \(limit.rawValue)", got: "more")
        case .cancelled: return .notAllowed(container, "must not be cancelled", got: "a cancellation")
        }
    }
}
