public import StrategyRequests

extension RecognitionRequest {
    /// Reads a request from JSON.
    ///
    /// - Parameter json: UTF-8, at most `RequestLimits.requestBytes`; a byte-order mark may precede it.
    /// - Throws: ``ContractError`` naming the first broken rule in document order.
    public init(json: [UInt8]) throws(ContractError) {
        var reader = RequestReader()
        self = try reader.readRecognitionRequest(json.span)
    }
}

extension RequestReader {
    mutating func readRecognitionRequest(_ json: Span<UInt8>) throws(ContractError) -> RecognitionRequest {
        var members = RecognitionMembers()
        try read(json, as: .recognition, into: &members)
        return RecognitionRequest(members)
    }
}
