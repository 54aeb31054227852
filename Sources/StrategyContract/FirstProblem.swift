/// The broken rule that comes first in the document.
struct FirstProblem {
    private var position = Int.max
    private(set) var error: ContractError?

    mutating func report(at position: Int, _ error: @autoclosure () -> ContractError) {
        guard position < self.position else { return }
        self.position = position
        self.error = error()
    }
}
