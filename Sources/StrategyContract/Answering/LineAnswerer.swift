/// Answers requests that stand one a line.
package protocol LineAnswerer: ~Copyable {
    /// Appends the answer to `request`, a line without its end, to `output`, without a line end.
    ///
    /// - Throws: Why the request is refused; then nothing has been appended.
    mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError)
}

extension LineAnswerer where Self: ~Copyable {
    /// Appends a line to `output`: the answer to `request`, or the error object.
    ///
    /// - Returns: Whether it is an answer.
    package mutating func answer(_ request: Span<UInt8>, to output: inout [UInt8]) -> Bool {
        do throws(ContractError) {
            try appendAnswer(to: request, &output)
            output.append(UInt8(ascii: "\n"))
            return true
        } catch {
            refuse(error, to: &output)
            return false
        }
    }

    /// Appends a line to `output`: the error object of a request that is longer than ``Limits/requestBytes``.
    package func refuseTooLong(to output: inout [UInt8]) {
        refuse(.tooLarge, to: &output)
    }

    private func refuse(_ error: ContractError, to output: inout [UInt8]) {
        error.append(to: &output, identifier: nil)
        output.append(UInt8(ascii: "\n"))
    }
}
