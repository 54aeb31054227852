extension SourceReply {
    /// Returns the failure that the status means; `nil` for 200 to 299.
    ///
    /// - Parameters:
    ///   - endpoint: The name of the request in messages.
    ///   - keyRefused: The statuses that mean a rejected key.
    ///   - notInPlan: The statuses that mean that the key's plan does not include the data.
    /// - Returns: The failure.
    func failure(
        _ endpoint: String, keyRefused: Set<Int> = [401], notInPlan: Set<Int> = [403]
    ) -> SourceFailure? {
        if (200...299).contains(status) { return nil }
        if keyRefused.contains(status) { return .keyRefused }
        if notInPlan.contains(status) { return .notInPlan("the plan of the key does not include \(endpoint)") }
        return switch status {
        case 429: .limited(retryAfter: secondsUntilReset)
        case 300...399: .broken("\(endpoint): redirect (HTTP \(status))")
        default: .broken("\(endpoint): HTTP \(status)")
        }
    }
}
