/// Answers that end with the current task.
extension JSONContract {
    /// Runs a synchronous closure, so that overload resolution selects the synchronous functions.
    private static func run(_ body: () throws(ContractError) -> [UInt8]) throws(ContractError) -> [UInt8] {
        try body()
    }

    /// Answers a request of `POST /options/calculate`.
    @concurrent
    public static func calculate(
        _ json: [UInt8], _ options: AnswerOptions
    ) async throws(ContractError) -> [UInt8] {
        try run { () throws(ContractError) in try calculate(json, options.endingWithTask) }
    }

    /// Answers a request of `options scenario`.
    @concurrent
    public static func scenario(
        _ json: [UInt8], _ options: AnswerOptions
    ) async throws(ContractError) -> [UInt8] {
        try run { () throws(ContractError) in try scenario(json, options.endingWithTask) }
    }

    /// Answers a request of `options recognise`.
    @concurrent
    public static func recognise(
        _ json: [UInt8], _ options: AnswerOptions
    ) async throws(ContractError) -> [UInt8] {
        try run { () throws(ContractError) in try recognise(json, options.endingWithTask) }
    }

    /// Answers a request of `options risk`.
    @concurrent
    public static func risk(
        _ json: [UInt8], _ options: AnswerOptions
    ) async throws(ContractError) -> [UInt8] {
        try run { () throws(ContractError) in try risk(json, options.endingWithTask) }
    }

    /// Answers a request of `options margin`. A search by a solver is not cancelled.
    @concurrent
    public static func margin(
        _ json: [UInt8], _ options: AnswerOptions
    ) async throws(ContractError) -> [UInt8] {
        try run { () throws(ContractError) in try margin(json, options.endingWithTask) }
    }

    /// Draws the profit at expiration of a request of `POST /options/calculate`.
    @concurrent
    public static func chart(
        _ json: [UInt8], _ options: AnswerOptions
    ) async throws(ContractError) -> [UInt8] {
        try run { () throws(ContractError) in try chart(json, options.endingWithTask) }
    }
}

extension AnswerOptions {
    /// These options, with a check of the current task in place of ``isCancelled``.
    fileprivate var endingWithTask: AnswerOptions {
        var options = self
        options.isCancelled = { Task.isCancelled }
        return options
    }
}
