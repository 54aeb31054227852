/// The shares that positions hold of instruments, which are counted from 0: a sparse matrix, row after row.
struct Holdings: Sendable {
    /// Where what each position holds starts, and where that of the last one ends.
    private(set) var starts = [0]
    /// What is held, by each position at most once.
    private(set) var instruments: [Int] = []
    /// How many shares of it; negative for those sold.
    private(set) var shares: [Double] = []
    /// Of each instrument, the shares that all positions hold together.
    private(set) var totals: [Double] = []
    /// Where each instrument was last held.
    private var lastIndices: [Int] = []

    /// Adds to what the last position holds.
    mutating func add(_ shares: Double, of instrument: Int) {
        while totals.count <= instrument {
            totals.append(0)
            lastIndices.append(-1)
        }
        totals[instrument] += shares
        let index = lastIndices[instrument]
        if let start = starts.last, index >= start {
            self.shares[index] += shares
        } else {
            lastIndices[instrument] = instruments.count
            instruments.append(instrument)
            self.shares.append(shares)
        }
    }

    /// Lets the next position follow.
    mutating func endPosition() { starts.append(instruments.count) }

    /// What some positions hold, as indices.
    func indices(of positions: Range<Int>) -> Range<Int> { starts[positions.lowerBound]..<starts[positions.upperBound] }
}
