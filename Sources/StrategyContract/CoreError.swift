/// An error of the core: a rule that a value breaks, for the contract to put into words.
protocol CoreError: Error {
    /// The error in words.
    ///
    /// - Parameters:
    ///   - container: The path of the object that has the field, such as `legs[0]`; empty for the request.
    ///   - value: The value as it was written; the error's own value when absent.
    /// - Returns: The error that names the field, the rule and the value.
    func refusal(in container: String, written value: String?) -> ContractError
}

extension ContractError {
    /// Runs `body`, putting its error into words.
    static func translating<Result, Failure: CoreError>(
        in container: String = "", _ body: () throws(Failure) -> Result
    ) throws(ContractError) -> Result {
        do throws(Failure) {
            return try body()
        } catch {
            throw error.refusal(in: container, written: nil)
        }
    }

    // MARK: The words that rules of several kinds share

    static func notFinite(_ path: String, got value: String) -> ContractError {
        .notAllowed(path, "must be finite", got: value)
    }

    static func notPositive(_ path: String, got value: String) -> ContractError {
        .notAllowed(path, "must be greater than 0", got: value)
    }

    static func negative(_ path: String, got value: String) -> ContractError {
        .notAllowed(path, "must be 0 or greater", got: value)
    }
}
