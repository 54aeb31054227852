internal import StrategyContract

/// The codes of the server's own errors, beside those of the contract.
extension ContractError.Code {
    static let unauthorized = Self(rawValue: "unauthorized")
    static let forbidden = Self(rawValue: "forbidden")
    static let notFound = Self(rawValue: "not_found")
    static let methodNotAllowed = Self(rawValue: "method_not_allowed")
    static let timeout = Self(rawValue: "timeout")
    static let tooMany = Self(rawValue: "too_many")
    static let unsupportedMediaType = Self(rawValue: "unsupported_media_type")
    static let headersTooLarge = Self(rawValue: "headers_too_large")
    static let busy = Self(rawValue: "busy")
    static let internalFailure = Self(rawValue: "internal")
    static let noSource = Self(rawValue: "no_source")
    static let notInPlan = Self(rawValue: "not_in_plan")
    static let keyRefused = Self(rawValue: "key_refused")
    static let sourceLimit = Self(rawValue: "source_limit")
    static let sourceTimeout = Self(rawValue: "source_timeout")
    static let sourceBroken = Self(rawValue: "source_broken")
    static let storageFull = Self(rawValue: "storage_full")

    /// The code of a status that has no more precise one.
    init(status: Int) {
        self =
            switch status {
            case 401: .unauthorized
            case 403: .forbidden
            case 404: .notFound
            case 405: .methodNotAllowed
            case 408: .timeout
            case 409: .tooMany
            case 413: .tooLarge
            case 415: .unsupportedMediaType
            case 431: .headersTooLarge
            case 503: .busy
            case 400..<500: .notAllowed
            default: .internalFailure
            }
    }
}
